"""The card reader's networks in use."""

import importlib.util
import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from extent import often
from said import fails

from appliance.errors import ModelError
from appliance.vision.find.finder import Finder
from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH, LABELS, SUITS
from appliance.vision.find.runner import NETWORKS, RUNNERS, TRIAL_INPUTS, Network, Runner, load
from appliance.vision.read import CardReader
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import photograph, scene_of

RNG = np.random.default_rng(7)
ONNXRUNTIME = RUNNERS[0]

each_runner = pytest.mark.parametrize("runner", RUNNERS, ids=lambda runner: runner.package)


@each_runner
@pytest.mark.parametrize("count", [1, 2, 9])
def test_every_index_is_named_by_itself(count: int, runner: Runner) -> None:
    cuts = RNG.normal(size=(count, 3, INDEX_HEIGHT, INDEX_WIDTH)).astype(np.float32)
    namer = load(NETWORKS / "namer.onnx", runner)
    told = namer(cuts)
    assert told.shape == (count, len(LABELS) + len(SUITS))
    assert told.dtype == np.float32
    for chances in np.split(told, [len(LABELS)], axis=1):
        assert chances.sum(axis=1) == pytest.approx(1, abs=1e-5)
    alone = np.concatenate([namer(cuts[n : n + 1]) for n in range(count)])
    assert told == pytest.approx(alone, abs=1e-5)


@pytest.mark.parametrize(
    ("file", "shape"),
    TRIAL_INPUTS.items(),
)
def test_both_runners_give_the_same(file: str, shape: tuple[int, ...]) -> None:
    values = RNG.random(shape, np.float32)
    first, second = (load(NETWORKS / file, runner)(values) for runner in RUNNERS)
    assert first == pytest.approx(second, abs=1e-4)


@each_runner
def test_what_a_run_gives_stays_as_it_is(runner: Runner) -> None:
    namer = load(NETWORKS / "namer.onnx", runner)
    first = namer(RNG.random((1, 3, INDEX_HEIGHT, INDEX_WIDTH), np.float32))
    was = first.copy()
    namer(RNG.random((1, 3, INDEX_HEIGHT, INDEX_WIDTH), np.float32))
    assert (first == was).all()


@pytest.mark.parametrize("seed", often(range(12), {0, 1, 2}))
def test_both_runners_read_the_same_cards(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(pack(2), rng.randint(1, 6))
    image = photograph(cards, rng.choice(STYLES), rng, scene_of(rng)).image
    first, second = (CardReader(partial(Finder, runner)).read(image) for runner in RUNNERS)
    assert first.ranks == second.ranks
    assert (first.ask is None) is (second.ask is None)
    if first.ask is not None and second.ask is not None:
        assert first.ask.reason == second.ask.reason
        # each engine adds its numbers up in another order
        assert np.allclose(first.ask.at or (), second.ask.at or (), atol=0.01)


@each_runner
@pytest.mark.parametrize("content", [None, b"", b"no network at all", "half"])
def test_what_is_no_network_is_one_clear_line(
    content: bytes | str | None, runner: Runner, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "namer.onnx", (NETWORKS / "namer.onnx").read_bytes()
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else whole[: len(whole) // 2])
    with fails(ModelError, r"^[^\n]*namer.onnx can't be loaded[^\n]*again$"):
        load(path, runner)
    assert capfd.readouterr() == ("", "")


def test_what_a_runner_prints_below_python_reaches_nobody(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Debian 13's ONNX Runtime 1.21.0 prints 567 warnings as it opens its first network."""

    def loud(_network: bytes) -> Network:
        os.write(2, b"Schema error\n" * 567)
        return np.asarray

    path = tmp_path / "any.onnx"
    path.write_bytes(b"any")
    load(path, Runner("Loud", "loud", loud))
    os.write(2, b"after\n")
    assert capfd.readouterr() == ("", "after\n")


def test_a_runner_that_is_missing_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with fails(ModelError, "ONNX Runtime is missing"):
        load(NETWORKS / "namer.onnx", ONNXRUNTIME)


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
