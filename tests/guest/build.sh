#!/usr/bin/env bash
# Makes the guest: Debian 13 with its stock kernel, gpio-sim as a module, and what drivers need.
#
#   build.sh            prints the folder that holds vmlinuz, initrd and root.ext4, made if need be
#
# Exit 77 with one line that says why, where it can't be had (no root, no network, not Debian);
# any other failure is a fault of these scripts. Nothing outside the cache is written, except
# that missing Debian packages are installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-guest

skip() { echo "$*" >&2; exit 77; }
say() { echo "guest: [$SECONDS s] $*" >&2; }

key=$(cat "$here"/{build.sh,inside.sh,agent.sh,wheels.lock} | sha256sum | cut -c -16)
made=$cache/$key
if [ -f "$made/root.ext4" ]; then echo "$made"; exit 0; fi

[ "$(uname -m)" = x86_64 ] || skip "the guest is made for x86-64, this is $(uname -m)"
command -v apt-get >/dev/null || skip "the guest is made with Debian's tools, and there is no apt-get"
[ "$(id -u)" = 0 ] || skip "making the guest takes root (mmdebstrap, chroot): run this once as root"
mkdir -p "$cache"
room=$(df --output=avail --block-size=1M "$cache" | tail -1)
[ "$room" -ge 4000 ] || skip "making the guest takes 4 GB, and $cache has ${room// /} MB"
exec 9>"$cache/lock"
flock 9
if [ -f "$made/root.ext4" ]; then echo "$made"; exit 0; fi

say "making the guest, once, in $made"
export DEBIAN_FRONTEND=noninteractive
tools=(qemu-system-x86 qemu-utils mmdebstrap e2fsprogs xz-utils)
if ! dpkg-query -W -f '${Status}\n' "${tools[@]}" 2>/dev/null | grep -c '^install ok installed' |
  grep -qx ${#tools[@]}; then
  { apt-get -qq update && apt-get -qq install -y --no-install-recommends "${tools[@]}"; } \
    >"$cache/apt.log" 2>&1 || skip "apt-get can't install ${tools[*]}: see $cache/apt.log"
fi
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null |
  grep -v security | head -1) || true
[ -n "$mirror" ] || skip "apt-get knows no Debian archive to make the guest from"

work=$(mktemp -d "$cache/making.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
mkdir "$work/wheels"
say "wheels"
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --no-build-isolation \
  --require-hashes --only-binary :all: --no-binary lgpio --python-version 3.13 \
  --platform manylinux2014_x86_64 --platform manylinux_2_17_x86_64 \
  --dest "$work/wheels" --requirement "$here/wheels.lock" >"$cache/pip.log" 2>&1 ||
  skip "pip can't fetch the guest's wheels: see $cache/pip.log"

cat >"$work/hook.sh" <<'HOOK'
set -e
root=$1 work=$2 here=$3
echo inside >"$work/stage"
mkdir "$root/w"
cp "$work"/wheels/* "$here/inside.sh" "$here/agent.sh" "$root/w/"
chroot "$root" bash /w/inside.sh
cp "$root"/boot/vmlinuz-* "$work/vmlinuz"
cp "$root"/boot/initrd.img-* "$work/initrd"
rm -rf "$root/w"
HOOK
packages=(
  systemd systemd-sysv udev dbus kmod procps iproute2 initramfs-tools zstd xz-utils
  linux-image-amd64 linux-headers-amd64 gcc libc6-dev make swig v4l-utils
  python3 python3-venv python3-dev python3-setuptools python3-wheel
  python3-pygame python3-serial python3-segno python3-evdev python3-pytest python3-libcamera
  alsa-utils
  libgl1-mesa-dri libgbm1 libegl1 libgles2 libgl1
)
say "Debian, the module, Python's packages"
echo fetching >"$work/stage"
if ! mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Retries "3"' \
  --include="$(IFS=,; echo "${packages[*]}")" \
  --customize-hook="bash $work/hook.sh \"\$1\" $work $here" \
  trixie "$work/root" "$mirror" >"$cache/build.log" 2>&1; then
  [ "$(cat "$work/stage")" = inside ] ||
    skip "Debian 13 can't be fetched: see $cache/build.log"
  grep -q '^guest: no source$' "$cache/build.log" &&
    skip "the kernel's source can't be fetched: see $cache/build.log"
  tail -20 "$cache/build.log" >&2
  exit 1
fi
say "image"
truncate -s 3G "$work/root.ext4"
mke2fs -q -t ext4 -L root -d "$work/root" "$work/root.ext4"
mkdir "$work/done"
mv "$work"/{vmlinuz,initrd,root.ext4} "$work/done/"
find "$cache" -mindepth 1 -maxdepth 1 -type d ! -path "$work" -exec rm -rf --one-file-system {} +
mv "$work/done" "$made"
say "made"
echo "$made"
