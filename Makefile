# On a fresh machine (Debian with Python 3.11+, git and make): `make run` or `make test` does all set-up.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
IMPORT ?=
SEEDS  ?= 1

.PHONY: setup run test lint browser peers soak preview bench lock clean
.DELETE_ON_ERROR:

$(VENV)/bin/pip:
	@.ci/venv $(PYTHON) $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m compileall -q bot handlers storage config
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

$(VENV)/.node: requirements-node.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-node.txt
	@touch $@

setup: $(VENV)/.run $(VENV)/.dev ## the .venv from the locked files

run: $(VENV)/.run ## the bot; IMPORT=path starts from real files
	$(BIN)/python -m bot run $(if $(IMPORT),--import "$(IMPORT)")

test: $(VENV)/.dev ## the whole suite
	$(BIN)/python -m pytest --numprocesses 2 --dist loadscope

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

browser: $(VENV)/.dev ## issue pages in a real Chromium
	@.ci/chromium
	$(BIN)/python -m pytest -o python_files='browser_*.py' tests/browser

peers: $(VENV)/.dev $(VENV)/.node ## Slack's own types under tsc, GitHub's own description, npm emulate's Slack and GitHub
	$(BIN)/python -m pytest -o python_files='peer_*.py' tests/peers

soak: $(VENV)/.dev ## weeks of faults and kills in virtual time; SEEDS=20 for as many weeks
	$(BIN)/python -m pytest -o python_files='soak_*.py' tests/soak --seeds $(SEEDS)

preview: $(VENV)/.dev $(VENV)/.node ## pictures of what readers see, into docs/
	@.ci/chromium
	$(BIN)/python -m tests.preview.draw docs

bench: $(VENV)/.dev ## speed goals; needs a quiet machine, not part of CI
	$(BIN)/python -m pytest -o python_files='bench_*.py' tests/bench --benchmark-only

lock: $(VENV)/.dev ## write the locked files anew from requirements*.in
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header requirements.in -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header requirements-dev.in -o requirements-dev.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header requirements-node.in -o requirements-node.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
