#!/usr/bin/env bash
# Runs in the guest behind systemd: the table's service, as it is shipped.
set -uo pipefail
. /run/shared/tests/guest/install.sh
on_pins
checks check_service.py
