#!/usr/bin/env bash
# Runs a script of bash as root in a Debian that debian.sh made: enter.sh DEBIAN WORK SCRIPT
#
# Whatever it changes there is in the folder WORK alone. WORK/home is its /home/player, the home of an
# ordinary user `player`. SHARED, if it is a folder, is seen as /home/player/shared and can't be written.
# There is no network but with NETWORK=yes.
set -euo pipefail
export DEBIAN=$1 WORK=$2 SCRIPT=$3 SHARED=${SHARED:-} NETWORK=${NETWORK:-no}
mkdir -p "$WORK"/{changes,work,root,home}
apart=(--mount --pid --fork --kill-child)
[ "$NETWORK" = yes ] || apart+=(--net)
unshare "${apart[@]}" bash -euc '
  root=$WORK/root
  mount -t overlay overlay "$root" -o "lowerdir=$DEBIAN,upperdir=$WORK/changes,workdir=$WORK/work"
  id=1000 home=/home/player
  grep -q ^player: "$root/etc/passwd" || {
    echo "player:x:$id:$id::$home:/bin/bash" >>"$root/etc/passwd"
    echo "player:x:$id:" >>"$root/etc/group"
  }
  mkdir -p "$root$home"
  mount --bind "$WORK/home" "$root$home"
  if [ -d "$SHARED" ]; then
    mkdir -p "$root$home/shared"
    mount --bind "$SHARED" "$root$home/shared"
    mount -o remount,bind,ro "$root$home/shared"
  fi
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys"
  mount -t tmpfs tmpfs "$root/run"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount --rbind /dev "$root/dev"
  trusted=/etc/ssl/certs/ca-certificates.crt
  if [ "$NETWORK" = yes ]; then
    cat /etc/resolv.conf >"$root/etc/resolv.conf"
    [ ! -f "$trusted" ] || cat "$trusted" >"$root$trusted"
  fi
  exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive PIP_CERT="$trusted" bash -euc "$SCRIPT"'
