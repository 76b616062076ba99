"""The venue's side of a table: the public file goes out, and a pause may come in.

Both are off unless the settings switch them on. Programs of a venue run as other users, behind a
folder that everybody may read: docs/venue.md describes the files, the socket and the topics.
"""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from appliance.core.signals import Wish, Wished
from appliance.drivers import opened
from appliance.runtime.journal import Journal
from appliance.runtime.public_file import PublicFile
from appliance.service.context import TableContext

PUBLIC = "public"
"""Folder of the public files, beside the journal."""

COMMANDS_SOCKET = "commands"
"""Name of the socket in that folder."""

VENUE_WISHES = {b"pause": Wish.PAUSE}
"""The commands of a venue: none decides anything in a game."""

COMMAND_BYTES = 16
"""Bytes that are read of a datagram; a command is shorter."""


COMMAND_EVERY_S = 1.0
"""Seconds for one datagram: who sends more of them waits, and never the table."""


class CommandSocket:
    """Posts the wishes that come as datagrams to a socket in `folder`. Implements Openable.

    Whatever is no command is dropped, and a socket that can't be made is missing: the game goes on.
    """

    def __init__(self, folder: Path, context: TableContext) -> None:
        self._path, self._context = folder / COMMANDS_SOCKET, context
        self._socket: socket.socket | None = None
        self._stop = Event()
        self._thread = Thread(target=self._work, name="venue commands", daemon=True)

    def open(self) -> None:
        """Make the socket, for every user of the machine."""
        endpoint = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            endpoint.bind(str(self._path))
            self._path.chmod(0o666)
        except OSError:
            endpoint.close()
            return
        self._socket = endpoint
        self._thread.start()

    def close(self) -> None:
        """Remove the socket."""
        if self._socket is None:
            return
        self._stop.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()
        with suppress(OSError):
            self._path.unlink()

    def _work(self) -> None:
        assert self._socket is not None  # noqa: S101 - as `open` has made it
        while not self._stop.is_set():
            try:
                wish = VENUE_WISHES.get(self._socket.recv(COMMAND_BYTES))
            except OSError:
                return
            if wish is not None and not self._stop.is_set():
                self._context.post(Wished(wish, self._context.clock()))
            self._stop.wait(COMMAND_EVERY_S)


@contextmanager
def published(journal: Journal, context: TableContext) -> Iterator[None]:
    """Have the evening's public file written meanwhile, and take commands, as the settings say."""
    venue = context.config.venue
    folder = Path(venue.folder) if venue.folder else journal.path.with_name(PUBLIC)
    with ExitStack() as stack:
        if venue.publish:
            public = PublicFile(journal.path, folder)
            journal.recorded = public.ring
            stack.enter_context(opened(public))
        if venue.commands:
            stack.enter_context(opened(CommandSocket(folder, context)))
        yield
