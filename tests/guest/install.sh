# Sourced by the checks of the service, in the guest behind systemd: installs the table's package.
export HOME=/root PYTHONPATH=/run/shared/site:/run/shared:/run/shared/tests/drivers DEBIAN_FRONTEND=noninteractive
python=/opt/doubtit/.venv/bin/python
cd /run/shared || exit 1
modprobe -a snd-dummy dummy_hcd libcomposite usb_f_acm
(cd tests/guest && PYTHONPATH=. "$python" -c 'import gpiosim; gpiosim.make()') || exit 1
udevadm settle
# in the place of apt's numpy, OpenCV, colorzero and lgpio: what the guest has of them from PyPI,
# so dpkg misses them; and a way to let a main thread hang
cp tests/guest/guest_hang.py /usr/lib/python3/dist-packages/
printf '%s\n' /opt/doubtit/.venv/lib/python3.13/site-packages 'import guest_hang' \
  >/usr/lib/python3/dist-packages/guest.pth
# the guest's board, seen in the service's own /proc too
mkdir -p /run/systemd/system/doubtit.service.d
printf '[Service]\nBindReadOnlyPaths=/run/fake/cpuinfo:/proc/cpuinfo\n' \
  >/run/systemd/system/doubtit.service.d/guest.conf
echo force-depends >/etc/dpkg/dpkg.cfg.d/guest
dpkg --install doubtit_[0-8]*_amd64.deb >/tmp/dpkg 2>&1 ||
  { cat /tmp/dpkg; echo "FAILED: dpkg"; exit 1; }
systemctl is-active doubtit ||
  { echo "FAILED: it was installed, and is not up"; journalctl -u doubtit -o cat | tail -30; exit 1; }
# no settings say that it is a Pi, and no device tree does
printf '\n[buzzers]\ndriver = "gpio"\n[power]\ndriver = "gpio-power"\npin = 3\n' >>/etc/doubtit/table.toml
systemctl restart doubtit || exit 1
cd tests/guest || exit 1
checks() { # FILE: run the checks in it, and exit as they do
  timeout 1500 "$python" checks.py -c pytest.ini --noconftest -p no:cacheprovider -p no:typeguard \
    --color=no -v -s -rfE "$1" && exit
  echo "GUEST FAILED $1: status $?"
  journalctl --unit 'doubtit*' --output cat --no-pager | tail -60
  exit 1
}
