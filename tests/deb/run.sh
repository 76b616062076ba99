#!/usr/bin/env bash
# `make deb-test`: the Debian package, built twice, installed in its Debian without a network, and tried.
#
#   run.sh [RELEASE] [PART ...]     13 or 14; contract updates damage, or all of them
#
# Exit 0 if all holds, or with a line SKIP and the reason where that Debian can't be had; 1 where
# something fails. The Debian is made once, and kept in ~/.cache/doubtit-deb (or $XDG_CACHE_HOME).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-deb
release=${1:-13}
aged=()
shift || true
parts=${*:-contract updates damage}
case $release in
  13) suite=trixie ;;
  14) suite=forky ;;
  *) echo "no such release of Debian: $release" >&2; exit 2 ;;
esac
say() { echo "deb-test: [$SECONDS s] $*"; }
skip() { echo "SKIP: deb-test: $*"; exit 0; }

[ "$(id -u)" = 0 ] || skip "installing a package takes root"
[ "$(uname -m)" = x86_64 ] || skip "it installs the package for amd64, this is $(uname -m)"
for tool in mmdebstrap dpkg-deb; do
  command -v $tool >/dev/null || skip "there is no $tool (apt-get install mmdebstrap dpkg)"
done

depends=$(sed -n 's/^Depends: //p' "$root/packaging/debian/control" | sed 's/ ([^)]*)//g; s/ //g')
also=udev,init-system-helpers,lintian,bash-completion,man-db,libcap2-bin,espeak-ng
key=$(echo "$suite $depends $also" | sha256sum | cut -c -16)
debian=$cache/$key
mkdir -p "$cache"
if [ ! -d "$debian" ]; then
  say "making a Debian $release, once, in $debian"
  making=$(mktemp -d "$cache/making.XXXXXX")
  trap 'rm -rf --one-file-system "$making"' EXIT
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null |
    grep -v security | head -1) || true
  # a mirror's lists of a Debian that is not released yet may be some weeks old
  [ "$release" = 13 ] || aged=(--aptopt='Acquire::Check-Valid-Until "false"')
  mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Retries "3"' "${aged[@]}" --include="$depends,$also" \
    "$suite" "$making/root" "${mirror:-http://deb.debian.org/debian}" >"$cache/build.log" 2>&1 ||
    skip "Debian $release can't be fetched: see $cache/build.log"
  mv "$making/root" "$debian"
fi

work=$(mktemp -d "$cache/run.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
mkdir "$work/shared" "$work/again" "$work/changes" "$work/work" "$work/root"
say "building twice"
for dist in shared again; do
  "$python" "$root/packaging/deb.py" "$work/$dist" "$release" amd64 >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
done
cmp "$work"/shared/*.deb "$work"/again/*.deb || { echo "FAILED: two builds differ"; exit 1; }
say "both are alike: $(sha256sum "$work"/shared/*.deb | cut -c -16)"
rm -r "$work/again"
package=$(echo "$work"/shared/*.deb)
for other in 90.1 90.2 "90.4 script"; do
  LITE=1 "$here/another.sh" "$package" $other >/dev/null
done
cp "$here"/{inside.sh,contract.py,updates.sh,damage.sh,ready.py} "$root/tests/scenarios/bluff.toml" "$work/shared/"

export WORK=$work DEBIAN=$debian PARTS=$parts
unshare --mount --net --pid --fork --kill-child bash -euc '
  mount -t overlay overlay "$WORK/root" \
    -o "lowerdir=$DEBIAN,upperdir=$WORK/changes,workdir=$WORK/work"
  mkdir -p "$WORK/root/shared"
  mount --bind "$WORK/shared" "$WORK/root/shared"
  mount -t proc proc "$WORK/root/proc"
  mount -t sysfs sysfs "$WORK/root/sys"
  mount -t tmpfs tmpfs "$WORK/root/run"
  mount --bind /dev "$WORK/root/dev"
  mount -t tmpfs tmpfs "$WORK/root/dev/shm"
  exec chroot "$WORK/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    PARTS="$PARTS" CUTS="${CUTS:-}" EVERY="${EVERY:-}" DEBIAN_FRONTEND=noninteractive bash /shared/inside.sh'
say "all holds"
