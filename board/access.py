"""The organiser's password and sessions. Guests have neither, and only read.

The database has the password as Argon2id hashes it, and of a session the SHA-256 of its token: who
reads the database can't sign in.
"""

import hashlib
import hmac
import ipaddress
import secrets
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHash, VerificationError

from board.people import PeopleError
from venue.database import Database

PASSWORD_LETTERS = 10
"""Minimum length of a password; it has 256 at most."""

SIGNED_IN_S = 12 * 3600
"""Seconds from the organiser's sign-in to the end of the session."""

MOST_FAILURES = 5
"""Wrong passwords of an address in `FAILURES_S`, after which it has to wait."""

FAILURES_S = 15 * 60

MOST_ADDRESSES = 1000
"""Addresses whose wrong passwords are counted at once; while there are more, all wait."""

_hasher, _one_at_a_time = PasswordHasher(), Lock()


def set_password(database: Database, password: str) -> None:
    """Set the organiser's password, and end all sessions.

    Raises:
        PeopleError: it is too short or too long.
        StorageError: it can't be written.
    """
    if not PASSWORD_LETTERS <= len(password) <= 256:
        raise PeopleError("board.wrong.short", least=PASSWORD_LETTERS)
    hashed = _hasher.hash(password)
    with database.transaction():
        database.execute("DELETE FROM organiser")
        database.execute("DELETE FROM sessions")
        database.execute("INSERT INTO organiser VALUES (?)", (hashed,))


def has_password(database: Database) -> bool:
    """Return True once a password has been set. Raises StorageError."""
    return bool(database.execute("SELECT 1 FROM organiser"))


def sign_in(database: Database, password: str, now: int) -> str:
    """Open a session at `now` (s), and return its token.

    Raises:
        PeopleError: the password is wrong, or none is set.
        StorageError: the database can't be used.
    """
    known = database.execute("SELECT password FROM organiser")
    with _one_at_a_time:  # each takes 64 MiB and much of a second on a Pi
        try:
            _hasher.verify(known[0][0] if known else "", password[:256])
        except (VerificationError, InvalidHash) as error:
            raise PeopleError("board.wrong.password") from error
    token = secrets.token_urlsafe(32)
    with database.transaction():
        database.execute("DELETE FROM sessions WHERE ends <= ?", (now,))
        database.execute("INSERT INTO sessions VALUES (?, ?)", (_digest(token), now + SIGNED_IN_S))
    return token


def sign_out(database: Database, token: str) -> None:
    """End a session. Raises StorageError."""
    with database.transaction():
        database.execute("DELETE FROM sessions WHERE token = ?", (_digest(token),))


def is_open(database: Database, token: str, now: int) -> bool:
    """Return True for the token of a session that lasts at `now` (s). Raises StorageError."""
    asked = "SELECT 1 FROM sessions WHERE token = ? AND ends > ?"
    return bool(token and database.execute(asked, (_digest(token), now)))


def form_key(token: str) -> str:
    """Return the key of a session's forms: a page of another site does not know it."""
    return hmac.digest(token.encode(), b"form", "sha256").hex()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Attempts:
    """The attempts to sign in by address, so that a password can't be guessed."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, float]] = {}

    def admits(self, address: str, now: float) -> bool:
        """Count an attempt at `now` (s), and return True unless there were too many."""
        self._counts = {key: each for key, each in self._counts.items() if each[1] > now}
        place = _place(address)
        count, until = self._counts.get(place, (0, now + FAILURES_S))
        if place not in self._counts and len(self._counts) >= MOST_ADDRESSES:
            return False
        self._counts[place] = count + 1, until
        return count < MOST_FAILURES

    def forgive(self, address: str) -> None:
        """Count no attempt of an address that has signed in."""
        self._counts.pop(_place(address), None)


def _place(address: str) -> str:
    """Return the address that is counted: of IPv6 the network of a subscriber."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else address
