#!/usr/bin/env bash
# `make browser-test`: the venue's board in a real Chromium, with Playwright and axe.
#
# Exit 0 if all checks hold, or with a line SKIP and the reason where Chromium, Playwright or axe
# can't be had; 1 if a check failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
python=${PYTHON:-python3}
skip() { echo "SKIP: browser-test: $*"; exit 0; }

axe=axe-core-4.14.1.tgz
axe_sha256=e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745
build=build/browser
command -v chromium >/dev/null || skip "Chromium is missing (apt-get install chromium)"
mkdir -p "$build"
if [ ! requirements/browser.lock -ot "$build/site/playwright" ]; then
  rm -rf "$build/site"
  "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
    --only-binary :all: --target "$build/site" --requirement requirements/browser.lock ||
    skip "pip can't fetch Playwright"
  touch "$build/site/playwright"
fi
if [ ! -f "$build/package/axe.min.js" ]; then
  npm pack --silent --pack-destination "$build" axe-core@4.14.1 >/dev/null || skip "npm can't fetch axe-core"
  echo "$axe_sha256  $build/$axe" | sha256sum --check --quiet
  tar -xzf "$build/$axe" -C "$build" package/axe.min.js
fi
PYTHONPATH=$PWD:$PWD/$build/site exec "$python" "$here/check_pages.py"
