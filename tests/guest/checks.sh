#!/usr/bin/env bash
# Runs in the guest in the place of init: what the checks GUEST_WORD of the drivers need, and they.
set -uo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mountpoint -q /sys/kernel/config || { modprobe configfs && mount -t configfs none /sys/kernel/config; }
mount -t tmpfs none /tmp
/usr/lib/systemd/systemd-udevd --daemon
modprobe dummy_hcd num=2
modprobe i2c-stub chip_addr=0x40
modprobe -a i2c-dev gpio-sim libcomposite usb_f_acm usb_f_hid uinput evdev hid-generic usbhid hid-sony vhci-hcd uvcvideo
mkdir -p /run/lg
export LG_WD=/run/lg
export PYTHONPATH=/run/shared/site:/run/shared:/run/shared/tests/drivers
cd /run/shared/tests/guest || exit 1
failed=0
for check in ${GUEST_WORD//,/ }; do
  echo "GUEST [$(cut -d' ' -f1 /proc/uptime) s] $check"
  within=300
  [ "$check" != uvc ] || within=900  # pulls a camera 20 times
  [ "$check" != libcamera ] || within=2000  # looks at cards, which take their time here
  timeout "$within" /opt/doubtit/.venv/bin/python checks.py -c pytest.ini --noconftest \
    -p no:cacheprovider -p no:typeguard -o faulthandler_timeout=240 --color=no -v -s -rfE \
    "check_$check.py" || { echo "GUEST FAILED $check: status $?"; failed=1; }
done
echo "GUEST [$(cut -d' ' -f1 /proc/uptime) s] done"
exit "$failed"
