#!/usr/bin/env bash
# `make image`: the table's system as an image for arm64, in build/image (docs/build/card.md).
#
#   build.sh [VERSION [MKOSI'S OPTIONS]]     VERSION is the package's by itself
#
# mkosi makes it of Debian 13's packages and ours, in a Debian 13 of its own. Programs for arm64 run emulated,
# in a namespace that alone knows of it. Exit 77 and a line SKIP where Debian can't be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
version=${1:-$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/pyproject.toml")}
[ $# = 0 ] || shift
debian=$("$root/tests/deb/debian.sh" 13 image "$(paste -sd , "$here/tools.txt")")
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep -v security | head -1) || true
made=$root/build/image
mkdir -p "$made/packages" "$made/cache"
rm -f "$made"/packages/*
"$python" "$root/packaging/deb.py" "$made/packages" 13 arm64 >"$made/log" 2>&1 || { cat "$made/log" >&2; exit 1; }
rm -f "$made"/packages/doubtit-*.deb "$made/doubtit_$version".*
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
touch --date="@$SOURCE_DATE_EPOCH" "$made"/packages/*.deb  # mkosi begins where it stood, unless it is another

# The namespace has all users, so that mkosi can make their files; only its parent can say so.
export version root debian mirror=${mirror:-http://deb.debian.org/debian}
unshare --user --keep-caps --mount --pid --fork --kill-child bash -c '
  set -e
  until grep -q . /proc/self/gid_map; do sleep 0.1; done
  mount --bind "$debian" "$debian"
  mkdir -p "$debian/project"
  mount --bind "$root" "$debian/project"
  for place in dev sys; do mount --rbind "/$place" "$debian/$place"; done
  mount -t proc proc "$debian/proc"
  mount -t tmpfs tmpfs "$debian/run"
  mount --bind /etc/resolv.conf "$debian/etc/resolv.conf"
  mount -t binfmt_misc binfmt_misc "$debian/proc/sys/fs/binfmt_misc"
  # an ELF file of 64 bits for AArch64 (183); O, C and F: QEMU is opened now, as who asks for it
  magic="\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
  mask="\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
  echo ":image:M::$magic:$mask:$debian/usr/bin/qemu-aarch64:OCF" >"$debian/proc/sys/fs/binfmt_misc/register"
  cd "$debian"
  mkdir -p old
  pivot_root . old
  umount -l old
  cd /project/packaging/image
  exec env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    mkosi --image-version="$version" --source-date-epoch="$SOURCE_DATE_EPOCH" --local-mirror="$mirror" \
    --package-directory=/project/build/image/packages --output-directory=/project/build/image --cache-directory=/project/build/image/cache \
    --workspace-directory=/var/tmp --incremental=yes --force "$@"' build "$@" &
inside=$!
until [ "$(readlink "/proc/$inside/ns/user")" != "$(readlink /proc/self/ns/user)" ]; do sleep 0.1; done
for map in uid_map gid_map; do echo "0 0 4294967295" >"/proc/$inside/$map"; done
wait $inside
