#!/usr/bin/env bash
# `make guest-test`: makes the guest if need be, boots it and runs the checks of the real drivers.
#
#   run.sh [CHECK ...]     all of them: gpio hub camera
#
# Exit 0 if all hold, or with a line SKIP and the reason where the guest can't be had; 1 if the
# guest ran and a check failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export PYTHON=${PYTHON:-python3}

why=$(mktemp)
shared=$(mktemp -d)
trap 'rm -rf "$why" "$shared"' EXIT
rc=0
image=$("$here/build.sh" 2> >(tee "$why" >&2)) || rc=$?
if [ "$rc" = 77 ]; then
  echo "SKIP: guest-test did not run: $(tail -1 "$why")"
  exit 0
fi
[ "$rc" = 0 ] || exit "$rc"
if ! command -v qemu-system-x86_64 >/dev/null; then
  echo "SKIP: guest-test did not run: qemu-system-x86_64 is missing (apt-get install qemu-system-x86)"
  exit 0
fi

# what is tried is what is shipped: a wheel; beside it the checks and what they stand on
cd "$root"
"$PYTHON" -m hatchling build --target wheel --directory "$shared" >"$why" 2>&1 ||
  { cat "$why" >&2; exit 1; }
"$PYTHON" -m zipfile --extract "$shared"/*.whl "$shared/site"
cp -r tests bench hardware systemd "$shared/"
mkdir -p "$shared/appliance/drivers"
cp appliance/drivers/hub_board.py appliance/drivers/hub_protocol.py "$shared/appliance/drivers/"
[ $# -gt 0 ] || set -- gpio hub camera
INIT=agent "$here/boot.sh" "$image" "$shared" checks.sh "$(IFS=,; echo "$*")"
