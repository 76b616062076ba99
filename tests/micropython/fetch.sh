#!/bin/sh
# Fetch what the seat hub's tests need of the real world, once, into a cache outside the checkout:
# MicroPython for this machine (Debian 13's package, with the libraries that it was built for),
# MicroPython as WebAssembly (npm), and mpremote (PyPI, with hashes).
# Whatever can't be had is told by a line that begins with SKIP; the tests of it are then skipped.
set -u
HERE=$(cd "$(dirname "$0")" && pwd)
PYTHON=${PYTHON:-python3}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-micropython
mkdir -p "$CACHE"

skip() {
    echo "SKIP: $*"
}

# --- MicroPython's Unix port ---------------------------------------------------------------------
PACKAGES="micropython micropython-mpremote libc6 libffi8 libmbedcrypto16 libmbedtls21 libmbedx509-7"

# Debian 13's packages, whatever Debian this is: an apt that knows nothing of the machine's own.
# apt checks the archive's signature with the machine's own keys.
unix_port() {
    command -v apt-get > /dev/null || { skip "no apt-get: MicroPython's Unix port is Debian's"; return; }
    mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/*.sources 2> /dev/null)
    [ -n "$mirror" ] || mirror=$(awk '$1 == "deb" {for (i = 2; i <= NF; i++) if ($i ~ /^http/) {print $i; exit}}' /etc/apt/sources.list 2> /dev/null)
    mirror=${mirror:-http://deb.debian.org/debian}
    new=$CACHE/unix.new
    rm -rf "$new"
    mkdir -p "$new/lists/partial" "$new/cache/archives/partial" "$new/root"
    signed=
    [ ! -f /usr/share/keyrings/debian-archive-keyring.gpg ] ||
        signed="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
    echo "deb $signed $mirror trixie main" > "$new/list"
    set -- -qq -o "Dir::Etc::sourcelist=$new/list" -o Dir::Etc::sourceparts=/dev/null \
        -o "Dir::State::Lists=$new/lists" -o "Dir::Cache=$new/cache" -o APT::Sandbox::User=
    if ! apt-get "$@" update > "$new/log" 2>&1 ||
        ! (cd "$new" && apt-get "$@" download $PACKAGES >> "$new/log" 2>&1); then
        skip "apt-get can't fetch Debian 13's micropython: $(tail -n 1 "$new/log")"
        return
    fi
    for package in "$new"/*.deb; do
        dpkg-deb -x "$package" "$new/root" || { skip "dpkg-deb can't unpack $package"; return; }
    done
    rm -rf "$new/lists" "$new/cache" "$new"/*.deb "$CACHE/unix"
    mv "$new/root" "$CACHE/unix" && rm -rf "$new"
    cat > "$CACHE/micropython.new" << EOF
#!/bin/sh
lib=\$(echo "$CACHE"/unix/usr/lib/*-linux-gnu*)
exec "\$lib"/ld-linux*.so.* --library-path "\$lib" "$CACHE/unix/usr/bin/micropython" "\$@"
EOF
    chmod +x "$CACHE/micropython.new"
    if "$CACHE/micropython.new" -c 'import ffi' 2> /dev/null; then
        mv "$CACHE/micropython.new" "$CACHE/micropython"
    else
        skip "Debian 13's micropython does not start on this machine"
    fi
}

# --- MicroPython as WebAssembly ------------------------------------------------------------------
VERSION=1.27.0
FILE=micropython-micropython-webassembly-pyscript-$VERSION.tgz
SHA256=303919763c8ebfe5923b9da66226c20dce44ad72b604b225fb39338ea15367af

webassembly() {
    command -v node > /dev/null && command -v npm > /dev/null || { skip "no node or no npm"; return; }
    npm pack --silent --pack-destination "$CACHE" \
        @micropython/micropython-webassembly-pyscript@$VERSION > /dev/null ||
        { skip "npm can't fetch MicroPython"; return; }
    if ! echo "$SHA256  $CACHE/$FILE" | sha256sum --check --quiet; then
        rm -f "$CACHE/$FILE"
        echo "FAIL: npm's MicroPython $VERSION is not the file that it was"
        exit 1
    fi
    mkdir -p "$CACHE/webassembly" && tar -xzf "$CACHE/$FILE" -C "$CACHE/webassembly"
}

# --- mpremote ------------------------------------------------------------------------------------
mpremote() {
    "$PYTHON" -m venv --clear "$CACHE/mpremote.new" &&
        "$CACHE/mpremote.new/bin/python" -m pip install --quiet --disable-pip-version-check \
            --no-deps --require-hashes -r "$HERE/../../requirements/mpremote.lock" ||
        { skip "pip can't fetch mpremote"; return; }
    rm -rf "$CACHE/mpremote" && mv "$CACHE/mpremote.new" "$CACHE/mpremote"
}

[ -x "$CACHE/micropython" ] || unix_port
[ -f "$CACHE/webassembly/package/micropython.mjs" ] || webassembly
"$CACHE/mpremote/bin/python" -c 'import mpremote' 2> /dev/null || mpremote
exit 0
