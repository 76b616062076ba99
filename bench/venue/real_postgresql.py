"""A real PostgreSQL on this machine, on a Unix socket alone, as a cluster of its own."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


def programs() -> Path | None:
    """The folder of the newest PostgreSQL's programs, if one is installed."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2])
    )
    return folders[-1] if folders and shutil.which("runuser") and os.geteuid() == 0 else None


class PostgreSql:
    """A cluster in `folder`; `address` is what the venue's settings name."""

    def __init__(self, tools: Path, folder: Path) -> None:
        self._tools, self._folder = tools, folder
        self._run("initdb", "--auth=trust", "--no-sync", "-D", str(folder / "data"))
        self.address = f"postgresql:///postgres?host={folder}&user={USER}"

    @property
    def pid(self) -> int:
        """The running server."""
        return int((self._folder / "data" / "postmaster.pid").read_text("ascii").split()[0])

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self._folder} -c listen_addresses="
        log = str(self._folder / "log")
        self._run(
            "pg_ctl", "-D", str(self._folder / "data"), "-l", log, "-w", "-o", options, "start"
        )

    def stop(self) -> None:
        """End it at once, as a power cut does."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "-w", "stop")

    def _run(self, tool: str, *words: str) -> None:
        command = ["runuser", "-u", USER, "--", str(self._tools / tool), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")  # noqa: S603 - Debian's


@contextmanager
def cluster(tools: Path) -> Iterator[PostgreSql]:
    """Run a cluster in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        account = pwd.getpwnam(USER)
        os.chown(name, account.pw_uid, account.pw_gid)
        server = PostgreSql(tools, Path(name))
        server.start()
        try:
            yield server
        finally:
            server.stop()
