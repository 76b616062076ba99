#!/usr/bin/env bash
# Runs in the guest behind systemd: parts of the table's service that are pulled and put back.
set -uo pipefail
. /run/shared/tests/guest/install.sh
on_pins
CHECK_WITHIN=5400
checks check_pulls.py
