#!/usr/bin/env bash
# `make window-test`: a real window under a real X server (Xvfb), and keys pressed by XTEST.
# `make window-games` plays whole games there, each by this script with the arguments `game ...`:
# see play_games.py.
#
# Exit 0 if all checks hold, or with a line SKIP and the reason where the X server or python-xlib
# can't be had; 1 if a check failed. PRESSES sets how many keys are pressed (10,000).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
python=${PYTHON:-python3}
skip() { echo "SKIP: window-test: $*"; exit 0; }

command -v Xvfb >/dev/null || skip "Xvfb is missing (apt-get install xvfb)"
export XLIB=$PWD/build/window/site
if [ ! requirements/window.lock -ot "$XLIB/Xlib" ]; then
  rm -rf "$XLIB"
  "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
    --target "$XLIB" --requirement requirements/window.lock ||
    skip "pip can't fetch python-xlib"
  touch "$XLIB/Xlib"
fi
if [ "${1:-}" = games ]; then
  PYTHON=$python PYTHONPATH=$PWD:$here exec "$python" "$here/play_games.py"
fi
number=$(mktemp)
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$number" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null || true; rm -f "$number"' EXIT
for _ in $(seq 100); do
  [ ! -s "$number" ] || break
  kill -0 $server 2>/dev/null || skip "Xvfb does not start"
  sleep 0.1
done
[ -s "$number" ] || skip "Xvfb does not start"
DISPLAY=:$(cat "$number")
export DISPLAY SDL_VIDEODRIVER=x11 SDL_AUDIODRIVER=dummy
unset WAYLAND_DISPLAY
if [ "${1:-}" = game ]; then
  export PYTHONPATH=$PWD:$here
  # no "exec": the X server is ended by this shell
  "$python" "$here/one_game.py" "${@:2}"
  exit
fi
PYTHONPATH=$PWD:$here:$PWD/tests/display:$PWD/tests "$python" -m pytest -c "$here/pytest.ini" --noconftest -p no:cacheprovider \
  -p no:xdist -v -s -rfE "$here"/check_*.py
