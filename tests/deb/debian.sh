#!/usr/bin/env bash
# Makes a Debian with some packages, once, and prints its folder: debian.sh RELEASE TARGET PACKAGE,PACKAGE...
#
# RELEASE is 13 or 14, TARGET the one of the Makefile that needs it. Exit 77 and a line SKIP with the reason
# where it can't be had. It is kept in ~/.cache/doubtit-deb (or $XDG_CACHE_HOME),
# and made again when the list of packages changes; MAKE_AGAIN=1 makes it again for newer packages.
set -euo pipefail
release=$1 target=$2 packages=$3 aged=()
case $release in
  13) suite=trixie ;;
  14) suite=forky ;;
  *) echo "no such release of Debian: $release" >&2; exit 2 ;;
esac
skip() { echo "SKIP: $target: $*" >&2; exit 77; }
[ "$(id -u)" = 0 ] || skip "making a Debian takes root"
[ "$(uname -m)" = x86_64 ] || skip "it is for amd64, this is $(uname -m)"
command -v mmdebstrap >/dev/null || skip "there is no mmdebstrap (apt-get install mmdebstrap)"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-deb
made=$cache/$target-$release-$(echo "$packages" | sha256sum | cut -c -16)
mkdir -p "$cache"
exec 9>"$made.lock"
flock 9
[ -z "${MAKE_AGAIN:-}" ] || rm -rf --one-file-system "$made"
if [ ! -d "$made" ]; then
  echo "$target: making a Debian $release, once, in $made" >&2
  making=$(mktemp -d "$cache/making.XXXXXX")
  trap 'rm -rf --one-file-system "$making"' EXIT
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null |
    grep -v security | head -1) || true
  # a mirror's lists of a Debian that is not released yet may be some weeks old
  [ "$release" = 13 ] || aged=(--aptopt='Acquire::Check-Valid-Until "false"')
  mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Retries "3"' "${aged[@]}" --include="$packages" \
    "$suite" "$making/root" "${mirror:-http://deb.debian.org/debian}" >"$made.log" 2>&1 ||
    skip "Debian $release can't be fetched: see $made.log"
  mv "$making/root" "$made"
fi
echo "$made"
