#!/usr/bin/env bash
# Runs in a Debian 13 without a network: the packages are installed, tried, removed and purged.
set -euo pipefail
fail() { echo "FAILED: $*"; exit 1; }
shows() { # WHAT FILE: it stands in the file
  grep -q -- "$1" "$2" || { cat "$2"; fail "$1 is not in what $3 says"; }
}
try() { # WHAT COMMAND...: it runs, and says nothing unless it fails
  local what=$1 rc=0
  shift
  "$@" >/tmp/said 2>&1 || rc=$?
  [ "$rc" = 0 ] || { cat /tmp/said; fail "$what: status $rc"; }
  echo "  ok: $what"
}
package=$(ls /shared/doubtit_*+deb*_amd64.deb)
lab=$(ls /shared/doubtit-lab_*+deb*_all.deb)
without_the_laboratory() { # WHEN: a line names its package
  local rc=0
  doubtit simulate >/tmp/said 2>&1 || rc=$?
  [ "$rc" = 16 ] && [ "$(wc -l </tmp/said)" = 1 ] || { cat /tmp/said; fail "doubtit simulate, $1: status $rc"; }
  shows "the package doubtit-lab" /tmp/said "doubtit simulate"
  echo "  ok: $1, doubtit simulate names the package that has it"
}
unit=/usr/lib/systemd/system/doubtit.service

try "lintian finds no error and no warning" \
  lintian --allow-root --fail-on error,warning "$package" "$lab"
try "apt installs it, without a network" apt-get install --quiet --yes "$package"
try "the user is there" id doubtit
for group in audio dialout gpio i2c input render video; do getent group $group >/dev/null || fail "no group $group"; done
[ "$(systemctl is-enabled doubtit)" = enabled ] || fail "the service is not enabled"
try "its files are as they were packed" dpkg --verify doubtit
try "systemd-analyze verify" systemd-analyze verify --man=yes "$unit" "${unit/.service/-proof.service}"
[ ! -s /tmp/said ] || { cat /tmp/said; fail "systemd-analyze verify has something to say"; }
try "systemd-analyze security: at most 1.3" \
  systemd-analyze security --offline=true --no-pager --threshold=13 "$unit"
tail -1 /tmp/said
try "systemd-analyze security of the proof of updates: at most 5" \
  systemd-analyze security --offline=true --no-pager --threshold=50 "${unit/.service/-proof.service}"
tail -1 /tmp/said
try "udev knows its rules" udevadm verify /usr/lib/udev/rules.d/60-doubtit.rules \
  /usr/lib/udev/rules.d/90-doubtit-stick.rules

cd /tmp
try "man doubtit-run" man doubtit-run
shows "no-display" /tmp/said "man"
install -d -o doubtit /var/lib/doubtit
try "the table starts with the shipped settings, says so, and ends" \
  env SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy setpriv --reuid=doubtit --regid=doubtit --init-groups \
  python3 /shared/ready.py "test -s /var/lib/doubtit/statistics.sqlite" doubtit run --config /etc/doubtit/table.toml
test -s /var/lib/doubtit/evening.journal || fail "there is no evening"
without_the_laboratory "without the laboratory"
try "apt installs the laboratory beside it" apt-get install --quiet --yes "$lab"
try "its files are as they were packed" dpkg --verify doubtit-lab
try "man doubtit-simulate" man doubtit-simulate
[ -f /usr/share/doc/doubtit-lab/copyright ] || fail "the laboratory has no copyright"
part() { [[ " $PARTS " == *" $1 "* ]]; }
if part contract; then python3 /shared/contract.py; fi
if part venue; then . /shared/venue.sh; fi
if part board; then . /shared/board.sh; fi

echo "# ours" >>/etc/doubtit/table.toml
try "installed again, it keeps the settings" dpkg --install "$package"
shows "# ours" /etc/doubtit/table.toml "the settings file"

if part updates; then . /shared/updates.sh; fi
if part damage; then . /shared/damage.sh; fi
try "the laboratory is installed again" dpkg --install "$lab"
try "and removed" dpkg --remove doubtit-lab
[ ! -e /usr/lib/doubtit/lab ] || { find /usr/lib/doubtit/lab; fail "something is left of it"; }
without_the_laboratory "when it is removed"
try "removed" dpkg --remove doubtit
[ ! -e /usr/lib/doubtit ] || { find /usr/lib/doubtit; fail "something is left of it"; }
test -s /var/lib/doubtit/evening.journal || fail "the evening went when it was removed"
try "purged" dpkg --purge doubtit
for left in /var/lib/doubtit /var/lib/doubtit-update /etc/doubtit /etc/systemd/system/multi-user.target.wants/doubtit.service; do
  [ ! -e $left ] && [ ! -L $left ] || fail "$left is left"
done
