# Two commands matter to a newcomer: `make run` and `make test`. Both set everything up first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
REFERENCE := tests/reference_server

.PHONY: setup run test coverage check bench eval eval-search train lock reference-server clean

setup: $(VENV)/.ready

# The virtual environment with every version pinned by hash, and this package in it.
$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Memory Fabric needs Python 3.11 or later; set PYTHON=/path/to/python3"; exit 2; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory venv-package
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Debian keeps the module that makes virtual environments in a package of its own.
.PHONY: venv-package
venv-package:
	@echo "Python's venv module is missing; installing Debian's python3-venv"
	@if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq python3-venv; \
		else sudo apt-get update -qq && sudo apt-get install -y -qq python3-venv; fi \
		|| { echo "install it by hand: apt-get install python3-venv"; exit 2; }

# Ingest the example into a graph of its own, ask one question, serve the API. Run again, it adds nothing twice.
EXAMPLE := --graph sqlite:///var/example.db
run: setup
	$(BIN)/memory-fabric ingest examples/standup.jsonl --project shop $(EXAMPLE)
	$(BIN)/memory-fabric search "What pagination approach did database-engineer recommend?" --limit 3 $(EXAMPLE)
	$(BIN)/memory-fabric serve $(EXAMPLE)

test: setup reference-server check
	$(BIN)/python -m pytest -n auto

# Which lines the tests reach; tracing them takes half as long again.
coverage: setup reference-server
	$(BIN)/python -m pytest -n auto --cov --cov-report=term

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The reference MCP memory server, which the contract tests run against. Without npm those tests are skipped.
reference-server:
	@if [ -d $(REFERENCE)/node_modules ]; then :; \
	elif command -v npm >/dev/null; then npm ci --silent --prefix $(REFERENCE); \
	else echo "npm is missing: tests against the reference MCP memory server will be skipped"; fi

bench: setup reference-server
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python -m benchmarks.mcp_server
	$(BIN)/python -m benchmarks.store
	$(BIN)/python -m benchmarks.freshness
	$(BIN)/python -m benchmarks.search_speed
	$(BIN)/python -m benchmarks.crash
	@if [ -n "$(DATA)" ]; then $(BIN)/python -m benchmarks.reading_speed "$(DATA)"; \
	else echo "how fast texts are read is measured with make bench DATA=FOLDER"; fi

# How well text is read, against annotated data in the folder DATA; ERRORS=1 lists what was read wrongly.
eval: setup
	@[ -n "$(DATA)" ] || { echo "say where the annotated data is: make eval DATA=FOLDER"; exit 2; }
	$(BIN)/python -m benchmarks.evaluation "$(DATA)" $(if $(ERRORS),--errors) $(if $(ORACLE),--oracle)

# How well questions find what was said, against annotated conversations and meetings in the folder DATA, and scenarios.
eval-search: setup
	@[ -n "$(DATA)" ] || { echo "say where the annotated data is: make eval-search DATA=FOLDER"; exit 2; }
	$(BIN)/python -m benchmarks.search "$(DATA)"

# Train the recogniser of names anew and write it to models/recognizer. One core, so that the same seed gives the same.
train: setup
	@[ -n "$(DATA)" ] || { echo "say where the annotated data is: make train DATA=FOLDER"; exit 2; }
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m training.train "$(DATA)"

# Renew the lock file: names, versions and hashes only.
lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/pip install --quiet pip-tools
	$(VENV)-lock/bin/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
		--strip-extras --allow-unsafe --extra dev --output-file requirements.lock pyproject.toml
	rm -rf $(VENV)-lock

# Write patterns/technologies-registry.jsonl anew from registry packages; see patterns/LICENSES.md.
NAMES := tools/names
names: setup
	npm ci --silent --ignore-scripts --prefix $(NAMES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(NAMES)/packages \
		--requirement $(NAMES)/requirements.txt
	$(BIN)/python $(NAMES)/import_names.py $(NAMES)/node_modules $(NAMES)/packages

clean:
	rm -rf $(VENV) var .mypy_cache .ruff_cache .pytest_cache
