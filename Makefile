# Every chore is one word: `make help` lists them. Needs make and Python 3.11 or later, nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# two installations into one environment must not run at once
.NOTPARALLEL:
.PHONY: help demo gallery pictures docs test check features bench against golden page release clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.installed  ## install the package, simulate an arm and a double pendulum, draw them, open the arm's live page
	$(BIN)/python examples/demo.py

gallery: $(VENV)/.installed-casadi  ## draw all examples, on one page
	$(BIN)/python examples/gallery/make.py

pictures: $(VENV)/.installed  ## make the pictures of the README anew
	$(BIN)/python examples/gallery/readme.py

docs: $(VENV)/.installed-docs  ## build the site of the documentation in build/site; after `make gallery` with pictures of all examples
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/site
	@echo "the site is build/site/index.html"

# one process a core: threads of linear algebra would only wait for each other; bytecode is kept, so that processes
# which tests start, and the next run, need not compile it again
test: $(VENV)/.installed-test  ## run all tests on all cores; choose some with ARGS="-m 'not slow'"
	OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist loadgroup $(ARGS)

check: $(VENV)/.installed-check  ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

features:  ## tick the lines of docs/reference/features.md that a test shows, and print which does
	@$(PYTHON) -m tests.features

page:  ## build the assets of the page anew from page/; needs Node and npm, which users and tests do not
	cd page && npm ci --no-audit --no-fund && node build.js

bench: $(VENV)/.installed-bench  ## measure speed against other packages; write the speed page and the table of the README
	$(BIN)/python benchmarks/run.py --json benchmarks/measured.json
	$(BIN)/python benchmarks/tables.py

against: $(VENV)/.installed-bench  ## measure speed against an earlier commit, in turn: make against REF=v0.1
	$(BIN)/python benchmarks/against.py $(REF)

golden: $(VENV)/.installed-bench  ## compare the bits of all answers with an earlier commit: make golden REF=HEAD~1 ARGS=--quick
	$(BIN)/python benchmarks/golden.py $(REF) $(ARGS)

release: $(VENV)/.installed-release  ## build wheel and sdist, check them, run the five-minute page with the wheel alone
	.ci/release

clean:  ## remove the environment, builds and caches
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps live inside the environment, so they vanish with it; a changed pyproject.toml installs anew.

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/pyvenv.cfg
	$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-%: pyproject.toml | $(VENV)/pyvenv.cfg
	$(PIP) install --editable '.[$*]'
	@touch $@
