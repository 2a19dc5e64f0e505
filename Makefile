# Everything is installed into .venv, from the lock files, by itself: `make run` is enough to begin.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install run chat setup voice large test quick stores soak great try-voice lint check bench pictures lock clean FORCE

PYTHON ?= python3
export PYTHONUTF8 := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

VENV := .venv
BIN := $(VENV)/bin
PACKAGES := bot adapters core migrations
# Laws, and whatever tries harder there (tests/fakes/effort.py) or is tried there alone.
CAMPAIGNS = tests/crash tests/*/test_*_laws.py tests/features/*/test_*laws.py tests/features/*/test_*kill.py \
	tests/integration/test_*_fake_*.py tests/integration/test_migrate_storage.py \
	tests/integration/test_nothing_dialled.py tests/features/test_features_go.py tests/unit/test_exercises_bank.py \
	tests/unit/test_sensitive.py tests/integration/test_backup.py tests/integration/test_hostile_files.py \
	tests/features/book/test_pictures.py tests/features/gift/test_secrets.py tests/features/chamber/test_engine.py \
	$(shell grep -rlE "only_in_a_soak|LOOKS" --include="test_*.py" tests/integration tests/features)
# Those that try more where they are given the time; too long for each change.
LONGER = $(shell grep -rlE "fakes.effort|LOOKS" --include="test_*.py" tests/unit tests/contract tests/integration tests/features)
ASPECTS := desk_* courier* two_processes background commands_keeping ears_beside inbox_reception \
	deadlines access pruning removals whole_interview
STORES := $(ASPECTS:%=tests/integration/test_%.py) tests/features/*/test_questions.py tests/features/photos/test_kept.py
GREAT := --chats 10000 --at-once 400 --rounds 10 --minutes 240
# Its build differs from machine to machine, so it is in no lock; one that is there already is left alone.
TORCH ?= torch==2.13.0
# One that was moved with its folder, or whose Python is gone, is made anew.
READY := $(shell [ "$$(cat $(VENV)/place 2>/dev/null)" = "$$(pwd -P)" ] && $(BIN)/python -c '' 2>/dev/null && echo yes)
AGAIN := $(if $(READY),,FORCE)
# What was installed beside before an update is there afterwards.
BESIDE := $(wildcard $(VENV)/installed-voice $(VENV)/installed-large)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo '  ARGS="..." passes arguments on, PYTHON=... names another Python.'

install: $(VENV)/installed $(BESIDE) ## Install what is missing, or what an update needs

run: $(VENV)/installed $(BESIDE) ## Talk to the interviewer, on a page here or in the chats that are configured
	@exec $(BIN)/raconteur run $(ARGS)

chat: $(VENV)/installed $(BESIDE) ## Talk to it in this terminal
	@exec $(BIN)/raconteur run --terminal $(ARGS)

setup: $(VENV)/installed $(BESIDE) ## Answer a few questions, and have them written into config.toml
	@exec $(BIN)/raconteur setup $(ARGS)

voice: $(VENV)/installed-voice ## Install what hears voice notes, and reads questions aloud

large: $(VENV)/installed-large ## Install what many people need: PostgreSQL, traces, what studies need

test: $(VENV)/installed-dev try-voice ## Run the tests
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

quick: $(VENV)/installed-dev ## Run the tests of single parts, in about a minute
	@$(BIN)/python -m pytest -n auto --dist worksteal tests/unit $(ARGS)

# What depends on the order of things, on who was first, and on what is run again.
stores: $(VENV)/installed-dev ## Run tests of the whole app on PostgreSQL, and with everything that writes done twice
	@RACONTEUR_TEST_STORE=postgres $(BIN)/python -m pytest -n auto $(wildcard $(STORES)) $(ARGS)
	@RACONTEUR_TEST_STORE=twice $(BIN)/python -m pytest -n auto $(wildcard $(STORES)) $(ARGS)

soak: $(VENV)/installed-dev ## Run the long campaigns: laws, crashes, fakes against the real ones' specifications
	@RACONTEUR_SOAK=1 $(BIN)/python -m pytest -n auto --dist worksteal --timeout 1200 $(wildcard $(CAMPAIGNS)) $(ARGS)

great: $(VENV)/installed-dev ## Longer campaigns; ten thousand chats on SQLite, then on PostgreSQL, for hours
	@RACONTEUR_SOAK=1 $(BIN)/python -m pytest -n auto --dist worksteal --timeout 3600 $(LONGER)
	@$(BIN)/python -m tests.soak sqlite $(GREAT) $(ARGS)
	@$(BIN)/python -m tests.soak postgres $(GREAT) $(ARGS)

try-voice:
	@$(MAKE) --no-print-directory voice || echo "Going on without: the tests that hear are skipped." >&2

lint: $(VENV)/installed-dev ## Check style, types and the walls between the packages
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict $(PACKAGES) tools
	@$(BIN)/lint-imports

# RACONTEUR_TESTED=1 says that the tests have just passed, and spares a second run.
check: lint $(if $(filter 1,$(RACONTEUR_TESTED)),,test) ## Check everything: lint and test

pictures: $(VENV)/installed-dev ## Take the pictures of the documentation anew
	@$(BIN)/python -m tools.screens --docs $(ARGS)

bench: $(VENV)/installed-dev ## Measure
	@$(BIN)/python -m bench $(ARGS)

# Keeps the versions that are there and still fit; ARGS=--upgrade takes the newest.
lock: $(VENV)/installed-dev ## Write the lock files anew
	@$(call compile,requirements-install.lock,--group install)
	@$(call compile,requirements.lock,pyproject.toml --group build)
	@printf "%s ; python_version < '3'\n" torch triton >$(VENV)/left-out.txt
	@$(call compile,requirements-voice.lock,pyproject.toml $(hearing) --overrides $(VENV)/left-out.txt)
	@$(call compile,requirements-large.lock,pyproject.toml --group build --extra large --extra research \
		--constraint requirements-voice.lock)
	@$(call compile,requirements-dev.lock,pyproject.toml --group build --group dev --extra large --extra research \
		--constraint requirements-voice.lock)

hearing = --group build --group torch-needs --extra voice --extra voice-fast --constraint requirements.lock
compile = $(BIN)/uv pip compile $(2) --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --quiet --output-file $(1) $(ARGS) >/dev/null

clean: ## Remove what was installed and cached; interviews stay
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	@find $(PACKAGES) tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(VENV)/installed: requirements.lock pyproject.toml $(AGAIN)
	@$(call install,$< --editable)
	@touch $@

$(VENV)/installed-dev: requirements-dev.lock pyproject.toml $(AGAIN)
	@$(call install,$< --editable)
	@touch $@ $(VENV)/installed

$(VENV)/installed-voice: requirements-voice.lock $(AGAIN) | $(VENV)/installed
	@$(call install,$< --torch "$(TORCH)")
	@touch $@

$(VENV)/installed-large: requirements-large.lock $(AGAIN) | $(VENV)/installed
	@$(call install,$<)
	@touch $@

# tools/install.py, by the environment's own Python where there is one.
install = set -e; python=$(BIN)/python; \
	if [ -z "$(READY)" ]; then \
		python="$(PYTHON)"; \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
			echo "Raconteur needs Python 3.11 or newer; $$python is: $$("$$python" --version 2>&1)" >&2; \
			echo "Name another one like this: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; \
			exit 1; \
		}; \
	fi; \
	trap '' INT; "$$python" tools/install.py $(1)
