#!/usr/bin/env bash
# Runs in the guest in the place of init, part of `make guest-test GUEST=evening`: run.sh boots it again
# and again with one disk for evenings, and kills QEMU in between.
#
#   GUEST_WORD=play   the evening goes on, until QEMU is killed
#   GUEST_WORD=CUTS   it is opened a last time; then so many power cuts without a new boot
set -uo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
export PYTHONPATH=/run/shared/site:/run/shared PYTHONDONTWRITEBYTECODE=1
mount -t tmpfs none /tmp
cd /run/shared || exit 1
python=/opt/doubtit/.venv/bin/python
"$python" tests/guest/evening.py /dev/vdb /run/shared/shown "$GUEST_WORD" || exit 1
"$python" -m bench.ext4cuts --disk /dev/vdb --cuts "$GUEST_WORD" --steps 40 || exit 1
echo "GUEST [$(cut -d' ' -f1 /proc/uptime) s] done; the kernel recovered the disk $(dmesg | grep -c 'EXT4-fs (vdb): recovery complete') times in this boot"
