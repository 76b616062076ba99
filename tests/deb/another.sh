#!/usr/bin/env bash
# Another version of one of our packages, for the tests of updates: another.sh DEB VERSION [FAULT]
#
# Makes it beside DEB; with LITE=1 without ONNX Runtime, which is most of the table's and is
# for cameras alone. FAULT is what is wrong with it:
#   start     the program ends at once with status 1
#   hang      it gets ready, and then its loop hangs
#   script    its postinst fails
#   single    nothing; it has the files of the package LAB, too, as before the laboratory had its own
# Prints the new package's name.
set -euo pipefail
package=$1 version=$2 fault=${3:-}
field() { dpkg-deb --field "$package" "$1"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb --raw-extract "$package" "$work/root"
sed -i "s/$(field Version)/$version/" "$work/root/DEBIAN/control"
[ -z "${LITE:-}" ] || rm -r "$work"/root/usr/lib/doubtit/onnxruntime*
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
  single)
    mkdir "$work/lab"
    dpkg-deb --extract "$LAB" "$work/lab"
    cp -r "$work"/lab/usr/{lib,share} --target-directory "$work/root/usr"
    rm "$work"/root/usr/share/{doc/doubtit-lab,bash-completion/completions/doubtit-lab}
    ;;
  *) echo "no such fault: $fault" >&2; exit 2 ;;
esac
(cd "$work/root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
made=$(dirname "$package")/$(field Package)_${version}_$(field Architecture).deb
dpkg-deb --root-owner-group -Zgzip -z1 --build "$work/root" "$made" >/dev/null
echo "$made"
