# The front door. Everything that is built lies under build/.

ARGS ?=

.PHONY: help compare test test-long ci quick lint anchors clean

help:
	@echo 'make compare     measure every contender and write the report (ARGS="..." is passed on)'
	@echo 'make test        lint, then every test; REQUIRE_ALL=1 turns a skipped check into a failure'
	@echo 'make test-long   what takes longer: sanitizers, long campaigns'
	@echo 'make quick       the tests of one part in two minutes: PART=engine, go, lab, workers, proofs or python'
	@echo 'make lint        formatting and static analysis only'
	@echo 'make engine      build libsecp256k1.so.7 and libsecp256k1.a under build/engine/'
	@echo 'make exhaustive  test the engine on whole subgroups of order 7, 13 and 199'
	@echo 'make mutate      change each instruction of the engine'"'"'s assembly; which changes do the tests notice?'
	@echo 'make soak        compare the engine with libsecp256k1 for SOAK_SECONDS (3600) on each backend'
	@echo 'make prove       prove the assembly from its object code: docs/proofs.md'
	@echo 'make clients     run the test suites of programs that use libsecp256k1 against the engine'
	@echo 'make clients-go  run the test suites of Go programs on the module that replaces Decred'"'"'s secp256k1'
	@echo 'make mutate-go   change one instruction of the Go assembly at a time, count the changes that tests notice'
	@echo 'make anchors     build the released libraries that the lab measures against'
	@echo 'make clean       delete everything that was built'

compare:
	@tools/need.sh go
	@go run ./lab compare $(ARGS)

# Two at a time, each to its end; then what was skipped and failed.
JOBS ?= $(shell nproc)
checks = rm -rf build/logs; mkdir -p build/logs; \
  $(MAKE) --no-print-directory -k -j$(JOBS) $(1) || true; tools/check.sh --summary

test:
	@$(call checks,$(LINT) $(TEST))

test-long:
	@$(call checks,$(LONG))

ci:
	@$(call checks,$(LINT) $(TEST) $(CI))

lint:
	@$(call checks,$(LINT))

PART ?= $(QUICK)
quick:
	@$(call checks,$(PART:%=quick-%))

anchors:
	@tools/need.sh cargo cc
	@$(MAKE) -C lab/anchors OUT='$(CURDIR)/build/anchors' all

clean:
	rm -rf build

include engine/Makefile.inc
include go/Makefile.inc
include proofs/Makefile.inc
include tools/checks.mk
