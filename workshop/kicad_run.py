"""Run by the Python that has KiCad's module (Debian's own): checks a board and plots it.

python3 kicad_run.py BOARD.kicad_pcb FOLDER

Fills ground, has KiCad check all by the rules of the .kicad_pro beside the board, and writes into
FOLDER: drc.txt, gerbers and drill files, and both sides as SVG. Exit code 1: KiCad found something.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pcbnew

GERBERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.Silkscreen", "Edge.Cuts")
PICTURES = {
    "placement": ("F.Mask", "F.Silkscreen", "Edge.Cuts"),
    "front": ("F.Cu", "Edge.Cuts"),
    "back": ("B.Cu", "Edge.Cuts"),
}


def main(path: str, folder: str) -> int:
    """Check and plot; gives the exit code."""
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    report = Path(folder) / "drc.txt"
    pcbnew.WriteDRCReport(board, str(report), _millimetres(), True)
    _plot(board, folder, pcbnew.PLOT_FORMAT_GERBER, {layer: (layer,) for layer in GERBERS})
    _plot(board, folder, pcbnew.PLOT_FORMAT_SVG, PICTURES)
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(folder, True, False)
    text = report.read_text(encoding="utf-8")
    clean = "Found 0 DRC violations" in text and "Found 0 unconnected pads" in text
    return 0 if clean else 1


def _millimetres() -> int:
    """KiCad's number for them: KiCad 9 calls it otherwise than those before."""
    names = "EDA_UNITS_MM", "EDA_UNITS_MILLIMETRES"
    return next(int(getattr(pcbnew, name)) for name in names if hasattr(pcbnew, name))


def _plot(board: Any, folder: str, kind: int, files: Mapping[str, tuple[str, ...]]) -> None:
    """Write one file for each name, with its layers. `board` is KiCad's, which has no types."""
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetPlotFrameRef(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetCreateGerberJobFile(False)
    options.SetUseGerberProtelExtensions(False)
    plotter.SetColorMode(True)
    for name, layers in files.items():
        plotter.SetLayer(board.GetLayerID(layers[0]))
        plotter.OpenPlotfile(name.replace(".", "_"), kind, name)
        for layer in layers:
            plotter.SetLayer(board.GetLayerID(layer))
            plotter.PlotLayer()
    plotter.ClosePlot()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
