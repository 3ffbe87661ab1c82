# `make help` lists what there is. Needs python3 (3.11 or newer) with pip, and make; all else is
# pinned by hash in requirements/uv.lock (the installer) and requirements.lock (everything else).

PYTHON ?= python3
PORT ?= 8800
WORKERS ?= auto
ROUNDS ?= 5

STAMP := .venv/.set-up
PEERS := tests/node/node_modules/.set-up
PAGES := sandbox/web/page bot/web/page
PAGE_PARTS := $(PAGES:%=%/node_modules/.set-up)
UV := .tools/bin/uv
CHECK := .venv/bin/python .ci/check.py

# uv makes the environment from the Python it is given, and never looks for another one.
export UV_NO_PROGRESS := 1
export UV_PYTHON_DOWNLOADS := never
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

.DEFAULT_GOAL := help
.PHONY: help setup test storm bench check demo page bench-page format lock clean validate-slack

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 24

setup: $(STAMP) $(PEERS) $(PAGE_PARTS) ## install the pinned tools and libraries into .tools, .venv, node_modules
	@:

# .venv/signoff.pth makes `import bot` work from any folder; .venv/bin/signoff is the command.
$(STAMP): requirements/uv.lock requirements.lock
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Signoff needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	@echo "== set-up"
	@$(PYTHON) -m pip install -qq --upgrade --require-hashes --no-warn-script-location --target .tools -r requirements/uv.lock
	@$(UV) venv -q --allow-existing --no-project --python "$$(command -v $(PYTHON))" .venv
	@$(UV) pip sync -q --compile-bytecode --require-hashes --python .venv/bin/python requirements.lock
	@.venv/bin/python .ci/link.py
	@touch $(STAMP)

# Slack's Node clients, which only tests use, and what builds the pages, under the Node that a Python
# wheel brings.
$(PEERS) $(PAGE_PARTS) &: $(STAMP) tests/node/package-lock.json $(PAGES:%=%/package-lock.json)
	@.venv/bin/python .ci/node.py

test: setup ## format, lint, types, walls, sizes, tests, coverage: all that CI runs
	@$(CHECK) --tests --workers $(WORKERS)

storm: setup ## a minute of 200 clicks a second against a failing Slack, with one bot and with two
	@SIGNOFF_STORM_S=60 SIGNOFF_STORM_RUNS=50 SIGNOFF_STORM_RATE=200 .venv/bin/python -m pytest -n0 tests/storm

bench: $(STAMP) ## what a lifecycle costs, beside floors and other libraries (ROUNDS=5)
	@.venv/bin/python -m benchmarks --rounds $(ROUNDS)
	@.venv/bin/python -m benchmarks.report

check: setup ## all of that but the tests
	@$(CHECK)

demo: $(STAMP) ## the whole product on this machine: a local Slack, the bot, Redis (PORT=8800)
	@exec .venv/bin/python -m bot demo --dir .demo --port $(PORT)

validate-slack: $(STAMP) ## ask the real Slack about all recorded payloads (SLACK_BOT_TOKEN)
	@.venv/bin/python scripts/validate_slack.py

page: setup ## build the pages of the local Slack and of web forms, each from page into static
	@.venv/bin/python .ci/page.py build

bench-page: setup ## how quick the page is with 2,000 messages and 200 cards; benchmarks/page.json
	@.venv/bin/python -m benchmarks.page

format: setup ## put the code into shape
	@.venv/bin/ruff check -q --fix-only .
	@.venv/bin/ruff format .
	@.venv/bin/python .ci/page.py format

lock: $(STAMP) ## pin anew; pip's own configuration says from where
	@$(UV) pip compile -q --upgrade --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --group dev pyproject.toml -o requirements.lock
	@echo uv | $(UV) pip compile -q --upgrade --universal --generate-hashes --no-header --no-annotate --no-emit-index-url - -o requirements/uv.lock
	@$(UV) pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url benchmarks/peers/requirements.in -o benchmarks/peers/requirements.lock
	@.venv/bin/python .ci/node.py --lock

clean: ## remove what was installed and measured, but not .demo
	@rm -rf .venv .tools benchmarks/.peers tests/node/node_modules $(PAGES:%=%/node_modules) .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage .coverage.*
