#!/usr/bin/env bash
# Runs in a guest with little memory, behind systemd: a game at the table's service.
set -uo pipefail
. /run/shared/tests/guest/install.sh
on_pins
checks check_small.py
