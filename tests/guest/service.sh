#!/usr/bin/env bash
# Runs in the guest behind systemd: installs the table as systemd/README.md says, and checks it.
set -uo pipefail
export HOME=/root PYTHONPATH=/run/shared
python=/opt/doubtit/.venv/bin/python
cd /run/shared || exit 1
(cd tests/guest && PYTHONPATH=. "$python" -c 'import gpiosim; gpiosim.make()') || exit 1
udevadm settle
# what the README has a person type, but for what the guest has: apt's packages, the venv, the source
/opt/doubtit/.venv/bin/pip install --quiet --no-deps --no-index ./*.whl || exit 1
while read -r line; do
  bash -c "$line" </dev/null || { echo "FAILED: $line"; exit 1; }
done < <(grep '^install ' systemd/README.md)
cd tests/guest || exit 1
timeout 300 "$python" checks.py -c pytest.ini --noconftest -p no:cacheprovider -p no:typeguard \
  --color=no -v -s -rfE check_service.py && exit
echo "GUEST FAILED service: status $?"
journalctl --unit doubtit --output cat --no-pager | tail -30
exit 1
