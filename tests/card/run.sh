#!/usr/bin/env bash
# `make card-test`: the first start of a card, from systemd/card/user-data to the table, in an emulated Debian 13.
#
# PICTURE=FILE.ppm keeps the screen as the table shows it then.
#
# cloud-init reads the card's partition as Raspberry Pi OS does, apt fetches Debian's packages over QEMU's
# network, and the table starts. Exit 0 if it is up, or with a line SKIP where Debian or QEMU can't be had; 1
# with the console's end if the table does not come up within LIMIT seconds (3000).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-python3}
skip() { echo "SKIP: card-test: $*"; exit 0; }
[ "$(id -u)" = 0 ] || skip "making the card takes root"
for tool in qemu-system-x86_64 mmdebstrap mkfs.vfat mcopy; do
  command -v "$tool" >/dev/null || skip "$tool is missing (apt-get install qemu-system-x86 mmdebstrap dosfstools mtools)"
done
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep -v security | head -1)
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
cd "$root"
"$python" packaging/deb.py "$work" 13 amd64 >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }

truncate -s 256M "$work/bootfs"
mkfs.vfat -n bootfs "$work/bootfs" >/dev/null
printf 'instance-id: first-start\n' >"$work/meta-data"
mcopy -i "$work/bootfs" systemd/card/user-data "$work/meta-data" "$work"/doubtit_*_amd64.deb ::

cat >"$work/hook.sh" <<'HOOK'
set -e
cp "$1"/boot/vmlinuz-* "$2/vmlinuz"
cp "$1"/boot/initrd.img-* "$2/initrd"
mkdir -p "$1/boot/firmware"
printf 'LABEL=root / ext4 defaults 0 1\nLABEL=bootfs /boot/firmware vfat defaults 0 2\n' >"$1/etc/fstab"
printf 'datasource_list: [NoCloud]\ndatasource: {NoCloud: {seedfrom: "file:///boot/firmware/"}}\n' >"$1/etc/cloud/cloud.cfg.d/99_seed.cfg"
cp "$3/watch.service" "$1/etc/systemd/system/"
chroot "$1" systemctl -q enable watch.service
chroot "$1" cloud-init schema --config-file /dev/stdin <"$4/user-data"
chroot "$1" cloud-init schema --schema-type network-config --config-file /dev/stdin <"$4/network-config"
HOOK
mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,systemd-resolved,udev,dbus,kmod,iproute2,netplan.io,cloud-init,initramfs-tools,zstd,linux-image-amd64,ca-certificates \
  --customize-hook="bash $work/hook.sh \"\$1\" $work $here $root/systemd/card" trixie "$work/root" "$mirror" >"$work/log" 2>&1 ||
  { tail -20 "$work/log" >&2; exit 1; }
grep -i "valid schema" "$work/log" || true
truncate -s 4G "$work/root.ext4"
mke2fs -q -t ext4 -L root -d "$work/root" "$work/root.ext4"
rm -rf --one-file-system "$work/root"
timeout --foreground "${LIMIT:-3000}" qemu-system-x86_64 -nodefaults -no-user-config -no-reboot \
  -M q35 -accel tcg,tb-size=512 -cpu Nehalem -smp 2 -m 1280 -display none -serial stdio -monitor "unix:$work/monitor,server,nowait" \
  -kernel "$work/vmlinuz" -initrd "$work/initrd" \
  -drive "if=virtio,file=$work/root.ext4,format=raw" -drive "if=virtio,file=$work/bootfs,format=raw" \
  -netdev user,id=net -device virtio-net-pci,netdev=net -device virtio-rng-pci -device virtio-gpu-pci,xres=1280,yres=720 \
  -append "console=ttyS0 root=/dev/vda rw loglevel=3 panic=-1" </dev/null 2>&1 | tee "$work/console" | sed -u 's/\r$//' | grep -E --line-buffered 'doubtit|CARD|cloud-init.*(finished|rror)|Debian is|No doubtit' |
  while read -r line; do
    echo "$line"
    case $line in *"the table is up"*)
      [ -z "${PICTURE:-}" ] || "$python" "$here/picture.py" "$work/monitor" "$PICTURE" ;;
    esac
  done || true
grep -q 'CARD: the table is up' "$work/console" || { tail -30 "$work/console" >&2; exit 1; }
