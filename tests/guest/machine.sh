# Sourced by what runs in the guest behind systemd: the hardware that the service finds, at each boot.
export HOME=/root PYTHONPATH=/run/shared/site:/run/shared:/run/shared/tests/drivers DEBIAN_FRONTEND=noninteractive
python=/opt/doubtit/.venv/bin/python
cd /run/shared || exit 1
modprobe -a snd-dummy dummy_hcd libcomposite usb_f_acm
(cd tests/guest && PYTHONPATH=. "$python" -c 'import gpiosim; gpiosim.make()') || exit 1
udevadm settle
# the guest's board, seen in the service's own /proc too
mkdir -p /run/systemd/system/doubtit.service.d
printf '[Service]\nBindReadOnlyPaths=/run/fake/cpuinfo:/proc/cpuinfo\n' \
  >/run/systemd/system/doubtit.service.d/guest.conf
systemctl daemon-reload
up() { # wait until the table is up
  for _ in $(seq 300); do
    [ "$(systemctl is-active doubtit)" != active ] || return 0
    sleep 1
  done
  echo "FAILED: the table is not up"
  return 1
}
