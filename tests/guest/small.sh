#!/usr/bin/env bash
# Runs in a guest with little memory, behind systemd: a game at the table's service.
set -uo pipefail
. /run/shared/tests/guest/install.sh
# the guest has its own time: a look at cards takes ten minutes here, which no watchdog waits for,
# and 20 s are too few to end
printf '[Service]\nWatchdogSec=0\nTimeoutStopSec=600\n' >/run/systemd/system/doubtit.service.d/small.conf
systemctl daemon-reload
CHECK_WITHIN=5400
checks check_small.py
