#!/usr/bin/env bash
# Runs in the guest, as a service or in the place of init: the check that the kernel's command line
# names, then power-off.
word() { sed -n "s/.*guest\.$1=\([^ ]*\).*/\1/p" /proc/cmdline; }
mkdir -p /run/shared /run/fake
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,ro shared /run/shared
cp /proc/cpuinfo /run/fake/cpuinfo
printf 'Revision\t: c03111\nSerial\t\t: 10000000deadbeef\nModel\t\t: Raspberry Pi 4 Model B\n' \
  >>/run/fake/cpuinfo
mount --bind /run/fake/cpuinfo /proc/cpuinfo
echo "GUEST up after $(cut -d' ' -f1 /proc/uptime) s, Linux $(uname -r), $(nproc) core(s)"
GUEST_WORD=$(word with) bash "/run/shared/tests/guest/$(word run)"
echo "GUEST-RC $?"
if [ $$ = 1 ]; then
  sync
  echo o >/proc/sysrq-trigger
  sleep infinity
fi
systemctl --no-block poweroff
