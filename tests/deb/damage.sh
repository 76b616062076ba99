# Sourced by inside.sh: strangers in Python's path, and files of the package that are missing.
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

every() { dpkg-query --listfiles doubtit | while read -r name; do [ ! -f "$name" ] || echo "$name"; done; }
some="/usr/share/man/man1/doubtit-run.1.gz /usr/lib/doubtit/appliance/core/signals.py
  /usr/libexec/doubtit/update /usr/share/doubtit/table.toml /usr/lib/sysusers.d/doubtit.conf
  /usr/lib/systemd/system/doubtit.service /usr/bin/doubtit /etc/doubtit/table.toml"
number=0
for lost in $([ -n "${EVERY:-}" ] && every || echo $some); do
  rm "$lost"
  doubtit rules >/tmp/said 2>&1 || true
  ! grep -q Traceback /tmp/said || { cat /tmp/said; fail "without $lost it prints a traceback"; }
  dpkg --force-confmiss --install "$package" >/tmp/said 2>&1 ||
    { cat /tmp/said; fail "without $lost it is not installed again"; }
  [ -e "$lost" ] || fail "$lost is still missing"
  number=$((number + 1))
done
echo "  ok: without any of $number files it is installed again"
rm /usr/share/man/man1/doubtit.1.gz
