#!/usr/bin/env bash
# Runs in a guest with little memory, behind systemd: a game at the table's service.
set -uo pipefail
. /run/shared/tests/guest/install.sh
# the guest has its own time: where its host is busy, 10 s are too few for a turn of the loop,
# and 20 to end
printf '[Service]\nWatchdogSec=600\nTimeoutStopSec=600\n' >/run/systemd/system/doubtit.service.d/small.conf
systemctl daemon-reload
CHECK_WITHIN=5400
checks check_small.py
