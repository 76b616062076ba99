"""3MF files of the printed parts: their solid with millimetres and a name, as slicers read it."""

from io import BytesIO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

Facets = npt.NDArray[np.float64]
"""The corners of each facet of a part, mm: an array of n x 3 x 3."""

TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""

RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="model" Target="/3D/3dmodel.model"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""

MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en"
 xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<metadata name="Title">{title}</metadata>
<metadata name="Description">{description}</metadata>
<resources><object id="1" type="model" name={name}><mesh>
<vertices>
{corners}
</vertices>
<triangles>
{facets}
</triangles>
</mesh></object></resources>
<build><item objectid="1"/></build>
</model>
"""


def three_mf(name: str, facets: Facets, description: str) -> bytes:
    """Return the 3MF file of a solid: the same facets give the same bytes."""
    corners, numbers = np.unique(facets.reshape(-1, 3), axis=0, return_inverse=True)
    model = MODEL.format(
        title=escape(name),
        name=quoteattr(name),
        description=escape(description),
        corners="\n".join(f'<vertex x="{x:g}" y="{y:g}" z="{z:g}"/>' for x, y, z in corners),
        facets="\n".join(
            f'<triangle v1="{first}" v2="{second}" v3="{third}"/>'
            for first, second, third in numbers.reshape(-1, 3)
        ),
    )
    archive = BytesIO()
    with ZipFile(archive, "w") as out:
        for path, text in (
            ("[Content_Types].xml", TYPES),
            ("_rels/.rels", RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            entry = ZipInfo(path)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = 3  # Unix, on each machine
            out.writestr(entry, text)
    return archive.getvalue()
