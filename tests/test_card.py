"""The first start of a memory card: cloud-init's data, and the screen's words when it fails."""

import os
import subprocess
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
CARD = ROOT / "systemd" / "card"
PACKAGE = "doubtit_0.2.0+deb13_arm64.deb"


def unit() -> str:
    (file,) = yaml.safe_load((CARD / "user-data").read_text("utf-8"))["write_files"]
    assert file["path"] == "/etc/systemd/system/doubtit-install.service"
    return str(file["content"])


def install(folder: Path, apt: str) -> subprocess.CompletedProcess[str]:
    """Run the unit's command with `folder` as the card and an apt-get that does this."""
    (line,) = (line for line in unit().splitlines() if line.startswith("ExecStart="))
    script = line.partition(" -ec '")[2].removesuffix("'").replace("/boot/firmware", str(folder))
    for name, commands in (("dpkg", ""), ("apt-get", apt), ("systemctl", "")):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{folder}/calls\n{commands}\n')
        (folder / name).chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    return subprocess.run(  # noqa: S603 - our own script
        ["/bin/sh", "-ec", script],
        env={"PATH": path}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_the_package_on_the_card_is_installed(tmp_path: Path) -> None:
    (tmp_path / PACKAGE).touch()
    assert install(tmp_path, "exit 0").returncode == 0
    assert (tmp_path / "calls").read_text().splitlines() == [
        "dpkg --configure -a",  # after a power cut in the first try
        "apt-get -q -o APT::Update::Error-Mode=any update",
        f"apt-get -q -y install {tmp_path / PACKAGE}",
        "systemctl --quiet disable doubtit-install.service",
    ]


def test_a_card_without_the_package_says_what_to_copy(tmp_path: Path) -> None:
    ended = install(tmp_path, "exit 0")
    assert ended.returncode == 1
    assert "copy it to the partition bootfs" in ended.stdout
    assert "apt-get" not in (tmp_path / "calls").read_text()


def test_without_a_network_it_says_so_and_tries_again(tmp_path: Path) -> None:
    (tmp_path / PACKAGE).touch()
    ended = install(tmp_path, "exit 100")
    assert ended.returncode == 1
    assert "Debian is out of reach" in ended.stdout
    assert "The next try is in 30 s" in ended.stdout
    assert "Restart=on-failure" in unit()
    assert "RestartSec=30" in unit()


def test_an_update_on_the_card_needs_no_network(tmp_path: Path) -> None:
    (tmp_path / PACKAGE).touch()
    assert (
        install(tmp_path, "for last; do :; done; [ $last != update ] || exit 100").returncode == 0
    )


def test_nobody_can_log_in() -> None:
    data = yaml.safe_load((CARD / "user-data").read_text("utf-8"))
    assert data["users"] == []
    assert data["ssh_pwauth"] is False


def test_the_guide_shows_the_wi_fi_of_the_card() -> None:
    guide = (ROOT / "docs" / "build" / "card.md").read_text("utf-8")
    (block,) = (part.partition("```")[0] for part in guide.split("```yaml\n")[1:])
    assert yaml.safe_load(block) == yaml.safe_load((CARD / "network-config").read_text("utf-8"))
