# What a fresh Debian 12 machine with Swift 6.3 needs to build, run and test swift-paging.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

SWIFT ?= swift
SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests Snippets Examples
EMBEDDED := -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library -package-name paging -Osize

.PHONY: help browser tool run build test check test-swift test-part test-core test-servers test-stack test-tool test-long test-rest lab test-lab test-counts test-feeds test-faces soak soak-alters soak-chaos mutants test-web web web-sizes page-picture docs core-wasm lint format bench scrolling-page feeds-page consumer packages test-packages clean install install-says dist dist-says check-dist api

help: ## Lists the targets.
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

tool: packages ## Builds the tool, optimized.
	$(SWIFT) build -c release --product paging

run: packages web ## Builds the tool and serves the sample lists on http://127.0.0.1:8080 until Ctrl-C.
	@echo "Building the tool (the first time takes a minute or two) ..."
	@$(SWIFT) build -c release --product paging
	@exec $$($(SWIFT) build -c release --show-bin-path)/paging serve $(ARGS)

PREFIX ?= /usr/local
# Not every shell expands a tilde in an argument.
INSTALLED := $(DESTDIR)$(patsubst ~/%,$(HOME)/%,$(PREFIX))

install: install-says tool web docs ## Installs the tool, its manual, its completions, its page and its documentation under PREFIX (/usr/local), in DESTDIR where that is set.
	Scripts/install-files "$$($(SWIFT) build -c release --show-bin-path)/paging" "$(INSTALLED)"

install-says:
	@mkdir -p "$(INSTALLED)/bin" && [ -w "$(INSTALLED)/bin" ] || { echo "Cannot write to $(INSTALLED): run as root, or set PREFIX=\$$HOME/.local." >&2; exit 1; }
	@echo "Building the tool, its page and its documentation, and installing them in $(INSTALLED) (the first time takes about ten minutes) ..."

# Swift's libraries are part of the tool; those of the system stay outside, so that the system can mend them. Foundation's
# networking names no library of its own when it is part of a program.
RELEASE := -c release --static-swift-stdlib -Xlinker -lcurl --product paging

dist: dist-says packages web ## Builds a release into .build/dist: sources, the tool, the npm package, a Debian package, checksums.
	@Scripts/install-packages libcurl4-openssl-dev dpkg-dev binutils
	$(SWIFT) build $(RELEASE)
	@$(MAKE) --no-print-directory docs
	@Scripts/make-dist "$$($(SWIFT) build $(RELEASE) --show-bin-path)/paging"

dist-says:
	@echo "Building the tool, its page and its documentation, and packing them into .build/dist (about ten minutes on two cores) ..."

check-dist: ## Installs the Debian package of `make dist` on a system without Swift, asks its server, and removes it; as root.
	@Scripts/install-packages mmdebstrap curl
	Scripts/check-deb

# One set of options for all that is built for debugging: with another one everything is compiled anew. The views are built for UIKit.
BUILD_OPTIONS := -Xswiftc -warnings-as-errors
export BUILD_OPTIONS

build test-part test-core test-servers test-stack test-tool test-long test-rest test-faces: export APPLE_STAND_INS := UIKit

build: packages ## Builds everything for debugging, the views against stand-ins for UIKit.
	$(SWIFT) build --build-tests $(BUILD_OPTIONS)

test: ## Runs the tests, and prints how long each phase took; STRESS=4 keeps four loops busy beside them.
	@STRESS=$(STRESS) Scripts/test-all

check: ## Runs what is built by itself: the pages' examples, the Mac's views, the documentation, and the laboratories, optimized.
	@Scripts/test-all check

# Simulations and property tests keep every core busy; beside them, those of sockets and processes would wait for a turn.
SWIFT_TEST := SWIFT=$(SWIFT) Scripts/run-swift-tests --skip-build $(BUILD_OPTIONS)

# The same objects as those of `make build`, which compiles the rest later.
PART ?= PagingCoreTests

test-part: export PAGING_PART := $(PART)

test-part: packages ## Builds and runs the tests of one target and nothing else, PART=PagingHTTPTests; FILTER=DialectTests for some of its suites.
	$(SWIFT) build --product swift-pagingPackageTests $(BUILD_OPTIONS)
	$(SWIFT_TEST) --filter "$(PART)$(and $(FILTER),.$(FILTER))"

test-swift: test-core test-servers test-stack test-tool test-rest ## Runs the tests in Swift.

test-core: build
	$(SWIFT_TEST) --filter PagingCoreTests

test-servers: build
	$(SWIFT_TEST) --filter 'PagingHTTPTests|PagingServerTests'

# Over hundreds of small worlds these keep the main actor busy, and lists beside them would take rows for overdue.
export STACK_SUITES := (Stack|SmallList|AddressedPlace|SectionsAddUp|ShortList)Tests
STACK_TESTS := PagingToolTests\.$(STACK_SUITES)

test-stack: build ## Holds the whole stack to its laws, over worlds drawn by seed; PAGING_STACK=2000 for more of them.
	$(SWIFT_TEST) --filter '$(STACK_TESTS)'

test-tool: build
	$(SWIFT_TEST) --filter PagingToolTests --skip '$(STACK_TESTS)'

# All tests of the files in which some are for `make check` alone.
test-long: build
	PAGING_LONG=1 $(SWIFT_TEST) --filter "$$(Scripts/long-tests)"

test-rest: build
	$(SWIFT_TEST) --skip 'Paging(Core|HTTP|Server|Tool)Tests|UIKitFaceTests'

test-web: build web browser ## Tests the page and <paged-list>: the machine and the arithmetic in Node, all of it in Chromium; WEB="rows firefox" for some files.
	@command -v node >/dev/null || Scripts/install-packages nodejs
	.cache/browser/bin/python Tests/Web/run.py $(WEB)

# The laboratories are built once, optimized, for their tests and for the simulation.
LAB := -c release --package-path Benchmarks -Xswiftc -warnings-as-errors -Xswiftc -enable-testing

# They reach what the library has for itself: what decides is measured and simulated without the driver around it.
LAB_RUN := $(SWIFT) run -c release --package-path Benchmarks -Xswiftc -enable-testing

# Not all of it: what `make bench` alone runs is compiled there.
lab: packages
	$(SWIFT) build $(LAB) --product swift-paging-benchmarksPackageTests
	$(SWIFT) build $(LAB) --product FeedLab
	$(SWIFT) build $(LAB) --product ListBench

test-lab: lab ## Tests the scroll laboratory and holds the library's figures against those on file.
	SWIFT=$(SWIFT) Scripts/run-swift-tests $(LAB) --skip-build

test-counts: lab ## Counts what is promised to be counted: allocations, memory.
	$$($(SWIFT) build $(LAB) --show-bin-path)/ListBench --counts

test-feeds: lab ## Simulates lists over servers that change, for about a minute, with other seeds than `make soak`.
	$$($(SWIFT) build $(LAB) --show-bin-path)/FeedLab --workers 2 --runs 50 --seed 1000000

test-faces: $(if $(filter AppKit,$(FACES)),,build) ## Compiles the views for Apple's systems against stand-ins, and drives them over random histories; FACES=UIKit for one of them.
	Scripts/check-faces $(FACES)

soak: ## Simulates 10,000 seeds of every kind of list, which takes an hour and a half on two cores.
	# Fast: without the checks of exclusive access, which `make test-feeds` has.
	$(LAB_RUN) -Xswiftc -static-stdlib -Xswiftc -enforce-exclusivity=unchecked \
		FeedLab --workers $$(getconf _NPROCESSORS_ONLN) --runs 10000
	PAGING_HISTORIES=10000 $(MAKE) --no-print-directory test-faces
	# Walks over servers that page in odd ways, twenty times as many as `make test` has.
	PAGING_ODD_SERVERS=4000 $(SWIFT) test --filter OddServerWalkTests
	# Pulls that are killed at a random moment and taken up again; `make check` kills six.
	PAGING_KILLS=200 $(SWIFT) test --filter KilledPullTests
	# Servers that answer anything, forty times as many.
	PAGING_ANY_SERVERS=20000 $(SWIFT) test --filter AnyServerTests
	# The server against its own description, by requests that a fuzzer makes of it.
	Scripts/check-openapi 1000
	# The server fed with what a fuzzer makes up, a minute each of requests, cursors and filters.
	Scripts/fuzz 60
	# Rank indexes of both databases against a plain sort, some 100,000 operations each.
	PAGING_SEEDS=500 $(SWIFT) test --filter RankPropertyTests
	$(MAKE) --no-print-directory soak-alters
	# Thousands of connections at once.
	Scripts/check-connections
	$(MAKE) --no-print-directory soak-chaos
	# A channel of 200,000 messages, read to both ends while it is written to.
	PAGING_MESSAGES=200000 $(SWIFT) test --filter ConversationTests
	# All APIs of others that are played, written to while they are read; `make test` has three of them.
	PAGING_FOREIGN_SERVERS=50 $(SWIFT) test --filter ForeignServerTests

soak-alters: ## Runs 2,000 seeds of ALTER TABLE and writes beside logs and indexes of PostgreSQL; `make check` has 40.
	@# In parts, each with a server of its own: one with the tables of hundreds of seeds is slow.
	@failed=0 all=$${PAGING_SEEDS:-2000}; for before in $$(seq 0 50 $$((all - 1))); do \
	  count=$$((all - before < 50 ? all - before : 50)); \
	  echo "soak-alters: $$count seeds after $$before of $$all"; \
	  PAGING_SEEDS_BEFORE=$$before PAGING_SEEDS=$$count $(SWIFT) test -c release -Xswiftc -enable-testing --filter PostgresAlterPropertyTests || failed=1; \
	done; exit $$failed

# Three servers behind a pooler, before a primary and a standby, 200 lists and four writers. Optimized, as apps are: all lists are on one main actor.
soak-chaos: ## Reads 200 lists for ten minutes with a fault a minute.
	PAGING_CHAOS=$${PAGING_CHAOS:-600} $(SWIFT) test -c release -Xswiftc -enable-testing --filter ChaosTests

mutants: packages ## Breaks the library in many ways, one at a time, and prints what no test and no law noticed; takes an hour.
	nice Scripts/run-mutants $(ARGS)

web: ## Builds the machine for web pages, and prints its size.
	@Scripts/install-packages wasi-libc binaryen esbuild zopfli brotli
	@Scripts/build-web

web-sizes: web ## Writes the sizes of what is built for web pages into Web/README.md, and prints which functions are the largest.
	@Scripts/build-web --write-sizes
	@Scripts/build-web --functions

docs: packages ## Builds the documentation as a static site, .build/docs, which `make run` serves at /docs.
	@Scripts/install-packages python3
	@Scripts/build-docs

core-wasm: ## Compiles the core alone as Embedded Swift for WebAssembly, so that it stays pure.
	@mkdir -p .build
	$(SWIFT)c $(EMBEDDED) -warnings-as-errors -c $$(find Sources/PagingCore -name '*.swift') -o .build/core.wasm.o
	@printf 'PagingCore as Embedded Swift: %s bytes of object code\n' $$(stat -c %s .build/core.wasm.o)

consumer: ## Compiles and runs the pages' examples from a package as a user's, with no system library to be found.
	Scripts/check-consumer

lint: ## Checks the format and the house rules.
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	Scripts/check-house
	Scripts/check-words
	Scripts/bench --check
	Scripts/draw-house --check
	python3 -m unittest discover --quiet Tests/Runner

api: packages ## Compares the public API of each product with the one on file in API/; `Scripts/check-api --write` writes that anew.
	Scripts/check-api

format: ## Formats the sources.
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

bench: packages test-packages web browser ## Prints the benchmarks, and writes Documentation/Figures.md; PARTS="core page" for some of them.
	Scripts/bench $(PARTS)

scrolling-page: ## Writes the tables and pictures of Documentation/Scrolling.md as the laboratory has them.
	$(LAB_RUN) ScrollLab --write-page
	Scripts/bench --write

page-picture: web browser ## Takes the moving picture of the page in README.md anew.
	$(SWIFT) build -c release --product paging
	@Scripts/install-python .cache/pictures pillow
	@rm -rf .build/picture && mkdir -p .build/picture
	.cache/browser/bin/python Tests/Web/picture.py .build/picture
	.cache/pictures/bin/python Tests/Web/animate.py .build/picture Documentation/Pictures/page.png

# Vue 3 comes in the package trame-client; Debian has Vue 2. Chromium's shell is the same browser without windows, which double what a page costs.
browser:
	@Scripts/install-packages chromium-headless-shell firefox-esr fonts-dejavu-core python3-venv node-react node-react-dom libjs-vue
	@Scripts/install-python .cache/browser playwright axe-playwright-python trame-client

feeds-page: ## Writes the tables of Documentation/Feeds.md as the laboratory has them.
	$(LAB_RUN) FeedLab --write-page
	Scripts/bench --write

packages: ## Installs the system libraries that are missing.
	@Scripts/install-packages libsqlite3-dev libpq-dev libssl-dev libmicrohttpd-dev libncurses-dev zlib1g-dev pkg-config

test-packages: packages
	@Scripts/install-packages procps tmux curl python3-venv postgresql-15 pgbouncer
	@Scripts/install-peers

clean: ## Removes what was built.
	rm -rf .build Benchmarks/.build .cache
