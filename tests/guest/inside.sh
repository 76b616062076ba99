#!/usr/bin/env bash
# Runs in the new root, with the wheels beside it in /w: the kernel module, Python, and one agent.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
cd /w
kernel=$(ls /lib/modules)
series=$(echo "$kernel" | cut -d. -f1,2)

# Debian's kernels have neither GPIO_SIM nor IRQ_SIM. Both make one module; what irq_sim uses of
# the core that modules may not call has a public counterpart.
apt-get -qq download "linux-source-$series" || { echo "guest: no source"; exit 1; }
dpkg-deb --fsys-tarfile linux-source-*.deb | tar -xO "./usr/src/linux-source-$series.tar.xz" |
  tar -xJ "linux-source-$series/drivers/gpio" "linux-source-$series/kernel/irq"
mkdir module
cp "linux-source-$series/drivers/gpio/gpio-sim.c" module/gpio-sim-main.c
for extra in "linux-source-$series"/drivers/gpio/dev-sync-probe.[ch]; do
  if [ -f "$extra" ]; then cp "$extra" module/; fi
done
sed -e 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq_safe(irqnum);/' \
  -e '/^EXPORT_SYMBOL/d' "linux-source-$series/kernel/irq/irq_sim.c" >module/irq_sim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n' >module/Makefile
make -s -C "/lib/modules/$kernel/build" M=/w/module modules
strip -g module/gpio-sim.ko
install -D module/gpio-sim.ko "/lib/modules/$kernel/updates/gpio-sim.ko"
depmod "$kernel"

# as systemd/README.md has it: apt's packages, and a newer gpiozero on top
python3 -m venv --system-site-packages /opt/doubtit/.venv
pip=(/opt/doubtit/.venv/bin/pip install --quiet --no-deps --no-index --ignore-installed)
PYPI=1 "${pip[@]}" --no-build-isolation ./lgpio-*.tar.gz
"${pip[@]}" ./*.whl

sed -i 's/^MODULES=.*/MODULES=list/; s/^COMPRESS=.*/COMPRESS=zstd/' /etc/initramfs-tools/initramfs.conf
printf 'virtio_pci\nvirtio_blk\next4\n' >/etc/initramfs-tools/modules
update-initramfs -u -k "$kernel" >/dev/null
printf 'gpio-sim\nuinput\nvirtio_gpu\nlibcomposite\ndummy_hcd\n9pnet_virtio\n9p\n' \
  >/etc/modules-load.d/guest.conf
echo 'options vivid node_types=0x101 ccs_cap_mode=0 ccs_out_mode=0' >/etc/modprobe.d/guest.conf

# gpiozero looks for the board's revision: the guest says that it is a Pi 4
groupadd -r gpio
cat >/etc/udev/rules.d/60-guest.rules <<'RULES'
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
RULES
echo table >/etc/hostname
: >/etc/fstab
echo 0123456789abcdef0123456789abcdef >/etc/machine-id
install -m 755 agent.sh /usr/local/sbin/guest-agent
cat >/etc/systemd/system/guest-agent.service <<'UNIT'
[Unit]
Description=Run the checks that the kernel's command line names
After=basic.target
[Service]
Type=oneshot
ExecStart=/usr/local/sbin/guest-agent
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
TimeoutStartSec=infinity
[Install]
WantedBy=multi-user.target
UNIT
systemctl -q enable guest-agent.service
for unit in systemd-timesyncd.service systemd-networkd.service apt-daily.timer \
  apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer getty@tty1.service \
  serial-getty@ttyS0.service ldconfig.service systemd-hwdb-update.service \
  systemd-journal-catalog-update.service systemd-update-done.service; do
  ln -sf /dev/null "/etc/systemd/system/$unit"
done
mkdir -p /etc/systemd/journald.conf.d
printf '[Journal]\nStorage=volatile\n' >/etc/systemd/journald.conf.d/guest.conf
rm -rf /usr/src/* /usr/lib/gcc /usr/libexec/gcc /usr/include /usr/share/doc /usr/share/man \
  /usr/share/locale /var/cache/apt/*.bin
find /usr/lib -name '*.a' -delete
