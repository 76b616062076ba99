# Part of inside.sh, which has made `package`, `try`, `shows` and `fail`.
# Updates, by dpkg alone: how the table proves itself behind systemd is tried in the guest
state=/var/lib/doubtit-update
update=/usr/libexec/doubtit/update
version() { dpkg-query --show --showformat='${Version} ${db:Status-Status}' doubtit; }
is() { # WHAT VERSION: it is installed, whole, with our settings and the evening
  [ "$(version)" = "$2 installed" ] || fail "$1: $(version), and not $2"
  { dpkg --verify doubtit || true; dpkg --audit; } >/tmp/said 2>&1
  ! grep -v ' c /etc/doubtit/table.toml$' /tmp/said || fail "$1: files are not as they were packed"
  [ ! -e $state/half ] || fail "$1: half is there"
  shows "# ours" /etc/doubtit/table.toml "$1"
  test -s /var/lib/doubtit/evening.journal || fail "$1: the evening is gone"
  echo "  ok: $1"
}
one=$(version)
one=${one% *}
kept=$state/doubtit_$one.deb
try "no update has to prove itself where none ran" $update prove
try "the next version is installed, with its laboratory" dpkg --install /shared/doubtit{_90.2_amd64,-lab_90.2_all}.deb
is "the next version" 90.2
try "its laboratory is whole" dpkg --verify doubtit-lab
for folder in "$package" "$kept"; do dpkg-deb --field "$folder" | sort | grep -v ^Installed-Size; done >/tmp/fields
[ -z "$(sort /tmp/fields | uniq -u)" ] || { sort /tmp/fields | uniq -u; fail "the kept version has other fields"; }
for folder in "$package" "$kept"; do
  dpkg-deb --fsys-tarfile "$folder" | tar -t --verbose --numeric-owner | awk '{print $1, $2, $3, $6, $7, $8}' | sort
done >/tmp/files
[ -z "$(sort /tmp/files | uniq -u)" ] || { sort /tmp/files | uniq -u | head; fail "the kept version has other files"; }
for folder in "$package" "$kept"; do
  rm -rf /tmp/tree && dpkg-deb --raw-extract "$folder" /tmp/tree
  (cd /tmp/tree && find . -type f ! -path ./DEBIAN/control -exec sha256sum {} + | sort -k 2 | sha256sum)
done | uniq | wc -l >/tmp/said
shows '^1$' /tmp/said "the kept version, byte by byte"
echo "  ok: the version before is kept, byte by byte"
grep -q "^$one 90.2 idle$" $state/pending || fail "pending is $(cat $state/pending)"
try "a table that was not up has nothing to prove" $update prove
[ ! -e $state/pending ] || fail "it is still pending"
try "the version before is installed again" dpkg --install --force-confdef --force-confold "$kept" "$lab"
is "the version before" "$one"
$update prove >/dev/null

try "a version whose script fails is put back" bash -c "dpkg --install /shared/doubtit{_90.4_amd64,-lab_90.4_all}.deb; test \$? != 0; $update prove"
is "put back" "$one"
shows "^90.4 $one cut$" $state/undone "the note"
without_the_laboratory "put back without the laboratory of the other version"

# cut off by the power, as far as that can be had here: all that runs is killed, at any moment
began=$(date +%s%N)
try "the next version once more" dpkg --install /shared/doubtit_90.2_amd64.deb
took=$((($(date +%s%N) - began) / 1000000))
$update prove >/dev/null
for cut in $(seq 1 "${CUTS:-8}"); do
  try "the version before" dpkg --install --force-confdef --force-confold /shared/doubtit_90.1_amd64.deb
  $update prove >/dev/null
  setsid dpkg --install /shared/doubtit_90.2_amd64.deb >/tmp/said 2>&1 &
  dpkg=$!
  sleep "$(awk -v ms="$((took * (2 * cut - 1) / (2 * ${CUTS:-8})))" 'BEGIN { print ms / 1000 }')"
  kill -9 -- -$dpkg 2>/dev/null || true
  wait $dpkg 2>/dev/null || true
  where=$(dpkg-query --show --showformat='${Version} ${Status}' doubtit)
  # before `keep` began no file was touched: whoever updates does it again
  [ -e $state/pending ] || dpkg --install /shared/doubtit_90.2_amd64.deb >/tmp/said 2>&1
  $update prove >/tmp/said 2>&1 || { cat /tmp/said; fail "cut $cut ($where): update prove"; }
  now=$(version)
  is "cut off: $where" "${now% *}"
done

try "the package that had the laboratory in it" \
  dpkg --install --force-confdef --force-confold /shared/doubtit_0.0.1_amd64.deb
$update prove >/dev/null
try "apt makes two of it" apt-get install --quiet --yes "$package" "$lab"
$update prove >/dev/null
is "both packages" "$one"
try "the laboratory's files are its own" dpkg --verify doubtit-lab
[ -z "$(dpkg-query --listfiles doubtit | grep '/lab/')" ] || fail "the table's package still has the laboratory"
