#!/usr/bin/env bash
# enter.sh MADE [COMMAND...]: run a command in the Pi's system that build.sh made, on an emulated CPU.
#
#   CPU     cortex-a72 is a Pi 4, cortex-a53 a Zero 2 W or Pi 3, cortex-a76 a Pi 5
#   CHANGES a folder that keeps what is written; without it the system itself is written to
#   SHARED  a folder that is seen as /shared
#
# It takes no root: a namespace of its own has the mounts, and says that QEMU runs arm64 programs.
set -euo pipefail
made=$1
shift
export QEMU=$made/qemu-aarch64 ROOT=$made/root CHANGES=${CHANGES:-} SHARED=${SHARED:-}
exec unshare --map-root-user --mount --pid --fork --kill-child bash -c '
  set -e
  mount -t proc proc /proc
  mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  # an ELF file of 64 bits for AArch64 (183); O, C and F: QEMU is opened now, as who asks for it
  magic="\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
  mask="\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
  echo ":pi:M::$magic:$mask:$QEMU:OCF" >/proc/sys/fs/binfmt_misc/register
  if [ -n "$CHANGES" ]; then
    mkdir -p "$CHANGES/kept" "$CHANGES/work" "$CHANGES/root"
    mount -t overlay overlay "$CHANGES/root" \
      -o "lowerdir=$ROOT,upperdir=$CHANGES/kept,workdir=$CHANGES/work,userxattr"
    ROOT=$CHANGES/root
  fi
  mkdir -p "$ROOT/shared"
  [ -z "$SHARED" ] || mount --bind "$SHARED" "$ROOT/shared"
  for place in dev sys; do mount --rbind "/$place" "$ROOT/$place"; done
  mount -t proc proc "$ROOT/proc"
  mount -t tmpfs tmpfs "$ROOT/tmp"
  cd /
  exec chroot "$ROOT" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin QEMU_CPU="${CPU:-cortex-a72}" "$@"' enter "$@"
