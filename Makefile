# Everything is installed into .venv, from the lock files, by itself: `make run` is enough to begin.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install run voice test try-voice lint check bench lock clean FORCE

PYTHON ?= python3
export PYTHONUTF8 := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

VENV := .venv
BIN := $(VENV)/bin
PACKAGES := bot adapters core migrations
# Its build differs from machine to machine, so it is in no lock; one that is there already is left alone.
TORCH ?= torch==2.13.0
# A virtual environment holds absolute paths: one that was moved with its folder is made anew.
MOVED := $(shell [ -d $(VENV) ] && [ "$$(cat $(VENV)/place 2>/dev/null)" != "$$(pwd)" ] && echo FORCE)
# Where voices were heard before an update, they are afterwards.
VOICE := $(wildcard $(VENV)/installed-voice)

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
	@echo '  ARGS="..." passes arguments on, PYTHON=... names another Python.'

install: $(VENV)/installed $(VOICE) ## Install what is missing, or what an update needs

run: $(VENV)/installed $(VOICE) ## Talk to the interviewer, here or in the chats that are configured
	@exec $(BIN)/raconteur run $(ARGS)

voice: $(VENV)/installed-voice ## Install what hears voice notes

test: $(VENV)/installed-dev try-voice ## Run the tests
	@$(BIN)/python -m pytest -n auto $(ARGS)

try-voice:
	@$(MAKE) --no-print-directory voice || echo "Going on without: the tests that hear are skipped." >&2

lint: $(VENV)/installed-dev ## Check style, types and the walls between the packages
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict $(PACKAGES)
	@$(BIN)/lint-imports

# RACONTEUR_TESTED=1 says that the tests have just passed, and spares a second run.
check: lint $(if $(filter 1,$(RACONTEUR_TESTED)),,test) ## Check everything: lint and test

bench: $(VENV)/installed-dev ## Measure
	@$(BIN)/python -m bench $(ARGS)

# Keeps the versions that are there and still fit; ARGS=--upgrade takes the newest.
lock: $(VENV)/installed-dev ## Write the lock files anew
	@$(BIN)/python -m pip install --quiet 'uv>=0.13,<0.14'
	@$(call compile,requirements.lock,--group build)
	@printf "%s ; python_version < '3'\n" torch triton >$(VENV)/left-out.txt
	@$(call compile,requirements-voice.lock,$(hearing) --overrides $(VENV)/left-out.txt)
	@$(call compile,requirements-dev.lock,--group build --group dev --constraint requirements-voice.lock)

hearing = --group build --group torch-needs --extra voice --extra voice-fast --constraint requirements.lock
compile = $(BIN)/uv pip compile pyproject.toml $(2) --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --quiet --output-file $(1) $(ARGS) >/dev/null

clean: ## Remove what was installed and cached; interviews stay
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	@find $(PACKAGES) tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(VENV)/installed: requirements.lock pyproject.toml $(MOVED)
	@$(call install,$<)

$(VENV)/installed-dev: requirements-dev.lock pyproject.toml $(MOVED)
	@$(call install,$<)
	@touch $(VENV)/installed

$(VENV)/installed-voice: requirements-voice.lock $(MOVED) | $(VENV)/installed
	@set -e; $(call packages,$<); $(torch); touch $@

# A working virtual environment, the packages of the lock file $(1), and the project itself in place.
install = set -e; $(venv); $(packages); \
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .; \
	pwd >$(VENV)/place; touch $@

venv = if [ -n "$(MOVED)" ] || ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
			echo "Raconteur needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)" >&2; \
			echo "Name another one like this: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; \
			exit 1; \
		}; \
		$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
			echo "Python's venv is missing; on Debian and Ubuntu: sudo apt install python3-venv" >&2; \
			exit 1; \
		}; \
		echo "Making $(VENV) ..."; \
		$(PYTHON) -m venv --clear $(VENV); \
	fi

# pip's many lines become one that counts, where somebody sees it; its errors are shown as they are.
packages = total=$$(grep -c == $(1)); \
	echo "Installing $$total packages; once, for a minute or two ..."; \
	{ $(BIN)/python -m pip install --progress-bar off --require-hashes --no-deps --no-build-isolation -r $(1) || \
		echo FAILED; } | { \
		n=0; \
		while IFS= read -r line; do \
			case $$line in \
				FAILED) echo "The packages could not be installed; the lines above say why." >&2; exit 1 ;; \
				Collecting*|Processing*|Ignoring*|Requirement*) n=$$((n + 1)); [ ! -t 1 ] || printf '\r  %d of %d ' "$$n" "$$total" ;; \
				Installing*) [ ! -t 1 ] || printf '\r  unpacking ... ' ;; \
			esac; \
		done; \
		[ ! -t 1 ] || printf '\r                \r'; \
	}

torch = if ! $(BIN)/python -c 'import torch' 2>/dev/null; then \
		echo "Installing $(TORCH) ..."; \
		$(BIN)/python -m pip install --quiet --no-warn-conflicts $(TORCH) || { \
			echo "torch could not be installed; the lines above say why. Without it no voice note is heard, and all else works." >&2; \
			echo "docs/configuration.md (voice) says how to choose another build: make voice TORCH=..." >&2; \
			exit 1; \
		}; \
	fi
