#!/usr/bin/env bash
# `make shipped-test`: the tests of cards, screens and drivers on what ships, in a Debian.
#
#   shipped.sh [RELEASE] [TEST ...]     13 or 14; tests/vision ..., by default those five folders
#
# Builds the package, installs it without a network, and runs the tests there as an ordinary user: the
# installed program with its own libraries and Debian's. Then photographs and drawn pictures are read there
# and with this checkout's versions: the ranks and the answers must be the same. Exit 0 if all holds, or with
# a line SKIP and the reason where that Debian can't be had; 1 where something fails. PICTURES=no leaves
# out the pictures, PICTURES=only the tests; MARKS is what pytest's -m takes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
export SHARED=${SHARED:-$root/../shared}
say() { echo "shipped-test: [$SECONDS s] $*"; }
release=${1:-13}
shift || true
[ $# -gt 0 ] || set -- tests/vision tests/box tests/decks tests/display tests/drivers

depends=$(sed -n 's/^Depends: //p' "$root/packaging/debian/control" | sed 's/ ([^)]*)//g; s/ //g')
also=init-system-helpers,python3-pytest,python3-hypothesis,python3-pytest-xdist,python3-babel,python3-smbus2,espeak-ng
also+=,fonts-noto-core,fonts-noto-cjk,python3-fonttools,python3-pip,python3-setuptools # for two test files
rc=0
debian=$("$here/debian.sh" "$release" shipped-test "$depends,$also") || rc=$?
[ "$rc" != 77 ] || exit 0
[ "$rc" = 0 ] || exit "$rc"

work=$(mktemp -d "$(dirname "$debian")/run.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
mkdir -p "$work/home/project" "$work/home/tools"
say "building the package"
"$python" "$root/packaging/deb.py" "$work/home" "$release" amd64 >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
# all but the program: the tests find none beside them, and import the installed one
git -C "$root" ls-files -z --cached --others --exclude-standard -- ':!appliance' ':!bluffing' ':!lab' |
  tar -C "$root" --null --files-from=- --create | tar -C "$work/home/project" --extract --no-same-owner
# picamera2 is pure Python, and only Raspberry Pi's own archive has it
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
  --target "$work/home/tools" -r "$root/requirements/picamera2.lock"

say "installing it"
"$here/enter.sh" "$debian" "$work" 'apt-get install --quiet --yes /home/player/doubtit_*.deb /home/player/doubtit-lab_*.deb' \
  >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

not_here=( # these compare files of the checkout with each other
  --deselect tests/display/test_a_new_screen.py::test_every_file_that_the_page_names_is_there
  --deselect tests/drivers/test_hub_install.py::test_a_wheel_has_what_the_checkout_has
)
say "the tests: $*"
[ "${PICTURES:-}" = only ] || "$here/enter.sh" "$debian" "$work" "
  cd /home/player/project
  export HOME=/home/player PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY=/tmp/examples
  export PYTHONPATH=/usr/lib/doubtit:tests/deb:../tools
  setpriv --reuid=player --regid=player --clear-groups python3 -m shipped
  setpriv --reuid=player --regid=player --clear-groups python3 -m pytest -p shipped -p no:cacheprovider \
    -n auto --dist worksteal -m '${MARKS:-not thorough}' ${not_here[*]} $(printf ' %q' "$@")"

[ "${PICTURES:-}" != no ] || exit 0
cd "$work/home"
PYTHONPATH=$root "$python" "$root/tests/deb/readings.py" draw drawn 60
pictures() { { find drawn shared/photos/ -name "*.png" -o -name "*.jpg" 2>/dev/null || true; } | sort; }
[ -d "$SHARED/photos" ] || echo "SKIP: shipped-test: photographs: there is no ../shared/photos beside the project"
say "pictures, as the installed program reads them"
"$here/enter.sh" "$debian" "$work" "
  cd /home/player
  $(declare -f pictures)
  setpriv --reuid=player --regid=player --clear-groups doubtit read --json \$(pictures)" >"$work/there"
say "the same, as this checkout reads them"
[ ! -d "$SHARED" ] || { rmdir shared; ln -s "$SHARED" shared; }
pictures | tr '\n' '\0' | xargs -0 "$python" -m appliance read --json >"$work/here"
PYTHONPATH=$root "$python" "$root/tests/deb/readings.py" compare "$work/here" "$work/there"
say "all holds"
