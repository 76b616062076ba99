#!/usr/bin/env bash
# Runs in the guest behind systemd, part of `make guest-test GUEST=cuts`: run.sh boots it three times
# with one disk, and the power goes in between.
#
#   GUEST_WORD=install      the table is installed; the machine is switched off properly
#   GUEST_WORD=cut:MS       an update begins, and after MS milliseconds the power goes
#   GUEST_WORD=healed       what came of it: one of both versions, whole, and it plays
set -uo pipefail
. /run/shared/tests/guest/machine.sh
case $GUEST_WORD in
  install)
    GUEST_WORD=90.1
    . /run/shared/tests/guest/install.sh
    systemctl stop doubtit
    sync
    ;;
  cut:*)
    up || exit 1
    began=$(date +%s%N)
    dpkg --install /run/shared/doubtit_90.2_amd64.deb >/tmp/dpkg 2>&1 &
    sleep "$(awk -v ms="${GUEST_WORD#cut:}" 'BEGIN { print ms / 1000 }')"
    echo "GUEST cut after $((($(date +%s%N) - began) / 1000000)) ms: $(dpkg-query --show --showformat='${Version} ${Status}' doubtit), $(ls /var/lib/doubtit-update 2>/dev/null | paste -sd ' ')"
    echo "GUEST-RC 0"
    echo o >/proc/sysrq-trigger # at once: nothing is written any more
    sleep infinity
    ;;
  healed)
    [ -n "$(ls -A /var/lib/doubtit-update 2>/dev/null)" ] && was=$(cat /var/lib/doubtit-update/pending 2>/dev/null)
    echo "GUEST the power is back: pending is '${was:-}', half is $([ -e /var/lib/doubtit-update/half ] && echo there || echo not there)"
    for _ in $(seq 600); do
      [ ! -e /var/lib/doubtit-update/pending ] && [ "$(systemctl is-active doubtit)" = active ] && break
      sleep 1
    done
    now=$(dpkg-query --show --showformat='${Version} ${Status}' doubtit)
    changed=$(dpkg --verify doubtit | grep -v ' c /etc/doubtit/table.toml$')
    echo "GUEST healed: $now; the service is $(systemctl is-active doubtit); changed files: ${changed:-none}"
    journalctl -u doubtit-proof -o cat --no-pager | grep ^doubtit:
    [ "${now#* }" = "install ok installed" ] && [ -z "$changed" ] && [ ! -e /var/lib/doubtit-update/half ] &&
      [ "$(systemctl is-active doubtit)" = active ] && exit 0
    echo "FAILED: the update was not undone, and not ended"
    exit 1
    ;;
esac
