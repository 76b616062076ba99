#!/usr/bin/env bash
# Runs in the guest behind systemd: updates of the table's package, good and broken ones.
set -uo pipefail
. /run/shared/tests/guest/install.sh
on_pins
checks check_updates.py
