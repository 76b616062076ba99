#!/usr/bin/env bash
# Makes the Pi's system: Debian 13 for arm64, with what our package depends on, and a QEMU to run it
# with.
#
#   build.sh            prints the folder that holds root/ and qemu-aarch64, made if need be
#
# The packages are unpacked here and not installed there: emulated, that takes an hour. Exit 77 with
# one line that says why, where it can't be had (no network, not Debian, no room); any other failure
# is a fault of this script. It takes no root, and nothing outside the cache is written.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-pi

skip() { echo "$*" >&2; exit 77; }
say() { echo "pi: [$SECONDS s] $*" >&2; }

needs=$(sed -n 's/^\(Depends\|Recommends\): //p' "$project/packaging/debian/control" |
  sed 's/ ([^)]*)//g' | tr ',\n' '  ')
key=$({ cat "$here/build.sh"; echo "$needs"; } | sha256sum | cut -c -16)
made=$cache/$key
if [ -d "$made" ]; then echo "$made"; exit 0; fi

[ "$(uname -sm)" = "Linux x86_64" ] || skip "it is emulated on x86-64 Linux, this is $(uname -sm)"
for tool in apt-get dpkg-deb; do
  command -v $tool >/dev/null || skip "it is made with Debian's tools, and there is no $tool"
done
mkdir -p "$cache"
room=$(df --output=avail --block-size=1M "$cache" | tail -1)
[ "$room" -ge 4000 ] || skip "making it takes 4 GB, and $cache has ${room// /} MB"
exec 9>"$cache/lock"
flock 9
if [ -d "$made" ]; then echo "$made"; exit 0; fi

say "making a Pi's system, once, in $made"
work=$(mktemp -d "$cache/making.XXXXXX")
trap 'rm -rf "$work"' EXIT
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f $keys ] || skip "there is no $keys: apt-get install debian-archive-keyring"
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null |
  grep -v security | head -1) || true
[ -n "$mirror" ] || skip "apt-get knows no Debian archive to make it from"

# an apt of its own, of another Debian and another processor than this machine's
apt_of() { # ARCHITECTURE WORDS...
  local of=$1 state=$work/apt-$1
  shift
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
  touch "$state/status"
  echo "deb [arch=$of signed-by=$keys] $mirror trixie main" >"$state/list"
  apt-get -qq -o APT::Architecture="$of" -o APT::Architectures="$of" -o APT::Sandbox::User="" \
    -o APT::Install-Recommends=false -o Acquire::Retries=3 -o Debug::NoLocking=true \
    -o Dir::State::status="$state/status" -o Dir::State::Lists="$state/lists" \
    -o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist="$state/list" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null "$@"
}
fetch() { # ARCHITECTURE PACKAGES...: they and what they need, in apt-ARCHITECTURE/cache/archives
  local of=$1
  shift
  { apt_of "$of" update && apt_of "$of" install --yes --download-only "$@"; } \
    >"$cache/apt.log" 2>&1 || skip "apt-get can't fetch Debian 13 for $of: see $cache/apt.log"
}

say "QEMU"
apt_of amd64 update >"$cache/apt.log" 2>&1 || skip "apt-get finds no Debian 13: see $cache/apt.log"
# of Debian 13: the 7.2 of Debian 12 crashes in ONNX Runtime 1.28
(cd "$work" && apt_of amd64 download qemu-user >>"$cache/apt.log" 2>&1) ||
  skip "apt-get can't fetch Debian 13's qemu-user: see $cache/apt.log"
dpkg-deb --fsys-tarfile "$work"/qemu-user_*.deb | tar -x -C "$work" ./usr/bin/qemu-aarch64

say "Debian's packages"
apt_of arm64 update >"$cache/apt.log" 2>&1 || skip "apt-get finds no Debian 13: see $cache/apt.log"
packages=(base-files base-passwd bash coreutils dash diffutils dpkg init-system-helpers libc-bin perl-base)
# onnxruntime: the one of Debian 13, which a Pi 4 can't run, must do no harm where it is installed
for package in $needs python3-onnxruntime; do
  if [ -n "$(apt_of arm64 --print-uris download "$package" 2>/dev/null)" ]; then
    packages+=("$package")
  else
    say "left out: $package, which Raspberry Pi's own archive has"
  fi
done
fetch arm64 "${packages[@]}"
root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
for package in "$work"/apt-arm64/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$root"
  # dpkg is told that it is installed, so that it can say what our package lacks
  dpkg-deb --field "$package" | sed '/^Package: /a Status: install ok installed'
  echo
done >"$root/var/lib/dpkg/status"
# what the packages' own scripts would do
printf '/usr/lib/aarch64-linux-gnu/%s\n' blas lapack >"$root/etc/ld.so.conf.d/alternatives.conf"

mkdir "$work/made"
mv "$root" "$work/usr/bin/qemu-aarch64" "$work/made/"
"$here/enter.sh" "$work/made" ldconfig || skip "programs for arm64 can't be run here"
find "$cache" -mindepth 1 -maxdepth 1 -type d ! -path "$work" -exec rm -rf {} +
mv "$work/made" "$made"
say "made"
echo "$made"
