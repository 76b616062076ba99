# Sourced by inside.sh: the board's package, its commands, its page as the venue's user, and the demonstration.
venue=$(ls /shared/doubtit-venue_*+deb*_all.deb)
board=$(ls /shared/doubtit-board_*+deb*_all.deb)
settings=/etc/doubtit-venue/venue.toml
unit=/usr/lib/systemd/system/doubtit-board.service

as_venue=(setpriv --reuid=doubtit-venue --regid=doubtit-venue --init-groups env -i)
refuses() { # STATUS PATTERN WORD...: the program ends with that status and one line, in which the pattern is
  local status=$1 pattern=$2 rc=0
  shift 2
  "${as_venue[@]}" /usr/bin/doubtit-board "$@" >/tmp/said 2>&1 || rc=$?
  [ "$rc" = "$status" ] && [ "$(grep -vc '^usage:\|^ ' /tmp/said)" = 1 ] ||
    { cat /tmp/said; fail "doubtit-board $*: status $rc"; }
  shows "$pattern" /tmp/said "doubtit-board $*"
  echo "  ok: doubtit-board $*: $rc"
}
asks() { # PATTERN PATH: within two minutes the page of the board has it
  python3 - "$1" "http://127.0.0.1:$port$2" >/tmp/page 2>&1 <<'PYTHON' || { cat /tmp/page /tmp/board; fail "$2 has no $1"; }
import re, sys, time
from urllib.request import urlopen
end = time.monotonic() + 120
while True:
    try:
        text = urlopen(sys.argv[2], timeout=10).read().decode()
    except OSError as error:
        text = str(error)
    if re.search(sys.argv[1], text) or time.monotonic() > end:
        print(text)
        sys.exit(not re.search(sys.argv[1], text))
    time.sleep(0.3)
PYTHON
  echo "  ok: $2 shows $1"
}
ends() { # PROCESS: it ends with status 0 when it is asked to, and has not complained
  kill "$1"
  wait "$1" || { cat /tmp/board; fail "it ends with status $?"; }
  ! grep -q Traceback /tmp/board || { cat /tmp/board; fail "it prints a traceback"; }
}

try "lintian finds no error and no warning in the board" lintian --allow-root --fail-on error,warning "$board"
try "apt installs venue and board, without a network" apt-get install --quiet --yes "$venue" "$board"
try "its files are as they were packed" dpkg --verify doubtit-board
[ "$(systemctl is-enabled doubtit-board)" = disabled ] || fail "the board starts before a person enables it"
try "systemd-analyze verify doubtit-board" systemd-analyze verify --man=yes $unit
[ ! -s /tmp/said ] || { cat /tmp/said; fail "systemd-analyze verify has something to say"; }
try "systemd-analyze security: at most 1.3" \
  systemd-analyze security --offline=true --no-pager --threshold=13 $unit
tail -1 /tmp/said
try "man doubtit-board" man doubtit-board
shows "erase .*name" /tmp/said "man"
try "doubtit-board --help" "${as_venue[@]}" /usr/bin/doubtit-board --help
refuses 2 "invalid choice" dance
refuses 2 "none.toml" --config none.toml
install -d -o doubtit-venue -m 700 /var/lib/doubtit-venue
refuses 1 "No event" seat t1 1 Ana
refuses 1 "letters" password </dev/null

# a table's evening as the store keeps it, a league, and the page as the unit starts it
ip link set lo up
port=8080
"${as_venue[@]}" python3 - <<'PYTHON'
import json, sys
sys.path.append("/usr/lib/doubtit-venue")
from venue.store import EventStore
lines = open("/usr/lib/doubtit-board/board/evenings/bluff.jsonl", encoding="utf-8")
events = [{**json.loads(line), "table": "t1"} for line in lines]
EventStore("/var/lib/doubtit-venue/venue.sqlite").take(
    [("doubtit/1/v/t1/event", json.dumps(event).encode()) for event in events], 1_800_000_000
)
PYTHON
for words in "season Club Autumn 2020-01-01 2099-12-31" "seat t1 1 Ana"; do
  try "doubtit-board $words" "${as_venue[@]}" /usr/bin/doubtit-board $words
done
try "doubtit-board password" "${as_venue[@]}" /usr/bin/doubtit-board password <<<"correct horse"
"${as_venue[@]}" /usr/bin/doubtit-board serve >/tmp/board 2>&1 &
page=$!
asks "t1" /
asks "Autumn" /standings
asks "Tische|Tisch" "/?lang=de"
asks "<form" /organiser
[ "$(stat -c %U /var/lib/doubtit-venue/venue.sqlite)" = doubtit-venue ] || fail "the database changed hands"
ends $page

port=8081
HOME=/tmp doubtit-board demo --port 8081 >/tmp/board 2>&1 &
page=$!
for number in 1 2 3; do asks "table-$number" /; done
ends $page

systemctl enable doubtit-board 2>/dev/null
try "versions 90.2 are installed over them" dpkg --install /shared/doubtit-{venue,board}_90.2_all.deb
try "and these over those" dpkg --install "$venue" "$board"
[ "$(systemctl is-enabled doubtit-board)" = enabled ] || fail "the board is enabled no more"
for lost in /usr/bin/doubtit-board /usr/lib/doubtit-board/{board/app.py,openskill/__init__.py,bluffing/words/__init__.py} $unit; do
  rm "$lost"
  doubtit-board people >/tmp/said 2>&1 || true
  ! grep -q Traceback /tmp/said || { cat /tmp/said; fail "without $lost it prints a traceback"; }
  dpkg --install "$board" >/tmp/said 2>&1 || { cat /tmp/said; fail "without $lost it is not installed again"; }
  [ -e "$lost" ] || fail "$lost is still missing"
done
echo "  ok: without a file it says so in a line, and is installed again"

try "the board is removed" dpkg --remove doubtit-board
[ ! -e /usr/lib/doubtit-board ] || { find /usr/lib/doubtit-board; fail "something is left of it"; }
[ -s /var/lib/doubtit-venue/venue.sqlite ] && [ -s $settings ] || fail "events or settings went with it"
try "and purged, and the venue" dpkg --purge doubtit-board doubtit-venue
for left in /var/lib/doubtit-venue $settings /etc/systemd/system/multi-user.target.wants/doubtit-board.service; do
  [ ! -e $left ] && [ ! -L $left ] || fail "$left is left"
done
rm -rf /etc/doubtit-venue
