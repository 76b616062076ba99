#!/usr/bin/env bash
# `make guest-test`: makes the guest if need be, boots it and runs the checks of the real drivers.
#
#   run.sh [CHECK ...]     gpio hub keys camera lamps service uvc libcamera sound screens small pulls updates cuts evening; by itself the first six
#
# Exit 0 if all hold, or with a line SKIP and the reason where the guest can't be had, or is not made
# or not done within its time (seconds: MAKING and LIMIT, or WITHIN for both together); 1 if the guest
# ran and a check failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export PYTHON=${PYTHON:-python3}

why=$(mktemp)
shared=$(mktemp -d)
trap 'rm -rf "$why" "$shared"' EXIT
skip() { echo "SKIP: guest-test: $*"; exit 0; }

making=${WITHIN:-${MAKING:-240}}
[ "$making" -gt 0 ] || skip "did not run: no time was left for it"
rc=0
image=$(timeout --kill-after=20 "$making" "$here/build.sh" 2> >(tee "$why" >&2)) || rc=$?
[ "$rc" != 77 ] || skip "did not run: $(tail -1 "$why")"
[ "$rc" != 124 ] && [ "$rc" != 137 ] || skip "did not run: the guest was not made within $making s"
[ "$rc" = 0 ] || exit "$rc"
command -v qemu-system-x86_64 >/dev/null ||
  skip "did not run: qemu-system-x86_64 is missing (apt-get install qemu-system-x86)"

# what is tried is what is shipped: wheels; beside it the checks and what they stand on
cd "$root"
for project in . lab; do
  (cd $project && "$PYTHON" -m hatchling build --target wheel --directory "$shared") >"$why" 2>&1 ||
    { cat "$why" >&2; exit 1; }
done
for wheel in "$shared"/*.whl; do "$PYTHON" -m zipfile --extract "$wheel" "$shared/site"; done
cp -r tests bench hardware systemd "$shared/"
cp -r "$("$PYTHON" -c 'import smbus2, pathlib; print(pathlib.Path(smbus2.__file__).parent)')" "$shared/site/"  # as the package carries it
mkdir -p "$shared/appliance/drivers/seat_hub"
cp appliance/drivers/seat_hub/board.py appliance/drivers/seat_hub/protocol.py "$shared/appliance/drivers/seat_hub/"
[ $# -gt 0 ] || set -- gpio hub keys camera lamps service

booted=$(printf '%s\n' "$@" | grep -x -e service -e screens -e small -e pulls -e updates -e cuts) || true
if [ -n "$booted" ]; then
  "$PYTHON" packaging/deb.py "$shared" 13 amd64 >"$why" 2>&1 || { cat "$why" >&2; exit 1; }
  package=$(echo "$shared"/doubtit_*_amd64.deb)
fi
if [[ " $* " == *" updates "* || " $* " == *" cuts "* ]]; then
  for other in 90.1 90.2 "90.3 start" "90.4 script" "90.5 hang"; do
    LITE=1 tests/deb/another.sh "$package" $other >/dev/null
  done
fi

boot() { # a script for the guest, and a word for it; INIT as for boot.sh
  if [ -n "${WITHIN:-}" ]; then
    export LIMIT=$((WITHIN - SECONDS))
    [ "$LIMIT" -gt 0 ] || skip "did not run $*: no time was left for it"
  fi
  local rc=0
  "$here/boot.sh" "$image" "$shared" "$@" 2>"$why" || rc=$?
  cat "$why" >&2
  [ "$rc" != 77 ] || skip "did not end: $(tail -1 "$why")"
  [ "$rc" = 0 ] || exit "$rc"
}
drivers=$(printf '%s\n' "$@" | grep -vx -e service -e libcamera -e sound -e screens -e small -e pulls -e updates -e cuts -e evening | paste -sd ,) || true
[ -z "$drivers" ] || INIT=agent boot checks.sh "$drivers"
if [[ " $* " == *" libcamera "* || " $* " == *" small "* ]]; then "$PYTHON" tests/guest/pictures.py "$shared/pictures"; fi
if [[ " $* " == *" libcamera "* ]]; then QUICK=1 CORES=2 INIT=agent boot checks.sh libcamera; fi
if [[ " $* " == *" sound "* ]]; then QUICK=1 CORES=2 INIT=agent boot checks.sh sound; fi
if [[ " $* " == *" evening "* ]]; then
  export SECOND=$shared/evening.ext4
  truncate -s 64M "$SECOND"
  mke2fs -q -t ext4 "$SECOND"
  touch "$shared/shown"
  for kill in ${KILLS:-12 25 37}; do # after so many shown steps of a boot
    QUICK=1 INIT=agent KILL=$kill boot evening.sh play
    echo "QEMU was killed; $(wc -l <"$shared/shown") steps were shown until now"
  done
  QUICK=1 INIT=agent boot evening.sh "${EVENING_CUTS:-30}"
  unset SECOND
fi
for part in $booted; do
  case $part in
    service) boot service.sh ;;
    screens) QUICK=1 SCREENS=max_outputs=2,xres=1280,yres=720 boot screens.sh ;;
    small)
      QUICK=1 CORES=4 MEMORY=476 boot small.sh  # 416, and what the check itself takes
      ;;
    pulls) SHIFT=1 SCREENS=xres=1024,yres=600 boot pulls.sh ;;
    updates) boot updates.sh 90.1 ;;
    cuts)
      qemu-img create -q -f qcow2 -F raw -b "$image/root.ext4" "$shared/installed.qcow2"
      DISK=$shared/installed.qcow2 boot cuts.sh install
      for after in ${CUTS:-500 2000 4000 8000 16000 32000}; do
        rm -f "$shared/cut.qcow2"
        qemu-img create -q -f qcow2 -F qcow2 -b "$shared/installed.qcow2" "$shared/cut.qcow2"
        DISK=$shared/cut.qcow2 boot cuts.sh "cut:$after"
        DISK=$shared/cut.qcow2 boot cuts.sh healed
      done
      ;;
  esac
done
