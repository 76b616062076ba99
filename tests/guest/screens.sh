#!/usr/bin/env bash
# Runs in the guest behind systemd: a touch screen at the table's service, turned, and a second screen.
set -uo pipefail
. /run/shared/tests/guest/install.sh
on_pins
checks check_screens.py
