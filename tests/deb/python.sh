#!/usr/bin/env bash
# `make python-test`: `make setup` and `make test` with the Python of a Debian: python.sh [RELEASE]
#
# RELEASE is 13 (Python 3.13) or 14 (3.14). A copy of this checkout is tried there as an ordinary user, with
# nothing installed but Python, make, git and GLib; only the setup has a network.
# TARGET="test-quick QUICK=tests/commands" for less.
# Exit 0 if all holds, or with a line SKIP and the reason where that Debian can't be had; 1 where
# something fails.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
release=${1:-13}
export SHARED=${SHARED:-$root/../shared}
say() { echo "python-test: [$SECONDS s] $*"; }

# pygame's wheel needs the system's GLib to play sounds; pygame-ce's has all it needs
packages=ca-certificates,git,make,python3,python3-venv,libglib2.0-0t64
rc=0
debian=$("$here/debian.sh" "$release" python-test "$packages") || rc=$?
[ "$rc" != 77 ] || exit 0
[ "$rc" = 0 ] || exit "$rc"

work=$(mktemp -d "$(dirname "$debian")/run.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
mkdir "$work/home"
git clone --quiet --no-hardlinks "$root" "$work/home/project"
git -C "$root" ls-files -z --cached --others --exclude-standard |
  tar -C "$root" --null --files-from=- --create | tar -C "$work/home/project" --extract
chown -R 1000:1000 "$work/home"
player() { # SCRIPT: it runs there as an ordinary user
  "$here/enter.sh" "$debian" "$work" "
    cd /home/player/project
    exec setpriv --reuid=player --regid=player --clear-groups env HOME=/home/player bash -euc '$1'"
}

say "setting up"
NETWORK=yes player 'python3 --version && make setup'
say "the versions"
player '.venv/bin/python -m pip list --disable-pip-version-check 2>/dev/null |
  grep -iE "^(numpy|onnxruntime|opencv|pygame|gpiozero|pyserial|pytest|hypothesis|pettingzoo)"'
say "make ${TARGET:=test}"
player "make $TARGET"
say "all holds"
