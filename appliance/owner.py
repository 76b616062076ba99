"""Root works in a folder with the rights of whoever that folder belongs to.

Whoever owns a folder can put a link or a device in the place of any file in it, at any moment. Root
that follows it would read or write what the owner may not. So all that a command does below the
table's folder it does as the folder's owner: then the kernel itself refuses.
"""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISLNK

from appliance.errors import ConfigError

ROOT = 0

LINKS = 40
"""Links on the way to a folder at most, as in the kernel (path_resolution(7))."""


@dataclass(frozen=True, slots=True)
class Owner:
    """An account: its numbers, its groups, and its `name` and `home` if it has them."""

    uid: int
    gid: int
    groups: tuple[int, ...]
    name: str = ""
    home: str = "/"


def owner_of(folder: Path) -> Owner | None:
    """Return the account to act as below `folder`; None: the caller, who is not root or owns it.

    A folder that does not exist belongs to whoever owns the one in which it would be made. If a
    link leads there that somebody other than root may change, it is theirs.

    Raises:
        OSError: nobody can tell.
    """
    if os.geteuid() != ROOT:
        return None
    uid, gid = _holder(folder)
    if uid == ROOT:
        return None
    try:
        known = pwd.getpwuid(uid)
    except KeyError:  # root's group is nobody's for that
        return Owner(uid, gid or uid, (gid or uid,))
    groups = os.getgrouplist(known.pw_name, known.pw_gid)
    return Owner(uid, known.pw_gid, tuple(groups), known.pw_name, known.pw_dir)


def _holder(folder: Path) -> tuple[int, int]:
    """Return the uid and gid of whoever decides what the path `folder` leads to."""
    left = list(reversed(folder.absolute().parts[1:]))
    here, links = Path("/"), 0
    while left:
        part = left.pop()
        if part == "..":
            here = here.parent
            continue
        try:
            seen = (here / part).lstat()
        except FileNotFoundError:
            break
        if S_ISLNK(seen.st_mode):
            links += 1
            inside = here.stat()
            for one in (seen, inside):
                if one.st_uid != ROOT:
                    return one.st_uid, one.st_gid
            target = (here / part).readlink()
            if links > LINKS:
                break
            if target.is_absolute():
                here = Path("/")
            left += reversed([one for one in target.parts if one != "/"])
        elif S_ISDIR(seen.st_mode):
            here /= part
        else:
            break
    there = here.stat()
    return there.st_uid, there.st_gid


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Act as the owner of `folder` as long as this lasts, in all threads; root alone can.

    Raises:
        OSError: the system refuses to.
    """
    owner = owner_of(folder)
    if owner is None:
        yield
        return
    groups, gid = os.getgroups(), os.getegid()
    try:
        os.setgroups(owner.groups)
        os.setegid(owner.gid)
        os.seteuid(owner.uid)
        yield
    finally:
        os.seteuid(ROOT)
        os.setegid(gid)
        os.setgroups(groups)


def drop(folder: Path, *, loads: bool = False) -> None:
    """Become the owner of `folder` for good, if root runs this and does not own it.

    `loads`: parts of the program are still to be read after that.

    Raises:
        ConfigError: they are, and the owner may not read them.
        OSError: the system refuses to.
    """
    owner = owner_of(folder)
    if owner is None:
        return
    os.setgroups(owner.groups)
    os.setresgid(owner.gid, owner.gid, owner.gid)
    os.setresuid(owner.uid, owner.uid, owner.uid)
    os.environ.update(HOME=owner.home, USER=owner.name, LOGNAME=owner.name)
    for program in (__file__, os.__file__) if loads else ():
        if not os.access(program, os.R_OK):
            who, where = owner.name or str(owner.uid), str(Path(program).parent)
            raise ConfigError.of("owner.no-program", who=who, folder=str(folder), program=where)
