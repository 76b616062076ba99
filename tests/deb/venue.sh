# Sourced by inside.sh: the venue's package, its commands, and both services at a broker as their own user.
venue=$(ls /shared/doubtit-venue_*+deb*_all.deb)
events=/var/lib/doubtit-venue/venue.sqlite
units="doubtit-venue doubtit-venue-store"

as_venue=(setpriv --reuid=doubtit-venue --regid=doubtit-venue --init-groups env -i)
refuses() { # PATTERN WORD...: the program ends with status 2 and one line, in which the pattern is
  local pattern=$1 rc=0
  shift
  "${as_venue[@]}" /usr/bin/doubtit-venue "$@" >/tmp/said 2>&1 || rc=$?
  [ "$rc" = 2 ] && [ "$(grep -vc '^usage:\|^ ' /tmp/said)" = 1 ] || { cat /tmp/said; fail "doubtit-venue $*: status $rc"; }
  shows "$pattern" /tmp/said "doubtit-venue $*"
  echo "  ok: doubtit-venue $*: $rc"
}
until_true() { # COMMAND...: it is true within two minutes
  local end=$((SECONDS + 120))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || { cat /tmp/{broker,store,publish}; fail "in two minutes not: $*"; }
    sleep 0.2
  done
}

try "lintian finds no error and no warning in the venue" lintian --allow-root --fail-on error,warning "$venue"
try "apt installs the venue, without a network" apt-get install --quiet --yes "$venue"
try "its user is there" id doubtit-venue
try "its files are as they were packed" dpkg --verify doubtit-venue
for name in $units; do
  [ "$(systemctl is-enabled $name)" = disabled ] || fail "$name starts before a broker is named"
  file=/usr/lib/systemd/system/$name.service
  try "systemd-analyze verify $name" systemd-analyze verify --man=yes $file
  [ ! -s /tmp/said ] || { cat /tmp/said; fail "systemd-analyze verify has something to say"; }
  try "systemd-analyze security: at most 1.3" \
    systemd-analyze security --offline=true --no-pager --threshold=13 $file
  tail -1 /tmp/said
done
try "man doubtit-venue" man doubtit-venue
shows "config" /tmp/said "man"
try "doubtit-venue --help" "${as_venue[@]}" /usr/bin/doubtit-venue --help
refuses "required: service"
refuses "dance" dance
refuses "none.toml" publish --config none.toml
refuses "can't be used" store
refuses "table is missing" publish
echo "tables = 6" >/tmp/wrong.toml
refuses "no setting tables" store --config /tmp/wrong.toml

# a broker with the packed rights, and accounts and settings as the manual has them
ip link set lo up
for account in t1 store; do
  mosquitto_passwd -b $([ -e /etc/mosquitto/accounts ] || echo -c) /etc/mosquitto/accounts $account word 2>/tmp/broker
done
chown mosquitto: /etc/mosquitto/accounts
install -o mosquitto -g mosquitto -m 600 /usr/share/doc/doubtit-venue/mosquitto.acl /etc/mosquitto/rights
printf '%s\n' "listener 1883 127.0.0.1" "allow_anonymous false" "password_file /etc/mosquitto/accounts" \
  "acl_file /etc/mosquitto/rights" >/tmp/broker.conf
mosquitto -c /tmp/broker.conf >/tmp/broker 2>&1 &
broker=$!
settings=/etc/doubtit-venue/venue.toml
sed -i -E 's/^# (table|user|password_file) =/\1 =/' $settings
sed 's/^user = .*/user = "store"/' $settings >/etc/doubtit-venue/store.toml
install -m 640 -g doubtit-venue /dev/stdin /etc/doubtit-venue/password <<<word
# the folders that systemd makes for the units
install -d -o doubtit-venue /var/lib/doubtit-venue
install -d -o doubtit /var/lib/doubtit-public
sed 's/^# \(\[venue\]\|publish\|folder\)/\1/' /etc/doubtit/table.toml >/tmp/publishing.toml
sed -i '/^publish/a agreed = true' /tmp/publishing.toml
try "a table writes what all may know" \
  env SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy setpriv --reuid=doubtit --regid=doubtit --init-groups \
  python3 /shared/ready.py "grep --quiet agreement /var/lib/doubtit-public/*.jsonl" \
  doubtit run --config /tmp/publishing.toml --journal /var/lib/doubtit/public.journal
"${as_venue[@]}" /usr/bin/doubtit-venue store --config /etc/doubtit-venue/store.toml >/tmp/store 2>&1 &
store=$!
"${as_venue[@]}" /usr/bin/doubtit-venue publish >/tmp/publish 2>&1 &
publisher=$!
stored() { # as many events as the table has written
  python3 - "file:$events?mode=ro" "$(cat /var/lib/doubtit-public/*.jsonl | wc -l)" 2>/dev/null <<'PYTHON'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], uri=True)
sys.exit(store.execute("SELECT count(*) FROM events").fetchone() != (int(sys.argv[2]),))
PYTHON
}
until_true stored
echo "  ok: the store has all $(cat /var/lib/doubtit-public/*.jsonl | wc -l) lines of the table"
for service in $publisher $store; do
  kill $service
  wait $service || fail "a service ends with status $?"
done
! grep -q Traceback /tmp/store /tmp/publish || { cat /tmp/store /tmp/publish; fail "a service prints a traceback"; }
echo "  ok: both services end when they are asked to"
kill $broker
wait $broker || true

systemctl enable $units 2>/dev/null
next=$(ls /shared/doubtit-venue_90.2_all.deb)
for version in "$next" "$venue"; do
  try "version $(dpkg-deb --field "$version" Version) is installed over it" dpkg --install "$version"
  shows '^table = "t1"' $settings "the settings file"
  [ "$(systemctl is-enabled $units | sort -u)" = enabled ] || fail "the services are enabled no more"
done
strangers=$(python3 -c 'import sys; print("/usr/local/lib/python%d.%d/dist-packages" % sys.version_info[:2])')
mkdir -p "$strangers"
for name in paho sitecustomize tomllib; do echo 'raise SystemExit("a stranger was imported")' >"$strangers/$name.py"; done
try "strangers in Python's path change nothing" env PYTHONPATH="$strangers" doubtit-venue --help
rm -r "$strangers"

# with EVERY each file of the package is removed in turn, and otherwise one of each kind
files="/usr/bin/doubtit-venue /usr/lib/doubtit-venue/venue/store.py /usr/lib/sysusers.d/doubtit-venue.conf
  /usr/lib/systemd/system/doubtit-venue.service /usr/share/man/man1/doubtit-venue.1.gz $settings"
[ -z "${EVERY:-}" ] || files=$(dpkg-query --listfiles doubtit-venue | while read -r name; do [ ! -f "$name" ] || echo "$name"; done)
number=0
for lost in $files; do
  rm "$lost"
  doubtit-venue publish --config none.toml >/tmp/said 2>&1 || true
  ! grep -q Traceback /tmp/said || { cat /tmp/said; fail "without $lost it prints a traceback"; }
  dpkg --force-confmiss --install "$venue" >/tmp/said 2>&1 || { cat /tmp/said; fail "without $lost it is not installed again"; }
  [ -e "$lost" ] || fail "$lost is still missing"
  rm "$lost"
  dpkg --remove doubtit-venue >/tmp/said 2>&1 || { cat /tmp/said; fail "without $lost it is not removed"; }
  dpkg --force-confmiss --install "$venue" >/tmp/said 2>&1 || { cat /tmp/said; fail "the venue"; }
  number=$((number + 1))
done
echo "  ok: without any of $number files it is installed again and removed"

try "the venue is removed" dpkg --remove doubtit-venue
[ ! -e /usr/lib/doubtit-venue ] || { find /usr/lib/doubtit-venue; fail "something is left of it"; }
[ -s $events ] && [ -s $settings ] || fail "events or settings went when it was removed"
try "and purged" dpkg --purge doubtit-venue
for left in /var/lib/doubtit-venue $settings /etc/systemd/system/multi-user.target.wants/doubtit-venue{,-store}.service; do
  [ ! -e $left ] && [ ! -L $left ] || fail "$left is left"
done
rm -r /etc/doubtit-venue /var/lib/doubtit-public /var/lib/doubtit/public.journal*
