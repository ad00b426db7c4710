# Needs Python 3.11 or newer and make; everything else comes with `make demo` or `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ROUNDS ?= 1000000
# Processes that tests run in; they share what is compiled before them.
WORKERS ?= 2
PYTEST := -m pytest -n $(WORKERS) --dist loadfile

.PHONY: demo test fast lint bench clean

demo: $(VENV)/installed
	rm -rf demo
	$(BIN)/tichu-sim simulate demo --rounds $(ROUNDS) --bots greedy
	$(BIN)/python analysis/summary.py demo

test: $(VENV)/installed
	$(BIN)/python tests/compile_games.py
	$(BIN)/python $(PYTEST)

fast: $(VENV)/installed
	$(BIN)/python $(PYTEST) -m "not slow"

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/installed
	$(BIN)/tichu-sim bench
	$(BIN)/python -m pytest benchmarks -p pytest_benchmark.plugin --benchmark-only

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) demo .mypy_cache .ruff_cache .pytest_cache .benchmarks
