# The front door. Everything that is built lies under build/.

ARGS ?=

.PHONY: help compare test test-long ci quick lint lab-trial anchors clean

help:
	@echo 'make compare     check and time every contender in six minutes, and write the report (ARGS=--full: all operations)'
	@echo 'make test        lint, then every test; REQUIRE_ALL=1 turns a skipped check into a failure'
	@echo 'make test-long   what takes longer: sanitizers, other compilers and processors, fuzzers'
	@echo 'make NAME        one check of tools/checks.mk, such as test-engine'
	@echo 'make quick       the first tests of one part in two minutes: PART=engine, go, lab, workers, proofs or python'
	@echo 'make lint        formatting and static analysis only'
	@echo 'make engine      build libsecp256k1.so.7 and libsecp256k1.a under build/engine/'
	@echo 'make prove       prove the assembly from its object code: docs/proofs.md'
	@echo 'make dist        make a release in build/dist/; make dist-test installs and uses each part: docs/releasing.md'
	@echo 'make clean       delete everything that was built'
	@echo 'CONTRIBUTING.md lists the rest.'

compare:
	@tools/need.sh go
	@go run ./lab compare $(ARGS)

# JOBS at a time, each to its end; then what was skipped and failed.
JOBS ?= $(shell nproc)
checks = rm -rf build/logs; mkdir -p build/logs; \
  $(MAKE) --no-print-directory -k -j$(JOBS) $(1); status=$$?; tools/check.sh --summary && exit $$status

test:
	@$(call checks,$(filter-out $(LINT_LONG) $(TEST_LONG),$(LINT) $(TEST)))

test-long:
	@$(call checks,$(LONG))

ci:
	@$(call checks,$(LINT) $(TEST) $(CI))

lint:
	@$(call checks,$(LINT))

PART ?= $(QUICK)
quick:
	@$(call checks,$(PART:%=quick-%))

# Judged by measured times: run it by hand, on a quiet machine.
lab-trial:
	@tools/need.sh go cargo cc
	cd lab && GOWORK=off go test -tags=trial -count=1 -timeout=0 -v -run '^TestTrial' .

anchors:
	@tools/need.sh cargo cc
	@$(MAKE) -C lab/anchors OUT='$(CURDIR)/build/anchors' all

clean:
	rm -rf build

include engine/Makefile.inc
include go/Makefile.inc
include proofs/Makefile.inc
include dist/Makefile.inc
include tools/checks.mk
