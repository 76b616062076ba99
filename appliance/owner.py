"""Root works in a folder with the rights of the folder's owner.

The owner of a folder can replace any file in it by a link or a device, at any moment. If root
followed it, root would read or write what the owner may not. So a command does everything below the
table's folder as its owner, and the kernel refuses the rest.
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

    A folder that does not exist has the owner of the folder above it. If a link leads to the folder
    and an account other than root may change that link, this account is the owner.

    Raises:
        OSError: the folder can't be examined.
    """
    if os.geteuid() != ROOT:
        return None
    uid, gid = _holder(folder)
    if uid == ROOT:
        return None
    try:
        account = pwd.getpwuid(uid)
    except KeyError:  # never with root's group
        return Owner(uid, gid or uid, (gid or uid,))
    groups = os.getgrouplist(account.pw_name, account.pw_gid)
    return Owner(uid, account.pw_gid, tuple(groups), account.pw_name, account.pw_dir)


def _holder(folder: Path) -> tuple[int, int]:
    """Return the uid and gid of the account that controls the path `folder`."""
    left = list(reversed(folder.absolute().parts[1:]))
    reached, followed = Path("/"), 0
    while left:
        part = left.pop()
        if part == "..":
            reached = reached.parent
            continue
        try:
            status = (reached / part).lstat()
        except FileNotFoundError:
            break
        if S_ISLNK(status.st_mode):
            followed += 1
            inside = reached.stat()
            for owner_status in (status, inside):
                if owner_status.st_uid != ROOT:
                    return owner_status.st_uid, owner_status.st_gid
            target = (reached / part).readlink()
            if followed > LINKS:
                break
            if target.is_absolute():
                reached = Path("/")
            left += reversed([name for name in target.parts if name != "/"])
        elif S_ISDIR(status.st_mode):
            reached /= part
        else:
            break
    last = reached.stat()
    return last.st_uid, last.st_gid


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Act as the owner of `folder` for a while, in all threads; only root can.

    Raises:
        OSError: the system refuses.
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

    `loads`: the process will still import parts of the program.

    Raises:
        ConfigError: the owner may not read them.
        OSError: the system refuses.
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
            account, program_folder = owner.name or str(owner.uid), str(Path(program).parent)
            raise ConfigError.of(
                "owner.no-program", who=account, folder=str(folder), program=program_folder
            )
