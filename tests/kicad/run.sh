#!/usr/bin/env bash
# `make board-test`: KiCad 9 looks at the seat hub's schematic and board, and at spoilt ones.
#
# Exit 0 if all holds, or with a line SKIP and the reason where there is no such KiCad; 1 where
# something fails. Where kicad-cli is older than 8 or missing, a Debian 13 with KiCad is made once, and
# kept in ~/.cache/doubtit-kicad (or $XDG_CACHE_HOME): 1 GB, of which 200 MB are fetched.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-kicad
made=$cache/debian13
say() { echo "board-test: [$SECONDS s] $*"; }
skip() { echo "SKIP: board-test: $*"; exit 0; }

version=$(kicad-cli version 2>/dev/null | cut -d. -f1) || true
if [ "${version:-0}" -lt 8 ]; then
  [ "$(id -u)" = 0 ] || skip "making a Debian takes root"
  command -v mmdebstrap >/dev/null || skip "there is no mmdebstrap (apt-get install mmdebstrap)"
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock 9
  if [ ! -d "$made" ]; then
    say "making a Debian 13 with KiCad, once, in $made"
    making=$(mktemp -d "$cache/making.XXXXXX")
    trap 'rm -rf --one-file-system "$making"' EXIT
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null |
      grep -v security | head -1) || true
    mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Retries "3"' --include=kicad \
      trixie "$making/root" "${mirror:-http://deb.debian.org/debian}" >"$cache/build.log" 2>&1 ||
      skip "Debian 13 can't be fetched: see $cache/build.log"
    mv "$making/root" "$made"
  fi
  export PATH=$here:$PATH KICAD_PYTHON=$here/kicad-python
fi
cd "$root"
"$python" -m pytest -q -rs -m thorough tests/workshop_/test_schematic.py \
  tests/workshop_/test_hub_board.py::test_kicad_finds_no_fault_and_finds_those_that_are_made
