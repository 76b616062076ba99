# Sourced by the checks of the service, in the guest behind systemd: installs the table's package, of the
# version GUEST_WORD if it is not the one that ships.
. /run/shared/tests/guest/machine.sh
# The guest has numpy, OpenCV, colorzero and lgpio from PyPI, in place of apt's, so dpkg misses them.
mkdir -p /usr/local/lib/python3.13/dist-packages
ln -sf /opt/doubtit/.venv/lib/python3.13/site-packages/* /usr/local/lib/python3.13/dist-packages/
echo force-depends >/etc/dpkg/dpkg.cfg.d/guest
dpkg --install doubtit_${GUEST_WORD:-[0-8]*}_amd64.deb >/tmp/dpkg 2>&1 ||
  { cat /tmp/dpkg; echo "FAILED: dpkg"; exit 1; }
systemctl is-active doubtit ||
  { echo "FAILED: it was installed, and is not up"; journalctl -u doubtit -o cat | tail -30; exit 1; }
on_pins() { # no settings say that it is a Pi, and no device tree does
  printf '\n[buzzers]\ndriver = "gpio"\n[power]\ndriver = "gpio-power"\npin = 3\n' >>/etc/doubtit/table.toml
  systemctl restart doubtit || exit 1
}
checks() { # FILE: run the checks in it for CHECK_WITHIN seconds at most, and exit as they do
  cd tests/guest || exit 1
  timeout "${CHECK_WITHIN:-1500}" "$python" checks.py -c pytest.ini --noconftest -p no:cacheprovider -p no:typeguard \
    --color=no -v -s -rfE "$1" && exit
  echo "GUEST FAILED $1: status $?"
  journalctl --unit 'doubtit*' --output cat --no-pager | tail -60
  exit 1
}
