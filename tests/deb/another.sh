#!/usr/bin/env bash
# Another version of the table's package, for the tests of updates: another.sh DEB VERSION [FAULT]
#
# Makes doubtit_VERSION_amd64.deb beside DEB; with LITE=1 without ONNX Runtime, which is most of it and is
# for cameras alone. FAULT is what is wrong with it:
#   start     the program ends at once with status 1
#   hang      it gets ready, and then its loop hangs
#   script    its postinst fails
# Prints the new package's name.
set -euo pipefail
package=$1 version=$2 fault=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb --raw-extract "$package" "$work/root"
sed -i "s/^Version: .*/Version: $version/" "$work/root/DEBIAN/control"
if [ -n "${LITE:-}" ]; then
  rm -r "$work"/root/usr/lib/doubtit/onnxruntime*
  sed -i '/  usr\/lib\/doubtit\/onnxruntime/d' "$work/root/DEBIAN/md5sums"
fi
program=usr/lib/doubtit/appliance/service/manager.py
case $fault in
  "") ;;
  start) echo 'raise SystemExit(1)' >>"$work/root/$program" ;;
  hang) cat >>"$work/root/$program" <<'PYTHON' ;;

turns, goes_on = [], Manager.goes_on


def hangs(self, *given):
    goes_on(self, *given)
    turns.append(0)
    while len(turns) > 2:
        pass


Manager.goes_on = hangs
PYTHON
  script) sed -i '2i exit 1' "$work/root/DEBIAN/postinst" ;;
  *) echo "no such fault: $fault" >&2; exit 2 ;;
esac
sum=$(md5sum "$work/root/$program" | cut -c -32)
sed -i "s|^.*  $program$|$sum  $program|" "$work/root/DEBIAN/md5sums"
made=$(dirname "$package")/doubtit_${version}_amd64.deb
dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/root" "$made" >/dev/null
echo "$made"
