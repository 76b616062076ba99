# Says on the console what the system is, once the table is up, and then how far its evening is.
say() { echo "PROBE $*"; }
. /etc/os-release
say started "$IMAGE_VERSION"
until systemctl is-active --quiet doubtit; do sleep 3; done
say up "$(cut -d. -f1 /proc/uptime)"
say ready "$(systemctl show -P ActiveEnterTimestampMonotonic doubtit)" "$(systemctl show -P InactiveExitTimestampMonotonic doubtit)"
say root "$(grep ' / ' /proc/mounts)"
for place in / /etc /usr /boot /var; do (: >"$place/written") 2>/dev/null && say writable "$place"; done
rm -f /var/written
say gettys "$(systemctl list-units --plain --no-legend '*getty*.service')" "$(grep -l -x -E 'agetty|login|sshd|sulogin' /proc/[0-9]*/comm)"
say passwords "$(grep -c -v '^[^:]*:[!*]' /etc/shadow)"
say network "$(ls /sys/class/net)"
say failed "$(systemctl list-units --failed --plain --no-legend)"
# an update is written as soon as its stick is seen
[ ! -e /dev/disk/by-label/DOUBTIT ] || { until systemctl show -P ActiveState,Result doubtit-stick | grep -q -x inactive && [ "$(systemctl show -P ExecMainExitTimestampMonotonic doubtit-stick)" != 0 ]; do sleep 3; done; say update "$(systemctl show -P Result doubtit-stick)"; }
say state "$(systemctl is-system-running)" "$(df --output=size,avail /var | tail -1)"
exec python3 -u -c '
import sqlite3, time
last = None
while True:
    try:
        with sqlite3.connect("file:/var/lib/doubtit/evening.journal?mode=ro", uri=True) as evening:
            row, game = evening.execute("SELECT max(row), max(game) FROM record").fetchone()
    except sqlite3.Error:
        continue
    finally:
        time.sleep(1)
    if row not in (None, last):
        print("PROBE row", row, flush=True)
        if game:
            print("PROBE game", game, flush=True)
    last = row or last
'
