#!/usr/bin/env bash
# Boots the guest with a throw-away disk and runs one check in it.
#
#   boot.sh IMAGE SHARED CHECK [WORD]
#
# IMAGE is what build.sh has made; SHARED, a folder that the guest sees as /run/shared; CHECK, a
# script in SHARED/tests/guest. Prints what the guest prints, and exits as the check does; with 77
# and the reason if LIMIT seconds (600) go by, or QEMU itself gives up, and nothing has failed until
# then.
# With INIT=agent the check takes the place of init: no services, and the boot takes half as long.
# MEMORY is how much the guest has, in MiB (1280); CORES, how many cores (1; more only with QUICK).
# SCREENS are the outputs of its graphics, as QEMU has them (one of 1920x1080).
# DISK names another disk than the image's, which is then written to; SECOND, a raw one beside it.
# With KILL=N QEMU is killed when N lines "SHOWN ..." have been printed, or some more; they are added
# to SHARED/shown then, and it exits 0.
#
# Always emulated, by itself with one core, and its time counted in instructions, 4 ns each while it computes: what
# the guest measures of edges does not depend on how busy this machine is. With SHIFT=1 they take
# 2 ns each: a faster machine, and a slower test. With QUICK=1 it has its own time, which is quicker
# and does for what measures nothing.
set -euo pipefail
image=$1 shared=$2 check=$3 with=${4:-}
init=${INIT:+init=/usr/local/sbin/guest-agent}
log=$(mktemp)
trap 'rm -f "$log" "$log.pid" "$log.killed"' EXIT
if [ -n "${DISK:-}" ]; then
  disk="file=$DISK,format=qcow2,snapshot=off,cache=none"
else
  disk="file=$image/root.ext4,format=raw,snapshot=on,cache=unsafe"
fi
more=()
[ -z "${SECOND:-}" ] || more+=(-drive "if=none,id=second,file=$SECOND,format=raw,cache=none" -device virtio-blk-pci,drive=second)
[ -n "${QUICK:-}" ] || more+=(-icount "shift=${SHIFT:-2}")
killing() { # pass on what is printed
  [ -n "${KILL:-}" ] || exec cat
  local line seen=0
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [ "${line%% *}" = SHOWN ] || continue
    printf '%s\n' "$line" >>"$shared/shown"
    seen=$((seen + 1))
    if [ "$seen" -ge "$KILL" ] && [ ! -e "$log.killed" ]; then
      sleep "0.0$((RANDOM % 10))" # somewhere in what a step does
      touch "$log.killed"
      kill -KILL "$(cat "$log.pid")"
    fi
  done
}
set +e
timeout --foreground "${LIMIT:-600}" qemu-system-x86_64 -nodefaults -no-user-config -no-reboot \
  -M q35 -accel tcg,tb-size=512 -pidfile "$log.pid" -cpu Nehalem -smp "${CORES:-1}" -m "${MEMORY:-1280}" -display none -serial stdio \
  -kernel "$image/vmlinuz" -initrd "$image/initrd" \
  -drive "if=none,id=disk,$disk" -device virtio-blk-pci,drive=disk "${more[@]}" \
  -fsdev "local,id=shared,path=$shared,security_model=none,readonly=on" \
  -device virtio-9p-pci,fsdev=shared,mount_tag=shared \
  -device virtio-rng-pci -device "virtio-gpu-pci,${SCREENS:-xres=1920,yres=1080}" \
  -append "console=ttyS0 root=/dev/vda rw systemd.show_status=0 loglevel=3 panic=-1 $init guest.run=$check guest.with=$with" \
  </dev/null 2>&1 | sed -u 's/\r$//' | killing | tee "$log"
ended=${PIPESTATUS[0]}
set -e
[ ! -e "$log.killed" ] || exit 0
rc=$(sed -n 's/^GUEST-RC \([0-9]*\).*/\1/p' "$log" | tail -1)
[ -z "$rc" ] || exit "$rc"
if [ "$ended" != 0 ] && ! grep -qE '(FAILED|ERROR)' "$log"; then
  reason="QEMU gave up with status $ended"
  [ "$ended" != 124 ] || reason="the guest was not done after ${LIMIT:-600} s"
  echo "$reason; its last word: $(sed 's/qemu-system.*terminating on.*//' "$log" | grep . | tail -1)" >&2
  exit 77
fi
echo "guest: $check failed or stopped before it said how it ended (QEMU's status: $ended)" >&2
exit 1
