#!/usr/bin/env bash
# `make slices`: each printed part sliced by PrusaSlicer, in a Debian 13 that is made once, with the settings of
# hardware/mechanics/printing.csv. Its hours and grams go there. Exit 1 if the slicer refuses a part, or
# finds that it needs supports; 0 with a line SKIP where Debian can't be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
parts=$root/build/parts
debian=$("$root/tests/deb/debian.sh" 13 slices prusa-slicer) || { [ $? = 77 ] && exit 0; exit 1; }
cd "$root"
"$python" -m workshop.mechanics
rm -f "$parts"/*.gcode "$parts"/*.log
read -r layer walls filling < <("$python" -c \
  'from workshop.mechanics import FILLING, LAYER_MM, WALLS; print(LAYER_MM, WALLS, FILLING)')
# shellcheck disable=SC2016  # the inner shell's own words
inside='mount -t proc proc "$0/proc" && mkdir -p "$0/parts" && mount --bind "$1" "$0/parts" && exec chroot "$0" "${@:2}"'
failed=0
for stl in "$parts"/*.stl; do
  part=$(basename "$stl" .stl)
  brim=$("$python" -c 'import sys; from workshop.printing import brim_of; print(brim_of(sys.argv[1]))' "$part")
  unshare --mount bash -c "$inside" "$debian" "$parts" prusa-slicer --export-gcode \
    --layer-height "$layer" --first-layer-height "$layer" --perimeters "$walls" --fill-density "$filling%" \
    --brim-type outer_only --brim-width "$brim" --nozzle-diameter 0.4 --filament-diameter 1.75 --filament-density 1.24 \
    --bed-shape 0x0,180x0,180x180,0x180 --output "/parts/$part.gcode" "/parts/$part.stl" \
    >"$parts/$part.log" 2>&1 || { echo "FAIL $part"; cat "$parts/$part.log"; failed=1; continue; }
  # it warns of what hangs in the air, and of what stands badly on the bed
  if grep -i -E "stability|floating|supports? (are )?needed" "$parts/$part.log" | grep -v "^[0-9]* => "; then
    echo "FAIL $part"; failed=1
  else
    echo "ok   $part"
  fi
done
[ "$failed" = 0 ] && "$python" -m workshop.printing "$parts"
exit "$failed"
