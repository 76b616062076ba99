"""What the training on a GPU does with crops, here on the processor, where PyTorch is at hand."""

import importlib
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np
import pytest

from appliance.vision.find.finder import Finder as CardFinder
from training.crops import SIZE, Crop, save
from training.targets import INDEX, targets
from training.varied import quarter

torch = pytest.importorskip("torch", reason="PyTorch is only in training/requirements.txt")
pytest.importorskip("onnx", reason="onnx is only in training/requirements.txt")

nets = importlib.import_module("training.nets")
gpu = importlib.import_module("training.gpu")
train = importlib.import_module("training.train")


P = ParamSpec("P")
T = TypeVar("T")


class Here(Executor):
    """Works at once, in this process."""

    def submit(self, task: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        done = Future[T]()
        done.set_result(task(*given, **named))
        return done


def crop(seed: int = 1, corners: int = 1) -> Crop:
    chance = random.Random(seed)
    owner = np.zeros((SIZE // 4, SIZE // 4), np.uint8)
    owner[20:50, 20:40] = 1
    places = [(chance.uniform(60, 200), chance.uniform(60, 200)) for _ in range(corners)]
    return Crop(
        np.random.default_rng(seed).integers(0, 255, (SIZE, SIZE, 3), dtype=np.uint8),
        owner,
        np.array([(120, 140, 120, 0)], np.float32),
        np.array([(x, y, 15, 0.6, -0.8, 0, 1) for x, y in places], np.float32),
        ("7",) * corners,
        ("H",) * corners,
    )


@pytest.mark.parametrize("turns", range(4))
def test_a_crop_turned_there_is_as_one_turned_before(turns: int) -> None:
    before = crop()
    goal, weight = targets(before)
    image = before.image.transpose(2, 0, 1)
    turned = gpu.turned(
        *(torch.from_numpy(tensor)[None] for tensor in (image, goal, weight)), turns
    )
    seen, told, counts = (tensor[0].numpy() for tensor in turned)
    after = quarter(before, turns)
    assert np.array_equal(seen.transpose(1, 2, 0), after.image)
    wanted, counted = targets(after)
    # an index on the border between two places may be at either
    both = (counts > 0) & (counted > 0)
    both[INDEX] = False
    assert both.any()
    assert told[both] == pytest.approx(wanted[both], abs=1e-5)


def test_other_colours_are_colours_and_differ() -> None:
    torch.manual_seed(1)
    images = torch.rand(16, 3, 32, 32)
    seen = gpu.coloured(images)
    assert seen.shape == images.shape
    assert 0 <= seen.min() <= seen.max() <= 1
    assert not torch.equal(seen, images)


def test_a_large_finder_says_what_the_small_one_said_until_it_learns() -> None:
    torch.manual_seed(1)
    small = nets.Finder()
    for _ in range(3):
        small(torch.rand(2, 3, 64, 64))
    picture = torch.rand(1, 3, 64, 96)
    large = nets.grown(small.eval(), nets.LARGE).eval()
    with torch.no_grad():
        assert torch.allclose(large(picture), small(picture), atol=1e-5)
    assert nets.finder_of(large.state_dict()).size == nets.LARGE
    loss = large.train()(picture).square().sum()
    loss.backward()
    fresh = large.sixteenth[3].two[1].weight.grad
    assert fresh.abs().max() > 0


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("first", [0, 1])
def test_the_reader_loads_what_is_exported(first: int, tmp_path: Path) -> None:
    """From the first stage of the training on, when there is only one finder."""
    finders = [nets.Finder(size) for size in (nets.SMALL, nets.LARGE)]
    for finder in finders[:: 1 - 2 * first]:
        nets.export(finder.eval(), nets.Namer().eval(), tmp_path)
        reader = CardFinder(networks=tmp_path)
        reader.find(np.zeros((200, 300, 3), np.uint8), None)
    small, large = ((tmp_path / name).stat().st_size for name in (nets.FILES[0], nets.LARGE_FILE))
    assert large > 2 * small


def test_without_a_checkpoint_there_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    given = ("--shards", folder, "--start", folder, "--out", folder)
    monkeypatch.setattr("sys.argv", ["gpu", *given])
    assert gpu.main() == 1
    assert "checkpoint.pt can't be read" in capsys.readouterr().err


def test_the_newest_crops_are_kept_and_those_with_more_corners_found(tmp_path: Path) -> None:
    save(tmp_path / "shard-0000.npz", [crop(seed) for seed in range(3)])
    store = gpu.Store(tmp_path, 4, Here())
    store.refresh()
    assert (len(store), store.seen) == (3, 3)
    save(tmp_path / "shard-0001.npz", [crop(7, corners=3), crop(8)])
    store.refresh()
    assert (len(store), store.seen) == (4, 5)
    wanted = torch.from_numpy(crop(7, corners=3).image.transpose(2, 0, 1))
    images, goals, weights = store.some(5, 1.0)
    assert all(torch.equal(image, wanted) for image in images)
    goal, weight = targets(crop(7, corners=3))
    assert goals[0].numpy() == pytest.approx(goal, abs=4e-3)
    assert weights[0].numpy() == pytest.approx(weight, abs=4e-3)


def test_both_finders_learn_and_training_goes_on_from_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpu, "CROPS", 4)
    monkeypatch.setattr(gpu, "REPORT", 2.0)
    monkeypatch.setattr(gpu, "NEWS", 1)
    save(tmp_path / "shard-0000.npz", [crop(seed) for seed in range(4)])
    drawn, photos = (gpu.Store(tmp_path, 9, Here()) for _ in range(2))
    drawn.refresh()
    photos.refresh(wait=True)
    before = nets.Finder()
    start = {"finder": before.state_dict(), "namer": nets.Namer().state_dict(), "step": 7}
    learners = gpu.learners_of(nets.finder_of(start["finder"]))
    clock = iter(range(60, 60 + 1000))
    monkeypatch.setattr(gpu.time, "monotonic", lambda: float(next(clock)))
    told = list(gpu.train(learners, drawn, photos, train.Plan(0.1, 1e-3, 0.5, 1)))
    assert "4 crops  large" in told[0]
    assert told[-1].endswith("4 drawn crops, 4 of photographs")
    gpu.save(learners, start, tmp_path)
    for name, size in (("large", nets.LARGE), ("small", nets.SMALL)):
        trainer = train.Trainer(tmp_path / name)
        assert (trainer.finder.size, trainer.step) == (size, 7)
    assert not torch.equal(trainer.finder.head.weight, before.head.weight)
    assert list(gpu.learners_of(train.Trainer(tmp_path / "large").finder)) == ["large"]
