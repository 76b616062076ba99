"""Training crops on disk, and which of them are learned from."""

from pathlib import Path

import numpy as np

from training.crops import PLACES, SIZE, Crop, load, save, shards
from training.supply import Supply


def crop(shade: int, *labels: str, height: float = 100) -> Crop:
    """A crop of one shade with one card of that height and an index for each label."""
    return Crop(
        np.full((SIZE, SIZE, 3), shade, np.uint8),
        np.full((PLACES, PLACES), shade % 2, np.uint8),
        np.array([(128, 128, height, 0)], np.float32),
        np.array([(10 * n, 20, 12, 0, -1, 0, 1) for n, _ in enumerate(labels)]).reshape(-1, 7),
        labels,
        tuple("S" for _ in labels),
    )


def test_a_shard_gives_back_what_was_saved(tmp_path: Path) -> None:
    crops = [crop(3, "A", "10"), crop(4), crop(5, "Д")]
    save(tmp_path / "shard-0000.npz", crops)
    for loaded, other in zip(load(tmp_path / "shard-0000.npz"), crops, strict=True):
        assert (loaded.labels, loaded.suits) == (other.labels, other.suits)
        for part in ("image", "owner", "cards", "indices"):
            assert (getattr(loaded, part) == getattr(other, part)).all()


def test_crops_without_any_index_make_a_shard(tmp_path: Path) -> None:
    save(tmp_path / "shard-0000.npz", [crop(1), crop(2)])
    assert [crop.labels for crop in load(tmp_path / "shard-0000.npz")] == [(), ()]


def test_a_half_written_shard_is_not_listed(tmp_path: Path) -> None:
    save(tmp_path / "shard-0001.npz", [crop(1)])
    (tmp_path / "shard-0000.part.npz").write_bytes(b"half")
    assert [path.name for path in shards(tmp_path)] == ["shard-0001.npz"]


def test_the_newest_crops_are_kept_and_cards_that_are_too_high_left_out(tmp_path: Path) -> None:
    save(tmp_path / "shard-0000.npz", [crop(1), crop(2), crop(3, height=230)])
    supply = Supply(tmp_path, None, kept=3)
    assert supply.refresh(5) == 1
    assert supply.refresh(5) == 0
    save(tmp_path / "shard-0001.npz", [crop(4), crop(5)])
    assert supply.refresh(5) == 1
    assert [int(crop.image[0, 0, 0]) for crop in supply.drawn] == [2, 4, 5]
    assert supply.seen == 4


def test_photographs_stand_beside_what_is_drawn(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    save(photos / "shard-0000.npz", [crop(7), crop(8)])
    assert len(Supply(tmp_path, photos, kept=3).photos) == 2
