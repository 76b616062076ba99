#!/usr/bin/env bash
# Runs in the guest behind systemd: installs the table's Debian package, and checks the service.
set -uo pipefail
export HOME=/root PYTHONPATH=/run/shared/site:/run/shared DEBIAN_FRONTEND=noninteractive
python=/opt/doubtit/.venv/bin/python
cd /run/shared || exit 1
(cd tests/guest && PYTHONPATH=. "$python" -c 'import gpiosim; gpiosim.make()') || exit 1
udevadm settle
# in the place of apt's numpy, OpenCV, colorzero and lgpio: what the guest has of them from PyPI
echo /opt/doubtit/.venv/lib/python3.13/site-packages >/usr/lib/python3/dist-packages/guest.pth
# the guest's board, seen in the service's own /proc too
mkdir -p /run/systemd/system/doubtit.service.d
printf '[Service]\nBindReadOnlyPaths=/run/fake/cpuinfo:/proc/cpuinfo\n' \
  >/run/systemd/system/doubtit.service.d/guest.conf
dpkg --force-depends --install doubtit_*_amd64.deb >/tmp/dpkg 2>&1 ||
  { cat /tmp/dpkg; echo "FAILED: dpkg"; exit 1; }
systemctl is-active doubtit || { echo "FAILED: it was installed, and is not up"; journalctl -u doubtit -o cat | tail -30; exit 1; }
# no settings say that it is a Pi, and no device tree does
printf '\n[buzzers]\ndriver = "gpio"\n' >>/etc/doubtit/table.toml
systemctl restart doubtit || exit 1
cd tests/guest || exit 1
timeout 400 "$python" checks.py -c pytest.ini --noconftest -p no:cacheprovider -p no:typeguard \
  --color=no -v -s -rfE check_service.py && exit
echo "GUEST FAILED service: status $?"
journalctl --unit doubtit --output cat --no-pager | tail -30
exit 1
