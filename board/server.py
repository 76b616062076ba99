"""The server of a board: uvicorn, which keeps no list of who reads it."""

from contextlib import closing

import uvicorn

from board.app import board_app
from venue.database import Database
from venue.settings import VenueSettings

SHUTDOWN_S = 1
"""Seconds that open pages have when the board is stopped."""

MOST_CONNECTIONS = 1000


def serve(settings: VenueSettings) -> None:
    """Show the board until it is stopped. Raises StorageError."""
    board = settings.board
    with closing(Database(settings.store, read_only=True)) as database:
        app = board_app(database, lambda: Database(settings.store), board)
        uvicorn.run(
            app, host=board.host, port=board.port, ws="none",
            lifespan="off", access_log=False, log_level="warning", server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_S, limit_concurrency=MOST_CONNECTIONS,
        )  # fmt: skip
