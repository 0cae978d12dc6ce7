# passk: `make lab` to learn, `make test` to check. Works with GNU make 3.81 and newer.

PYTHON ?= python3
LAB_FLAGS ?=
PYTEST_FLAGS ?=

BIN = .venv/bin
FIRST_LESSON = 01_count_what_pass_at_k_means.ipynb
INSTALL = $(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt
NO_NEWS = $(BIN)/jupyter labextension disable --level=sys_prefix \
    @jupyterlab/apputils-extension:announcements  # its pop-up would cover a corner of the lesson
ROOT_FLAG = $(shell test "`id -u`" = 0 && echo --allow-root)

.PHONY: help lab test notebooks picture accuracy clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

lab: .venv/lab.stamp ## Install what the lessons need and open the first one in JupyterLab
	$(BIN)/python -m jupyterlab --ServerApp.root_dir=notebooks \
	    --LabApp.default_url=/lab/tree/$(FIRST_LESSON) $(ROOT_FLAG) $(LAB_FLAGS)

test: .venv/test.stamp ## Check style, imports, code, docstrings, README, notebooks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m pytest $(PYTEST_FLAGS)

notebooks: .venv/lab.stamp ## Run every notebook again and store its outputs
	$(BIN)/python tools/execute_notebooks.py

picture: .venv/lab.stamp ## Draw docs/estimators.png again
	$(BIN)/python tools/draw_picture.py

accuracy: .venv/test.stamp ## Measure the rounding error of the estimators
	$(BIN)/python benchmarks/accuracy.py

clean: ## Remove the virtual environment and everything that the other targets left
	rm -rf .venv build dist *.egg-info .coverage
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

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else \
	"passk needs Python 3.11 or newer; $(PYTHON) is %d.%d. Try: make $(MAKECMDGOALS) PYTHON=python3.12" % v[:2])'
	$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
