"""The card reader's networks as they are run."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.errors import ModelError
from appliance.vision.find import NETWORKS
from appliance.vision.index import HEIGHT, LABELS, WIDTH
from appliance.vision.network import load

RNG = np.random.default_rng(7)


@pytest.mark.parametrize("count", [1, 2, 9])
def test_every_index_is_named_by_itself(count: int) -> None:
    cuts = RNG.normal(size=(count, 3, HEIGHT, WIDTH)).astype(np.float32)
    namer = load(NETWORKS / "namer.onnx")
    names = namer(cuts)
    assert names.shape == (count, len(LABELS))
    assert names.dtype == np.float32
    assert names.sum(axis=1) == pytest.approx(1, abs=1e-5)
    alone = np.concatenate([namer(cuts[n : n + 1]) for n in range(count)])
    assert names == pytest.approx(alone, abs=1e-5)


@pytest.mark.parametrize(
    ("file", "shape"), [("finder.onnx", (1, 3, 96, 160)), ("namer.onnx", (3, 3, HEIGHT, WIDTH))]
)
def test_opencv_gets_the_same_out_of_both(file: str, shape: tuple[int, ...]) -> None:
    values = RNG.random(shape, np.float32)
    other = cv2.dnn.readNetFromONNX(str(NETWORKS / file))
    other.setInput(values)
    assert load(NETWORKS / file)(values) == pytest.approx(np.asarray(other.forward()), abs=1e-3)


@pytest.mark.parametrize("content", [None, b"", b"no network at all", "half"])
def test_what_is_no_network_is_one_clear_line(
    content: bytes | str | None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "namer.onnx", (NETWORKS / "namer.onnx").read_bytes()
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else whole[: len(whole) // 2])
    with pytest.raises(ModelError, match=r"^[^\n]*namer.onnx can't be loaded[^\n]*again$"):
        load(path)
    assert capfd.readouterr() == ("", "")


def test_without_anything_to_run_it_people_are_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModelError, match="apt install python3-onnxruntime"):
        load(NETWORKS / "namer.onnx")


def test_who_reads_no_cards_need_not_wait_for_it() -> None:
    look = "import sys, appliance.vision.read; sys.exit('onnxruntime' in sys.modules)"
    subprocess.run([sys.executable, "-c", look], check=True)  # noqa: S603 - our own interpreter


def test_what_runs_them_reports_to_nobody() -> None:
    """PyPI's builds know an address on the internet from 1.29 on."""
    found = importlib.util.find_spec("onnxruntime")
    assert found is not None
    assert found.origin is not None
    libraries = list(Path(found.origin).parent.glob("capi/*.so*"))
    assert libraries
    for library in libraries:
        assert b"events.data.microsoft.com" not in library.read_bytes(), library
