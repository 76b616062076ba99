#!/usr/bin/env bash
# `make image-test`: makes the image if need be, and of it a later one whose table does not come up, and tries both.
#
#   run.sh [CHECK...]     first emergency cuts update; all by themselves
#
# CUTS, SEED, LIMIT and PICTURES are those of trials.py. Exit 0 if all holds, or with a line SKIP where Debian
# can't be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
made=$root/build/image
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/pyproject.toml")
later=${version//[0-9]/9}  # as long as the version, so that it fits in its place in the kernel's file
skip() { echo "SKIP: image-test: $*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "it takes root"
for tool in mkfs.vfat mcopy; do
  command -v "$tool" >/dev/null || skip "$tool is missing (apt-get install dosfstools mtools)"
done
make_later() { # the same system with that version and a table that does not come up, in the folder WORK
  LC_ALL=C sed "s/doubtit_${version//./\\.}/doubtit_$later/g; s/IMAGE_VERSION=${version//./\\.}/IMAGE_VERSION=$later/" \
    "$made/doubtit_$version.efi" >"$work/doubtit_$later.efi"
  cp --sparse=always "$made/doubtit_$version.system.raw" "$work/system"
  # shellcheck disable=SC2016  # the inner shell's own words
  unshare --mount bash -ec 'mkdir -p "$0/made" && mount --bind "$1" "$0/made" && exec chroot "$0" bash -ec "$2"' \
    "$debian" "$work" "fsck.erofs --extract=/made/tree --xattrs /made/system >/made/log"
  sed -i "s/IMAGE_VERSION=.*/IMAGE_VERSION=$later/" "$work/tree/usr/lib/os-release"
  cp -r "$here/broken/." "$work/tree"
  unshare --mount bash -ec 'mount --bind "$1" "$0/made" && exec chroot "$0" bash -ec "$2"' \
    "$debian" "$work" "mkfs.erofs -zlz4 /made/doubtit_$later.system.raw /made/tree >/made/log"
  rm -r "$work/tree" "$work/system"
}
[ $# -gt 0 ] || set -- first emergency cuts update
[ -f "$made/doubtit_$version.efi" ] || "$root/packaging/image/build.sh" || { [ $? = 77 ] && exit 0; exit 1; }
debian=$("$root/tests/deb/debian.sh" 13 image "$(paste -sd , "$root/packaging/image/tools.txt")")
work=$(mktemp -d "$made/trial.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
cp --sparse=always "$made/doubtit_$version.raw" "$work/card"
truncate -s 4G "$work/card"  # a card has more room than the image
if [[ " $* " == *" update "* ]]; then
  make_later
  truncate -s 2G "$work/stick"
  mkfs.vfat -n DOUBTIT "$work/stick" >/dev/null
  mcopy -i "$work/stick" "$work/doubtit_$later.efi" "$work/doubtit_$later.system.raw" ::
fi
"${PYTHON:-python3}" "$here/trials.py" "$debian" "$work" "$version" "$later" "$@"
