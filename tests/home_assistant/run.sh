#!/usr/bin/env bash
# `make home-assistant-test`: a table in the real Home Assistant, over a real Mosquitto, in a Debian 13.
#
# Exit 0 if all checks hold, or with a line SKIP and the reason where Debian or Home Assistant can't be
# had; 1 if a check failed. Home Assistant is installed once, and takes 630 MB.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
deb=$root/tests/deb
release=2026.2.3  # the newest for Debian 13's Python
packages=ca-certificates,gcc,libc6-dev,mosquitto,python3,python3-dev,python3-venv

rc=0
debian=$("$deb/debian.sh" 13 home-assistant-test "$packages") || rc=$?
[ "$rc" != 77 ] || exit 0
[ "$rc" = 0 ] || exit "$rc"
work=$(dirname "$debian")/home-assistant-$release
exec 9>"$work.lock"
flock 9
mkdir -p "$work/home"
if [ ! -f "$work/home/installed" ]; then
  NETWORK=yes "$deb/enter.sh" "$debian" "$work" "
    python3 -m venv --clear /home/player/venv
    /home/player/venv/bin/pip install --quiet --disable-pip-version-check homeassistant==$release paho-mqtt==2.1.0
    touch /home/player/installed" ||
    { echo "SKIP: home-assistant-test: pip can't fetch Home Assistant $release"; exit 0; }
fi
rm -rf "$work/home/project"
mkdir -p "$work/home/project/bench/venue"
cp -r "$root/venue" "$here/check.py" "$work/home/project"
cp "$root"/bench/__init__.py "$work/home/project/bench"
cp "$root"/bench/venue/{__init__,real_broker}.py "$work/home/project/bench/venue"
NETWORK=yes "$deb/enter.sh" "$debian" "$work" "
  cd /home/player/project
  exec timeout 300 /home/player/venv/bin/python check.py"
