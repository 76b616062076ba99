# Sourced by inside.sh: strangers in Python's path, and files of the packages that are missing.
dpkg --install "$lab" >/tmp/said 2>&1 || { cat /tmp/said; fail "the laboratory is not installed"; }
strangers=$(python3 -c 'import sys; print("/usr/local/lib/python%d.%d/dist-packages" % sys.version_info[:2])')
mkdir -p "$strangers"
for name in numpy pygame sitecustomize usercustomize; do
  echo 'raise SystemExit("a stranger was imported")' >"$strangers/$name.py"
done
echo 'import no_such_module' >"$strangers/stranger.pth"
try "strangers in Python's path change nothing, in its children neither" \
  env PYTHONPATH="$strangers" doubtit simulate --games 2 --jobs 2 --seed 1 --no-display --fast --json
shows '"finished": 2' /tmp/said "doubtit simulate"
rm -r "$strangers"

# each file of the package, or every EVERY-th of them, is removed in turn; AFTER=N leaves out the first N
every() {
  dpkg-query --listfiles doubtit | while read -r name; do [ ! -f "$name" ] || echo "$name"; done |
    awk -v every="$EVERY" -v after="${AFTER:-0}" 'NR > after && NR % every == 0 {print NR ":" $0}'
}
some="/usr/share/man/man1/doubtit-run.1.gz /usr/lib/doubtit/appliance/core/signals.py
  /usr/libexec/doubtit/update /usr/share/doubtit/table.toml /usr/lib/sysusers.d/doubtit.conf
  /usr/lib/systemd/system/doubtit.service /usr/bin/doubtit /etc/doubtit/table.toml"
without() { # WHAT COMMAND...: it must succeed although $lost was removed
  local what=$1
  shift
  rm -f "$lost"
  "$@" >/tmp/said 2>&1 || { cat /tmp/said; fail "without $lost it is not $what"; }
}
for lost in /usr/lib/doubtit/lab/sim/world.py /usr/share/man/man1/doubtit-simulate.1.gz \
  /usr/lib/doubtit/doubtit_lab-*.dist-info/entry_points.txt; do
  rm "$lost"
  doubtit simulate --seed 1 --no-display --fast >/tmp/said 2>&1 || true
  ! grep -q Traceback /tmp/said || { cat /tmp/said; fail "without $lost it prints a traceback"; }
  without "installed again" dpkg --install "$lab"
  [ -e "$lost" ] || fail "$lost is still missing"
  without removed dpkg --remove doubtit-lab
  dpkg --install "$lab" >/tmp/said 2>&1 || { cat /tmp/said; fail "the laboratory"; }
done
echo "  ok: without any of 3 files the laboratory is installed again and removed"
dpkg --remove doubtit-lab >/tmp/said 2>&1 || { cat /tmp/said; fail "the laboratory is not removed"; }

kept=/shared/doubtit_90.1_amd64.deb
dpkg --force-confmiss --install "$kept" >/tmp/said 2>&1 || { cat /tmp/said; fail "version 90.1"; }
export DPKG_FORCE=unsafe-io # nobody cuts the power here
if [ -n "${EVERY:-}" ]; then # both versions have the same sources: their byte code is compiled once
  find /usr/lib/doubtit -name __pycache__ -print0 | tar --create --null --absolute-names --files-from=- --file=/tmp/compiled.tar
  dpkg-divert --quiet --local --rename --add /usr/bin/py3compile
  printf '#!/bin/sh\ntar --extract --absolute-names --file=/tmp/compiled.tar\n' >/usr/bin/py3compile
  chmod +x /usr/bin/py3compile
fi
number=0
for file in $([ -n "${EVERY:-}" ] && every || echo $some); do
  lost=${file#*:}
  rm "$lost"
  doubtit rules >/tmp/said 2>&1 || true
  ! grep -q Traceback /tmp/said || { cat /tmp/said; fail "without $lost it prints a traceback"; }
  without "installed again" dpkg --force-confmiss --install "$kept"
  [ -e "$lost" ] || fail "$lost is still missing"
  without updated dpkg --force-confmiss --install /shared/doubtit_90.2_amd64.deb
  without removed dpkg --remove doubtit
  dpkg --force-confmiss --install "$kept" >/tmp/said 2>&1 || { cat /tmp/said; fail "version 90.1"; }
  number=$((number + 1))
  [ $((number % 20)) != 0 ] || echo "  [$SECONDS s] $number files, up to $file"
done
if [ -n "${EVERY:-}" ]; then
  rm /usr/bin/py3compile
  dpkg-divert --quiet --local --rename --remove /usr/bin/py3compile
fi
echo "  ok: without any of $number files it is installed again, updated and removed"
unset DPKG_FORCE  # with it dpkg refuses an older version, which comes now
dpkg --install "$package" >/tmp/said 2>&1 || { cat /tmp/said; fail "the package itself"; }
rm /usr/share/man/man1/doubtit.1.gz
