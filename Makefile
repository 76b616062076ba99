# Doubt It! table. `make run` and `make test` need only Python >= 3.11, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.locked

.PHONY: help setup run test test-quick test-thorough lint docs workflows lock journals transcripts screens sheets hardware hardware-parts slices house-docs rules-docs positions conformance games mutations fuzz weeks independence bench dist release deb deb-test shipped-test python-test board-test hub-firmware micropython-test hub-chip-test train guest-test image image-test card-test window-test window-games pi-test browser-test home-assistant-test board-demo clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## .venv with everything locked

# --no-deps: a lock names all there is. Without it pip 23.2 refuses the lock as soon as something that
# another asks for with an extra (coverage[toml]) has a newer release.
$(STAMP): requirements/dev.lock requirements/picamera2.lock pyproject.toml lab/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Doubt It! needs Python 3.11 or newer, and '$(PYTHON)' is older or missing: make PYTHON=python3.12 ..."; exit 1; }
	@echo "setting up $(VENV) (once; a minute or so) ..."
	@$(PYTHON) -m venv --clear $(VENV) || \
	  { echo "Python can't make a virtual environment: on Debian, apt install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/picamera2.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable ./lab
	@touch $@

run: $(STAMP) ## sit down and play at a simulated table
	$(BIN)/doubtit simulate

test test-quick test-thorough: export PYTHONDONTWRITEBYTECODE :=  # each compiled once, not by each worker

test: $(STAMP) ## the test suite but for its long proofs, with branch coverage
	@mkdir -p build/coverage
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not thorough" --cov --cov-report=

test-thorough: $(STAMP) ## the long proofs, and all examples of the tests that try many
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -n auto --dist worksteal \
	  -m "thorough or examples or hypothesis"

QUICK ?= tests/presses tests/rules tests/scenario tests/table tests/words

test-quick: $(STAMP) ## the tests of the core, with few examples; QUICK=tests/display for another room
	HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -q -n auto --dist worksteal -m "not (thorough or examples)" $(QUICK)

docs: $(STAMP) ## the documentation site, in build/docs; a warning is an error
	rm -rf docs/api
	$(BIN)/sphinx-build --quiet --jobs auto --fail-on-warning --keep-going -c docs -d build/doctrees . build/docs

lint: $(STAMP) ## format, lint, types, import contracts, plain English
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/prose.py

LINTERS := build/workflow-linters

workflows: $(LINTERS)/.locked ## lint .github with jactionlint and zizmor (PyPI, once; shellcheck where it is installed)
	PYTHONPATH=$(LINTERS) $(BIN)/python -m jactionlint
	$(LINTERS)/bin/zizmor --offline --quiet .github

$(LINTERS)/.locked: $(STAMP) requirements/workflows.lock
	@rm -rf $(LINTERS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
	  --require-hashes --target $(LINTERS) -r requirements/workflows.lock
	@touch $@

screens: $(STAMP) ## draw the golden screens and the pictures of the docs anew: look at them
	PYTHONPATH=tests $(BIN)/python tests/display/golden_screens.py

SHEETS ?= en de

sheets: $(STAMP) ## all moments on contact sheets, in build/sheets, a sheet for each layout and language; SHEETS="fr nl"
	PYTHONPATH=tests $(BIN)/python tests/display/contact_sheets.py $(SHEETS)

journals: $(STAMP) ## keep the layout and an evening of a new format of journals, once VERSION is raised
	PYTHONPATH=tests $(BIN)/python -m kept_journals

transcripts: $(STAMP) ## tell the golden games anew: read the difference
	PYTHONPATH=tests $(BIN)/python tests/sim/golden_transcripts.py

hardware: $(STAMP) ## all of docs/build and hardware/ that is made: drawings, tables, pictures (openscad, xvfb, xauth), the hub's board (kicad, librsvg2-bin): look at them
	$(BIN)/python -m workshop

hardware-parts: $(STAMP) ## the printed parts of hardware/mechanics as STL and 3MF, in build/parts (needs openscad)
	$(BIN)/python -m workshop.mechanics

slices: $(STAMP) ## grams and hours of each printed part by PrusaSlicer, and that none needs supports (openscad; a Debian 13 is made for it once, as root)
	PYTHON=$(abspath $(BIN)/python) tests/slicer/run.sh

house-docs: $(STAMP) ## draw the rooms of docs/architecture.md anew, from the code
	$(BIN)/python tests/architecture.py

rules-docs: $(STAMP) ## write docs/rules anew, from what the rulesets say of themselves
	PYTHONPATH=tests $(BIN)/python tests/commands/rules_pages.py

positions: $(STAMP) ## count the positions of small tables anew: read the difference
	PYTHONPATH=tests $(BIN)/python -m proof.positions

conformance: $(STAMP) ## write the stories of bluffing/conformance anew, from the scenarios: read the difference
	PYTHONPATH=tests $(BIN)/python -m proof.stories

games: $(STAMP) ## 10,000 random games of every ruleset, each step checked: some minutes
	PYTHONPATH=tests $(BIN)/python -m proof.games --games 10000

mutations: $(STAMP) ## 2,000 damaged settings, packs, decks, journals, pictures ...: one line each, in 5 s
	PYTHONPATH=tests $(BIN)/python -m proof.mutations

ATHERIS := build/fuzz
SECONDS ?= 60

fuzz: $(STAMP) ## bred inputs for what reads files of others, each target for SECONDS=60; TARGET=notation for that alone
	@test -d $(ATHERIS)/atheris || $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --only-binary :all: --require-hashes --target $(ATHERIS) -r requirements/fuzz.lock || \
	  { echo "Atheris has no wheel for this machine or this Python: it needs x86-64 and Python 3.11 to 3.13"; exit 1; }
	PYTHONPATH=tests:$(ATHERIS) $(BIN)/python -m fuzz.fuzz --seconds $(SECONDS) $(addprefix --target ,$(TARGET))
SEEDS ?= 10000
SEED ?= 1

weeks: $(STAMP) ## 10,000 weeks of a table's life, with faults from a seed: over an hour; SEEDS=200 for less, SHOW=12 tells one
	$(BIN)/python -m bench.weeks --shrink $(if $(SHOW),--show --seed $(SHOW),--seeds $(SEEDS) --seed $(SEED))

independence: $(STAMP) ## the tests without one game, for each game: an hour
	$(BIN)/python tests/independence.py

bench: $(STAMP) ## latency, frames, start-up, memory
	$(BIN)/python -m bench

lock: $(STAMP) ## refresh requirements/*.lock
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 --extra dev --extra docs --custom-compile-command "make lock" --upgrade \
	  pyproject.toml --output-file requirements/dev.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 --no-deps --custom-compile-command "make lock" \
	  requirements/pi.in --output-file requirements/pi.lock

dist: $(STAMP) ## the files of a release that take seconds, in dist/: wheels of table, laboratory and games, sources, the seat hub's firmware
	$(BIN)/python packaging/release.py dist

release: $(STAMP) ## all files of a release, in dist/, with SHA256SUMS: docs/releasing.md (needs openscad)
	$(BIN)/python packaging/release.py dist --all

deb: $(STAMP) ## the Debian packages of the table for a Pi (arm64) and a PC (amd64), of laboratory, venue and board, for Debian 13 and 14, in dist/: systemd/README.md
	$(BIN)/python packaging/deb.py dist

DEBIAN ?= 13
PARTS ?= contract venue board updates damage

deb-test: $(STAMP) ## the packages built twice, installed in a Debian without a network, tried, and purged (as root): DEBIAN=14 PARTS="contract venue board updates damage" EVERY=1 AFTER=200
	PYTHON=$(abspath $(BIN)/python) tests/deb/run.sh $(DEBIAN) $(PARTS)

shipped-test: $(STAMP) ## the tests of cards, screens and drivers on the installed package and its Debian's libraries, and photographs read alike (as root): DEBIAN=14 PICTURES=no TESTS=tests/vision
	PYTHON=$(abspath $(BIN)/python) tests/deb/shipped.sh $(DEBIAN) $(TESTS)

python-test: ## make setup and make test with the Python of a Debian, 3.13 or 3.14 (as root): DEBIAN=14 TARGET="test-quick QUICK=tests/commands"
	TARGET="$(TARGET)" tests/deb/python.sh $(DEBIAN)

board-test: $(STAMP) ## the seat hub's schematic and board by KiCad 9's ERC and DRC, and spoilt ones; a Debian 13 is made for it once (as root)
	PYTHON=$(abspath $(BIN)/python) tests/kicad/run.sh

hub-firmware: $(STAMP) ## what goes on the seat hub's board, in build/seat_hub (doubtit hub install copies it there)
	$(BIN)/python hardware/firmware/seat_hub/assemble.py build/seat_hub

micropython-test: $(STAMP) ## the seat hub's firmware and its installation under real MicroPythons (apt, npm and PyPI, once)
	PYTHON=$(abspath $(BIN)/python) tests/micropython/fetch.sh
	MICROPYTHONS=$${XDG_CACHE_HOME:-$$HOME/.cache}/doubtit-micropython \
	  $(BIN)/python -m pytest -rs tests/drivers/test_hub_micropython.py tests/drivers/test_hub_pty.py \
	  tests/drivers/test_hub_pty_restart.py tests/drivers/test_hub_install.py

RP2040JS := rp2040js-1.4.1.tgz
RP2040JS_SHA256 := 83328017cf7e503477e8d218cb742d3e843782d795edd175a0b81346c194e56f

hub-chip-test: $(STAMP) ## the seat hub on an emulated RP2040 (needs node, npm and Debian's packages): minutes
	PYTHON=$(abspath $(BIN)/python) tests/micropython/fetch.sh
	@mkdir -p build/chip/rp2040js
	@test -f build/chip/$(RP2040JS) || npm pack --silent --pack-destination build/chip rp2040js@1.4.1 >/dev/null || \
	  echo "SKIP: npm can't fetch rp2040js"
	@test ! -f build/chip/$(RP2040JS) || \
	  { echo "$(RP2040JS_SHA256)  build/chip/$(RP2040JS)" | sha256sum --check --quiet && \
	    tar -xzf build/chip/$(RP2040JS) -C build/chip/rp2040js; }
	@tests/chip/build_micropython.sh build/chip
	$(BIN)/python -m pytest -rs -s tests/chip/check_pio.py tests/chip/check_board.py

TRAINING := build/train-venv
FONTS ?= /usr/share/fonts

train: ## draw cards, train the card reader's networks, export them: hours; DECKS= and PHOTOS= add to it
	@test -x $(TRAINING)/bin/python || \
	  { $(PYTHON) -m venv $(TRAINING) && $(TRAINING)/bin/pip install --quiet -r training/requirements.txt; }
	$(TRAINING)/bin/python -m training --fonts $(FONTS) \
	  $(if $(DECKS),--decks $(DECKS)) $(if $(PHOTOS),--photos $(PHOTOS))

guest-test: $(STAMP) ## the real drivers on simulated hardware, in a guest that is booted; GUEST="gpio hub keys camera lamps service uvc libcamera sound screens small pulls updates cuts evening" (docs/guest.md)
	PYTHON=$(abspath $(BIN)/python) tests/guest/run.sh $(GUEST)

image: $(STAMP) ## the table's system as an image for arm64, in build/image: two systems and the data, nothing to log in to (as root); docs/build/card.md
	PYTHON=$(abspath $(BIN)/python) packaging/image/build.sh

image-test: $(STAMP) ## that image in an emulated machine: its screen, power cuts in a game, an update that is broken (as root): CHECKS="first emergency cuts update" CUTS=10 PICTURES=FOLDER
	PYTHON=$(abspath $(BIN)/python) tests/image/run.sh $(CHECKS)

card-test: $(STAMP) ## the first start of a memory card, from systemd/card/user-data to the table, in an emulated Debian 13 (as root, with a network); PICTURE=FILE.ppm keeps its screen
	PYTHON=$(abspath $(BIN)/python) tests/card/run.sh

pi-test: $(STAMP) ## the table as a Pi 4, a Zero 2 W and a Pi 5 run it, emulated; PI=cortex-a72 GAME=no for less, CONTRACT=yes for each command (docs/pi-test.md)
	$(BIN)/python tests/pi/run.py $(if $(filter no,$(GAME)),--photos 2,--game) $(if $(CONTRACT),--contract) $(PI)

window-test: $(STAMP) ## 10,000 key presses into a real window under Xvfb: some minutes; PRESSES=1000 for less
	PYTHON=$(abspath $(BIN)/python) tests/window/run.sh

window-games: $(STAMP) ## whole games in a real window under Xvfb; GAMES="bicycle idi", WAYS="keys mouse pins", MISSING=1
	PYTHON=$(abspath $(BIN)/python) tests/window/run.sh games

browser-test: $(STAMP) ## the venue's board in a real Chromium, with axe (needs chromium and npm): minutes; look at build/browser
	PYTHON=$(abspath $(BIN)/python) tests/browser/run.sh

home-assistant-test: ## a table in the real Home Assistant, over a real Mosquitto, in a Debian 13 that is made once (as root, with a network, 2 GB)
	tests/home_assistant/run.sh

board-demo: $(STAMP) ## a board of three tables that play recorded evenings, on http://127.0.0.1:8080/ (needs mosquitto)
	$(BIN)/python -m board demo

clean: ## remove what the other targets made
	rm -rf $(VENV) evening build dist docs/api
