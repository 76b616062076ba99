#!/usr/bin/env bash
# `make deb-test`: the Debian packages, built twice, installed in its Debian without a network, and tried.
#
#   run.sh [RELEASE] [PART ...]     13 or 14; contract venue board updates damage, or all of them
#
# Exit 0 if all holds, or with a line SKIP and the reason where that Debian can't be had; 1 where
# something fails.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
say() { echo "deb-test: [$SECONDS s] $*"; }
release=${1:-13}
shift || true
parts=${*:-contract venue board updates damage}

depends=$(sed -n 's/^Depends: //p' "$root"/packaging/debian/{,venue/,board/}control |
  sed 's/ ([^)]*)//g; s/ //g; s/,doubtit-venue//' | paste -sd ,)
also=udev,init-system-helpers,lintian,bash-completion,man-db,libcap2-bin,espeak-ng,mosquitto,iproute2
rc=0
debian=$("$here/debian.sh" "$release" deb-test "$depends,$also") || rc=$?
[ "$rc" != 77 ] || exit 0
[ "$rc" = 0 ] || exit "$rc"

work=$(mktemp -d "$(dirname "$debian")/run.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
say "building twice"
for dist in home again; do
  "$python" "$root/packaging/deb.py" "$work/$dist" "$release" amd64 >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
done
diff --recursive "$work/home" "$work/again" || { echo "FAILED: two builds differ"; exit 1; }
say "both are alike: $(cat "$work"/home/*.deb | sha256sum | cut -c -16)"
rm -r "$work/again"
package=$(echo "$work"/home/doubtit_*.deb) lab=$(echo "$work"/home/doubtit-lab_*.deb)
venue=$(echo "$work"/home/doubtit-venue_*.deb) board=$(echo "$work"/home/doubtit-board_*.deb)
for other in 90.1 90.2 "90.4 script" "0.0.1 single"; do
  LITE=1 LAB=$lab "$here/another.sh" "$package" $other >/dev/null
done
for other in 90.2 90.4; do "$here/another.sh" "$lab" $other >/dev/null; done
"$here/another.sh" "$venue" 90.2 >/dev/null
"$here/another.sh" "$board" 90.2 >/dev/null
cp "$here"/{inside.sh,contract.py,venue.sh,board.sh,updates.sh,damage.sh,ready.py} "$root/tests/scenarios/bluff.toml" "$work/home/"
"$here/enter.sh" "$debian" "$work" "
  ln -s /home/player /shared
  export PARTS='$parts' CUTS='${CUTS:-}' EVERY='${EVERY:-}' AFTER='${AFTER:-}'
  bash /shared/inside.sh"
say "all holds"
