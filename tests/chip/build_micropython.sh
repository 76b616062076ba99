#!/bin/sh
# MicroPython 1.25 for a Raspberry Pi Pico, from Debian's packages: build_micropython.sh FOLDER
#
# FOLDER gets rp2.py (the assembler of PIO programs) and, where it can be built, firmware.bin; all
# else stays in a cache. Nothing is installed: packages are fetched by apt, which checks them, and
# unpacked. Ends with 0 and a line that begins with SKIP where something can't be had.
set -eu

VERSION=1.25.0+ds-1
MIRROR=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
KEYS=/usr/share/keyrings/debian-archive-keyring.gpg
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/doubtit-chip
mkdir -p "$1" "$CACHE"
OUT=$(cd "$1" && pwd)
[ ! -f "$OUT/firmware.bin" ] || exit 0
cd "$CACHE"

skip() { echo "SKIP: $*"; exit 0; }
missing() { ! command -v "$1" >/dev/null; }
for tool in apt-get dpkg-deb dpkg-source; do
  ! missing $tool || skip "MicroPython for the RP2040 is built from Debian's packages: no $tool here"
done
[ -f "$KEYS" ] || skip "no $KEYS to check Debian's packages with (package debian-archive-keyring)"

# --- Debian 13's sources, whatever Debian this is -----------------------------------------------
mkdir -p apt/lists/partial apt/cache/archives/partial 13
for kind in deb deb-src; do
  echo "$kind [signed-by=$KEYS] $MIRROR trixie main"
done >apt/list
debian13() {
  apt-get -qq -o Dir::Etc::sourcelist="$CACHE/apt/list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::State::Lists="$CACHE/apt/lists" -o Dir::Cache="$CACHE/apt/cache" \
    -o APT::Sandbox::User="$(id -un)" "$@"
}
unpack() { # packages into a folder
  into=$1
  shift
  for deb in "$@"; do dpkg-deb -x "$deb" "$into"; done
}
if [ ! -f 13/complete ]; then
  debian13 update || skip "Debian's package lists can't be fetched from $MIRROR"
  (cd 13 && debian13 source --download-only micropython=$VERSION &&
    debian13 download pico-sdk-source tinyusb-source) ||
    skip "Debian's sources of MicroPython $VERSION can't be fetched"
  touch 13/complete
fi
if [ ! -f micropython/complete ]; then
  rm -rf micropython sdk
  dpkg-source --no-check -x 13/micropython_*.dsc micropython >source.log
  unpack sdk 13/*.deb
  touch micropython/complete
fi
cp micropython/ports/rp2/modules/rp2.py "$OUT/"

# --- a compiler: the one that is installed, or this Debian's own, unpacked -----------------------
for tool in cmake make gcc python3; do
  ! missing $tool || skip "the RP2040's MicroPython was not built: no $tool here"
done
if missing arm-none-eabi-gcc && [ ! -f compiler/complete ]; then
  mkdir -p debs
  (cd debs && apt-get -qq -o APT::Sandbox::User="$(id -un)" download gcc-arm-none-eabi \
    binutils-arm-none-eabi libnewlib-arm-none-eabi libnewlib-dev libstdc++-arm-none-eabi-dev) ||
    skip "the RP2040's MicroPython was not built: no gcc-arm-none-eabi to be had"
  rm -rf compiler
  unpack compiler debs/*.deb
  rm -r debs
  # Where the compiler looks when it is not installed; and no C++ library: nothing here is C++.
  ln -s newlib compiler/usr/lib/arm-none-eabi/lib
  ln -s ../../include/newlib compiler/usr/lib/arm-none-eabi/include
  compiler/usr/bin/arm-none-eabi-ar rc compiler/usr/lib/arm-none-eabi/newlib/thumb/v6-m/nofp/libstdc++.a
  touch compiler/complete
fi
[ ! -f compiler/complete ] || PATH=$CACHE/compiler/usr/bin:$PATH

# --- what is left out: Debian ships no mbedtls, and the emulated chip has no boot ROM -------------
port=micropython/ports/rp2
if [ ! -f $port/boards/SEAT_HUB/complete ]; then
  # no TLS; no picotool, which only packs the result; no floating point out of the boot ROM
  sed -i -e '/^set(MICROPY_SSL_MBEDTLS ON)/d' -e 's/ micropy_lib_mbedtls)/)/' \
    -e '/^pico_add_extra_outputs/d' \
    -e '/pico_wrap_function(pico_float_micropython/d' -e '/pico_float\/float_.*_rp2040/d' \
    -e '/libm_extra\.c/d' \
    -e '/^pico_set_float_implementation/a pico_set_double_implementation(${MICROPY_TARGET} compiler)' \
    -e '/^pico_set_float_implementation/a pico_set_bit_ops_implementation(${MICROPY_TARGET} compiler)' \
    -e '/^pico_set_float_implementation/a pico_set_mem_ops_implementation(${MICROPY_TARGET} compiler)' \
    $port/CMakeLists.txt
  sed -i -E '/define MICROPY_(SSL_MBEDTLS|PY_CRYPTOLIB|PY_HASHLIB_(SHA1|MD5)) /d' \
    $port/mpconfigport.h
  rm -rf micropython/lib/tinyusb micropython/lib/pico-sdk
  ln -s "$CACHE/sdk/usr/src/tinyusb" micropython/lib/tinyusb
  ln -s "$CACHE/sdk/usr/src/pico-sdk" micropython/lib/pico-sdk
  mkdir -p micropython/lib/micropython-lib $port/boards/SEAT_HUB
  touch micropython/lib/micropython-lib/README.md
  cp $port/boards/RPI_PICO/pins.csv $port/boards/RPI_PICO/mpconfigboard.h $port/boards/SEAT_HUB/
  cat >>$port/boards/SEAT_HUB/mpconfigboard.h <<'END'
#define MICROPY_PY_CRYPTOLIB (0)
#define MICROPY_PY_HASHLIB_MD5 (0)
#define MICROPY_PY_HASHLIB_SHA1 (0)
END
  cat >$port/boards/SEAT_HUB/mpconfigboard.cmake <<'END'
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)
END
  cat >$port/boards/SEAT_HUB/manifest.py <<'END'
freeze("$(PORT_DIR)/modules")
include("$(MPY_DIR)/extmod/asyncio")
END
  touch $port/boards/SEAT_HUB/complete
fi

echo "building MicroPython for the RP2040 (once; some minutes; $CACHE/build.log) ..."
bin=$(dirname "$(command -v arm-none-eabi-gcc)")
if ! { make -C micropython/mpy-cross && cmake -S $port -B build -DMICROPY_BOARD=SEAT_HUB \
    -DPICO_TOOLCHAIN_PATH="$bin" && make -C build -j2; } >build.log 2>&1; then
  tail -20 build.log
  skip "the RP2040's MicroPython was not built: see $CACHE/build.log"
fi
arm-none-eabi-objcopy -O binary build/firmware.elf "$OUT/firmware.bin"
