#!/usr/bin/env bash
# `make image-test`: makes the image if need be, and a later one whose table does not come up, and tries both.
#
#   run.sh [CHECK...]     first cuts update; all by themselves
#
# CUTS, SEED, LIMIT and PICTURES are those of trials.py. Exit 0 if all holds, or with a line SKIP where Debian
# can't be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
made=$root/build/image
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/pyproject.toml")
later=1000.0
skip() { echo "SKIP: image-test: $*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "it takes root"
for tool in mkfs.vfat mcopy; do
  command -v "$tool" >/dev/null || skip "$tool is missing (apt-get install dosfstools mtools)"
done
build() { # VERSION and mkosi's options, unless that version is made already
  [ -f "$made/doubtit_$1.efi" ] || "$root/packaging/image/build.sh" "$@" || { [ $? = 77 ] && exit 0; exit 1; }
}
[ $# -gt 0 ] || set -- first cuts update
build "$version"
work=$(mktemp -d "$made/trial.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
cp --sparse=always "$made/doubtit_$version.raw" "$work/card"
truncate -s 4G "$work/card"  # a card has more room than the image
if [[ " $* " == *" update "* ]]; then
  build "$later" --extra-tree=/project/tests/image/broken
  truncate -s 2G "$work/stick"
  mkfs.vfat -n DOUBTIT "$work/stick" >/dev/null
  mcopy -i "$work/stick" "$made/doubtit_$later.efi" "$made/doubtit_$later.system.raw" ::
fi
debian=$("$root/tests/deb/debian.sh" 13 image "$(paste -sd , "$root/packaging/image/tools.txt")")
"${PYTHON:-python3}" "$here/trials.py" "$debian" "$work" "$version" "$later" "$@"
