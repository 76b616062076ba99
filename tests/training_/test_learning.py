"""The networks, their losses and the training itself, where PyTorch is at hand."""

import importlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from appliance.vision.arrays import Floats
from appliance.vision.find.index import LABELS, SUITS
from appliance.vision.find.runner import Network, fitting, load
from training.crops import PLACES, SIZE, Crop, save
from training.supply import Supply
from training.targets import CHANNELS, targets

torch = pytest.importorskip("torch", reason="PyTorch is only in training/requirements.txt")
pytest.importorskip("onnx", reason="onnx is only in training/requirements.txt")

nets = importlib.import_module("training.nets")
losses = importlib.import_module("training.losses")
train = importlib.import_module("training.train")
average = importlib.import_module("training.average")
resume = importlib.import_module("training.resume")

exporting = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def crop() -> Crop:
    owner = np.zeros((PLACES, PLACES), np.uint8)
    owner[20:50, 20:40] = 1
    return Crop(
        np.random.default_rng(1).integers(0, 255, (SIZE, SIZE, 3), dtype=np.uint8),
        owner,
        np.array([(120, 140, 120, 0)], np.float32),
        np.array([(90, 90, 15, 0, -1, 0, 1)], np.float32),
        ("7",),
        ("H",),
    )


def test_saying_what_is_asked_costs_least() -> None:
    goal, weight = (torch.from_numpy(part)[None] for part in targets(crop()))
    right = goal.clone()
    right[:, :3] = goal[:, :3] * 20 - 10
    least = losses.finder_loss(right, goal, weight)
    for channel in range(len(CHANNELS)):
        wrong = right.clone()
        wrong[:, channel] = -wrong[:, channel] + 0.5
        assert losses.finder_loss(wrong, goal, weight) > least


def test_what_does_not_count_costs_nothing() -> None:
    goal, weight = (torch.from_numpy(part)[None] for part in targets(crop()))
    maps = torch.zeros_like(goal)
    other = torch.where(weight == 0, torch.full_like(maps, 3.0), maps)
    assert losses.finder_loss(other, goal, weight) == losses.finder_loss(maps, goal, weight)


def in_opencv(path: Path) -> Network:
    loaded = cv2.dnn.readNetFromONNX(str(path))

    def run(values: Floats) -> Floats:
        loaded.setInput(values)
        return np.asarray(loaded.forward(), np.float32)

    return run


def in_the_reader(path: Path) -> Network:
    return load(path, fitting())


@exporting
@pytest.mark.parametrize("opened", [in_the_reader, in_opencv])
def test_both_networks_are_run_as_torch_computes_them(
    opened: Callable[[Path], Network], tmp_path: Path
) -> None:
    torch.manual_seed(1)
    finder, namer = nets.Finder().eval(), nets.Namer().eval()
    nets.export(finder, namer, tmp_path)
    picture = np.random.default_rng(1).random((1, 3, 96, 160), np.float32)
    with torch.no_grad():
        maps = nets.FinderWithChances(finder)(torch.from_numpy(picture)).numpy()
    assert maps.shape == (1, len(CHANNELS), 24, 40)
    assert np.allclose(opened(tmp_path / "finder.onnx")(picture), maps, atol=1e-3)
    cuts = np.random.default_rng(2).normal(0, 1, (3, 3, 56, 48)).astype(np.float32)
    with torch.no_grad():
        chances = nets.NamerWithChances(namer)(torch.from_numpy(cuts)).numpy()
    names, suits = chances[:, : len(LABELS)], chances[:, len(LABELS) :]
    assert suits.shape == (3, len(SUITS))
    assert np.allclose((names.sum(axis=1), suits.sum(axis=1)), 1, atol=1e-5)
    assert np.allclose(opened(tmp_path / "namer.onnx")(cuts), chances, atol=1e-4)


def seasoned(network: Any) -> Any:  # noqa: ANN401 - the networks' types need PyTorch
    """A network that has seen something, so that its normalisations have something to fold."""
    high, wide = (56, 48) if isinstance(network, nets.Namer) else (64, 64)
    for _ in range(3):
        network(torch.rand(4, 3, high, wide))
    return network.eval()


@exporting
def test_exported_networks_say_the_same_when_they_are_resumed(tmp_path: Path) -> None:
    torch.manual_seed(1)
    finder, namer = seasoned(nets.Finder()), seasoned(nets.Namer())
    nets.export(finder, namer, tmp_path)
    pictures, cuts = torch.rand(4, 3, 64, 64), torch.rand(8, 3, 56, 48)
    for name, network, made, given in (
        ("finder.onnx", finder, nets.Finder(), pictures),
        ("namer.onnx", namer, nets.Namer(), cuts),
    ):
        resume.unfold(made, resume.exported(tmp_path / name), [given])
        with torch.no_grad():
            assert torch.allclose(made.eval()(given), network.eval()(given), atol=1e-4)
            drop = [module for module in made.modules() if isinstance(module, torch.nn.Dropout)]
            made.train()
            for layer in drop:
                layer.eval()
            assert torch.allclose(
                made(given), network(given), atol=0.05
            )  # so it learns on from there


@exporting
@pytest.mark.parametrize("large", [False, True])
def test_training_goes_on_from_either_finder_that_ships(
    large: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It becomes a checkpoint, with the shipped namer."""
    torch.manual_seed(1)
    size = nets.LARGE if large else nets.SMALL
    finder, namer = seasoned(nets.Finder(size)), seasoned(nets.Namer())
    nets.export(finder, namer, tmp_path)
    save(tmp_path / "shard-0000.npz", [crop(), crop()])
    folder = str(tmp_path)
    given = ["--networks", folder, "--shards", folder, "--out", folder, *["--large"] * large]
    monkeypatch.setattr("sys.argv", ["resume", *given])
    assert resume.main() == 0
    made = train.Trainer(tmp_path).finder.eval()
    picture = torch.rand(1, 3, 64, 64)
    assert made.size == size
    assert torch.allclose(made(picture), finder(picture), atol=1e-3)


@exporting
def test_to_go_on_from_nothing_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [f"--{name}={tmp_path}" for name in ("networks", "shards", "out")]
    monkeypatch.setattr("sys.argv", ["resume", *given])
    assert resume.main() == 1
    assert "holds no shard" in capsys.readouterr().err
    save(tmp_path / "shard-0000.npz", [crop()])
    assert resume.main() == 1
    assert "finder.onnx can't be read" in capsys.readouterr().err


def test_the_rate_rises_and_falls() -> None:
    plan = train.Plan(minutes=10, rate=0.1, share=0, seed=1)
    assert plan.rate_at(0, 0) < plan.rate_at(75, 0) < plan.rate_at(150, 0) == 0.1
    assert plan.rate_at(150, 0) > plan.rate_at(900, 0.5) > plan.rate_at(1000, 1) > 0


def test_a_step_learns_and_a_stopped_training_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.manual_seed(1)
    trainer = train.Trainer(tmp_path)
    before = trainer.finder.head.weight.detach().clone()
    figures = trainer.learn([crop(), crop()], 1e-3, random.Random(1))
    assert all(np.isfinite(figures))
    assert not torch.equal(before, trainer.finder.head.weight)
    trainer.save()
    again = train.Trainer(tmp_path)
    assert again.step == 1
    assert torch.equal(again.finder.head.weight, trainer.finder.head.weight)
    assert "goes on at step 1" in capsys.readouterr().out


@pytest.mark.parametrize(("only", "other"), [("namer", "finder"), ("finder", "namer")])
def test_one_network_learns_alone(tmp_path: Path, only: str, other: str) -> None:
    """Then nothing of the other moves, not even what it counts of the pictures it saw."""
    torch.manual_seed(1)
    trainer = train.Trainer(tmp_path, only)
    still, moving = getattr(trainer, other), getattr(trainer, only)
    before = {name: value.clone() for name, value in still.state_dict().items()}
    weights = next(moving.parameters()).detach().clone()
    figures = trainer.learn([crop(), crop()], 1e-3, random.Random(1))
    assert figures._asdict()[only] > 0 == figures._asdict()[other]
    assert not torch.equal(weights, next(moving.parameters()))
    after = still.state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_suits_alone_are_learned_without_a_change_to_any_name(tmp_path: Path) -> None:
    torch.manual_seed(1)
    trainer = train.Trainer(tmp_path, "suits")
    before = {name: value.clone() for name, value in trainer.namer.state_dict().items()}
    assert trainer.learn([crop(), crop()], 1e-3, random.Random(1)).namer > 0
    moved = {
        name for name, value in trainer.namer.state_dict().items()
        if not torch.equal(before[name], value)
    }  # fmt: skip
    assert moved
    assert all(name.startswith("suit.") for name in moved)


def test_every_run_is_recorded(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn"
    drawn.mkdir()
    save(drawn / "shard-0000.npz", [crop()] * 3)
    supply = Supply(drawn, None, kept=9)
    supply.refresh(1)
    trainer, plan = train.Trainer(tmp_path), train.Plan(minutes=1, rate=0.1, share=0.25, seed=6)
    for _ in range(2):
        train.record(trainer, supply, plan, train.Figures(1.0, 2.0, 0.5))
    made = json.loads((tmp_path / "made.json").read_text(encoding="utf-8"))
    assert {"python", "torch", "numpy", "opencv", "onnx"} == set(made["versions"])
    assert [(run["seed"], run["drawn crops"]) for run in made["runs"]] == [(6, 3), (6, 3)]


@exporting
def test_the_mean_of_two_networks_lies_between_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainers = [train.Trainer(tmp_path / name) for name in "ab"]
    for trainer in trainers:
        trainer.folder.mkdir()
        trainer.save()
    folders = [str(trainer.folder) for trainer in trainers]
    monkeypatch.setattr("sys.argv", ["average", *folders, "--out", str(tmp_path / "mean")])
    assert average.main() == 0
    first, second = (trainer.finder.head.weight for trainer in trainers)
    mean = train.Trainer(tmp_path / "mean").finder.head.weight
    assert torch.allclose(mean, (first + second) / 2)
    assert (tmp_path / "mean" / "namer.onnx").exists()


def test_a_folder_without_a_checkpoint_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["average", str(tmp_path), "--out", str(tmp_path / "mean")])
    assert average.main() == 1
    assert "checkpoint.pt can't be read" in capsys.readouterr().err
