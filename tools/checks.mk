# What is checked: one rule a check, $(CHECK) 'the tools it needs' 'a command'. `make NAME` runs one.
# A name begins with its list: lint-, test- or long-. A build- rule makes what several checks use, once.

CHECK = @tools/check.sh $@
LISTED := $(shell sed -nE 's/^((build|lint|test|long)-[a-z0-9-]+):.*/\1/p' tools/checks.mk)
LINT = $(filter lint-%,$(LISTED))
# What of LINT `make test` leaves to `make lint` and to .ci/run.
LINT_LONG = lint-clang-tidy lint-clang-tidy-distribution lint-clang-tidy-js lint-go-others lint-rust lint-rust-crates
TEST = $(filter test-%,$(LISTED))
# What of TEST `make test` leaves to .ci/run: Go without assembly, and the lab's workers.
TEST_LONG = test-go-purego $(filter test-worker-%,$(LISTED))
LONG = $(filter long-%,$(LISTED))
# The checks of LONG that a change breaks most: .ci/run runs them.
CI = long-engine-packaging long-engine-clang long-engine-wiping long-engine-sanitized long-go-modules long-go-arm64 long-go-race long-lab \
  long-python-sanitized long-python-installed

.PHONY: $(LISTED)

FILES = git ls-files -z --cached --others --exclude-standard --
GO_TEST = GOWORK=off go test -count=1 -timeout=60m -v
PYTHON = $(MAKE) -C python OUT=$(CURDIR)/build/python ENGINE=$(CURDIR)/build/engine/libsecp256k1.a
PYTHON_TOOLS = make cmake gcc python3-dev
WORKERS = OUT=$(CURDIR)/build/workers

# ---- built once, for several checks

build-libsecp256k1:
	$(CHECK) 'go cargo cc make' 'make -C lab/anchors OUT=$(CURDIR)/build/anchors libsecp256k1-0.8.0'

build-engine:
	$(CHECK) 'cmake gcc make' 'make engine CC=gcc CXX=g++ ENGINE_GENERATOR_FLAGS="-DCMAKE_BUILD_TYPE=Release -DKOBLITZ_WERROR=ON"'

build-python: build-libsecp256k1 build-engine
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) all spark'

build-js: build-engine
	$(CHECK) 'node npm gcc make python3-dev' 'make -C js'

build-proofs:
	$(CHECK) 'python3-dev cmake gcc clang go' 'make prove-objects'

# ---- lint

lint-files:
	$(CHECK) 'git go shellcheck' tools/lint-files.sh

lint-go:
	$(CHECK) go tools/lint-go.sh

lint-go-others:
	$(CHECK) go 'tools/lint-go.sh others'

lint-clang-format:
	$(CHECK) clang-format '$(FILES) "*.c" "*.cpp" "*.h" | xargs -0 clang-format --dry-run -Werror'

# Without the engine's tests and generated tables: clang's analyzer needs minutes for their templates.
# $(call tidy,FOLDER,FLAGS)
tidy = $(FILES) "$(1)/*.c" "$(1)/*.cpp" | grep -zv /tables/ | xargs -0 -P 2 -I FILE clang-tidy --quiet FILE -- $(2);
lint-clang-tidy:
	$(CHECK) 'clang-tidy cc python3-dev' ' \
	  headers=$$(python3 -c "import sysconfig; print(sysconfig.get_path(\"include\"))"); \
	  $(call tidy,engine/src,-std=c++20 -Iengine/include -Iengine/src -DSECP256K1_BUILD) \
	  $(call tidy,python/core,-std=c++20 -Ipython/core -Iengine/include -Iengine/src -isystem $$headers) \
	  $(call tidy,lab/workers/c,-std=c++20) \
	  $(call tidy,lab/testdata,-std=c11 -DPREFIX=real_secp256k1_ -DLIE_AFTERWARDS=1 -DLIE_ECDH) \
	  $(call tidy,lab/anchors/crates,-std=c11 "-DCALLBACK(name)=secp256k1_##name" "-DFLAGS=\"\"")'

lint-clang-tidy-distribution:
	$(CHECK) 'clang-tidy cc libbotan-2-dev libcrypto++-dev libgcrypt20-dev libmbedtls-dev libwolfssl-dev' ' \
	  $(call tidy,lab/workers/distribution,-std=c++20 -Ilab/workers/c/src -isystem /usr/include/botan-2)'

# Node-API's headers come from npm.
lint-clang-tidy-js: build-js
	$(CHECK) 'clang-tidy node npm' '$(call tidy,js/native,-std=c++20 -Iengine/include -Iengine/src -isystem js/node_modules/node-api-headers/include)'

lint-rust:
	$(CHECK) 'cargo rustfmt clippy cc' 'cd lab/workers/rust; export CARGO_TARGET_DIR=$(CURDIR)/build/cargo; cargo fmt --all --check; \
	  cargo clippy --locked --workspace --all-targets --all-features -- -D warnings'

# The crates of rust/; those that only long-rust needs are linted there.
RUST = cd rust; export CARGO_TARGET_DIR=$(CURDIR)/build/cargo
RUST_FEATURES = --features rayon,serde,rand,signature
lint-rust-crates:
	$(CHECK) 'cargo rustfmt clippy cc' '$(RUST); cargo fmt --all --check; \
	  rustfmt --check --edition 2024 secp256k1-sys-koblitz/src/*.rs fuzz/fuzz_targets/*.rs; \
	  cargo clippy --locked $(RUST_FEATURES) --all-targets -- -D warnings; \
	  cargo clippy --locked -p koblitz --no-default-features -- -D warnings; \
	  RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps $(RUST_FEATURES)'

lint-node:
	$(CHECK) 'node npm' 'cd lab/workers/node; npm ci --no-audit --no-fund; npm run lint'

lint-js: build-js
	$(CHECK) 'node npm make' 'make -C js lint'

lint-python: build-python build-proofs
	$(CHECK) '$(PYTHON_TOOLS)' 'make prove-lint; make -C lab/workers/python $(WORKERS) lint; $(PYTHON) lint'

# ---- test

test-version:
	$(CHECK) 'cmake gcc git' dist/version.sh

test-engine: build-libsecp256k1 build-engine
	$(CHECK) 'cmake gcc make' 'make engine-test CC=gcc CXX=g++'

test-engine-arm64:
	$(CHECK) 'cmake make gcc aarch64-linux-gnu-g++ qemu-aarch64' 'make engine-arm64-quick'

test-go: build-libsecp256k1 build-engine
	$(CHECK) go 'cd go; $(GO_TEST) ./...'

test-go-purego:
	$(CHECK) go 'cd go; $(GO_TEST) -tags=purego ./...; cd nostr; $(GO_TEST) -tags=purego ./...'

# A processor without BMI2 and ADX, in an emulator.
test-go-old-processor:
	$(CHECK) 'go qemu-x86_64' 'cd go; $(GO_TEST) -short -exec "qemu-x86_64 -cpu Nehalem" . ./schnorr ./internal/cpu'

# The tests of the lab that take the longest: long-lab has them.
LAB_LONG = ^Test(Compare|Gate|InBrowser|MedianIntervalCoverage)$$
test-lab: build-libsecp256k1 build-engine
	$(CHECK) go 'cd lab; $(GO_TEST) -skip "$(LAB_LONG)" ./...'

test-worker-go: build-libsecp256k1
	$(CHECK) 'go cc' 'cd lab/workers/go; for tags in "" cgo_secp purego; do $(GO_TEST) -tags=$$tags ./...; done'

test-worker-algorithms:
	$(CHECK) 'go cc' 'cd lab/workers/algorithms; for cgo in 1 0; do CGO_ENABLED=$$cgo $(GO_TEST) ./...; done'

test-worker-c: build-libsecp256k1
	$(CHECK) 'make gcc python3' 'make -C lab/workers/c CC=gcc CXX=g++ OUT=$(CURDIR)/build/test-gcc test'

test-worker-distribution: build-libsecp256k1
	$(CHECK) 'make gcc python3 libbotan-2-dev libcrypto++-dev libgcrypt20-dev libmbedtls-dev libwolfssl-dev' \
	  'make -C lab/workers/distribution CC=gcc CXX=g++ OUT=$(CURDIR)/build/test-gcc test'

test-worker-rust:
	$(CHECK) 'cargo cc' 'cd lab/workers/rust; CARGO_TARGET_DIR=$(CURDIR)/build/cargo cargo test --locked --workspace --all-features -- --show-output'

test-rust:
	$(CHECK) 'cargo cc cmake' '$(RUST); cargo test --locked $(RUST_FEATURES)'

test-worker-node: lint-node build-js
	$(CHECK) 'node npm' 'cd lab/workers/node; (cd ox; npm ci --no-audit --no-fund); npm test'

# By WebAssembly and by the addon.
test-js: build-js
	$(CHECK) 'node npm make' 'make -C js test'

test-worker-python:
	$(CHECK) 'make python3-dev' 'make -C lab/workers/python $(WORKERS) test'

test-worker-java:
	$(CHECK) 'make javac mvn python3' 'make -C lab/workers/java $(WORKERS) test'

test-proofs: build-proofs
	$(CHECK) 'python3-dev cmake gcc clang go' 'make prove-check'

test-python: build-python
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) test'

# ---- long: `make test-long`; .ci/run runs those in CI

long-engine-packaging: test-engine
	$(CHECK) 'cmake gcc make' 'make engine-packaging CC=gcc CXX=g++'

long-engine-clang: build-libsecp256k1
	$(CHECK) 'cmake clang make' 'make engine-clang'

# In two parts; the first is in CI.
long-engine-wiping:
	$(CHECK) 'cmake gcc clang make' 'make engine-wiping WIPING=openssf'

long-engine-wiping-others:
	$(CHECK) 'cmake gcc clang make' 'make engine-wiping WIPING="debian fedora native size branches debug native-clang thin-clang single-clang"'

long-engine-sanitized:
	$(CHECK) 'cmake gcc make' 'make engine-sanitize CC=gcc CXX=g++'

long-engine-memory-sanitizer:
	$(CHECK) 'cmake clang make' 'make engine-memory'

long-engine-ports:
	$(CHECK) 'python3-dev make' 'make engine-ports'

long-engine-arm64:
	$(CHECK) 'cmake make gcc aarch64-linux-gnu-g++ qemu-aarch64' 'make engine-arm64'

# Zig comes from PyPI.
long-engine-systems:
	$(CHECK) 'python3-dev make clang llvm-readobj aarch64-linux-gnu-g++ x86_64-w64-mingw32-g++' 'make engine-systems'

# The source of libsecp256k1 as for arm64.
long-engine-windows: build-libsecp256k1
	$(CHECK) 'go cargo cmake make clang x86_64-w64-mingw32-g++ wine' 'make engine-windows engine-windows-differential ENGINE_WINDOWS_CALLS=200000'

# The source of libsecp256k1 comes with the crate that build-libsecp256k1 downloads. ARM64_CALLS in each of two forms.
ARM64_CALLS ?= 500000
long-engine-arm64-differential: build-libsecp256k1
	$(CHECK) 'go cargo cmake make gcc aarch64-linux-gnu-g++ qemu-aarch64' 'make engine-arm64-differential ENGINE_ARM64_CALLS=$(ARM64_CALLS)'

# Bitcoin Core's tests on the engine, and with a block's signatures in batches. libbitcoin's functions.
long-nodes: build-engine
	$(CHECK) 'cmake gcc make python3-dev' 'nodes/libbitcoin/test.sh build/engine; nodes/bitcoin-core/test.sh build/nodes'

# The modules for WebAssembly; a compiler and a runtime from PyPI.
long-js-engine:
	$(CHECK) 'node python3-dev make' 'make -C js/engine test'

long-engine-subgroups: build-libsecp256k1 build-engine
	$(CHECK) 'cmake gcc make' 'make exhaustive CC=gcc CXX=g++'

long-engine-differential: build-libsecp256k1 build-engine
	$(CHECK) 'go cargo cmake gcc make' 'make soak SOAK_SECONDS=60 CC=gcc CXX=g++'

long-engine-fuzz: long-engine-clang
	$(CHECK) 'cmake clang make' 'make engine-fuzz FUZZ_SECONDS=20'

long-go-386:
	$(CHECK) go 'cd go; GOARCH=386 $(GO_TEST) ./...; cd nostr; GOARCH=386 $(GO_TEST) ./...'

# The modules beside the Go module. go/decred has the path of the module that it replaces, so it is not in the workspace.
# The command builds in the workspace alone: its go.mod has no replace lines, which go install would refuse.
long-go-modules: build-libsecp256k1 build-engine
	$(CHECK) 'go cc' 'for module in nostr libsecp decred internal/_asm internal/difftest; do (cd go/$$module; $(GO_TEST) ./...); done; \
	  cd go/cmd/koblitz; for tags in "" purego; do go test -count=1 -v -tags=$$tags ./...; done'

# The prover's own tests.
long-proofs: test-proofs
	$(CHECK) 'python3-dev cmake gcc clang go' 'make prove-test'

long-go-arm64:
	$(CHECK) 'go qemu-aarch64' 'export GOARCH=arm64; cd go; $(GO_TEST) -short -exec qemu-aarch64 ./...; cd nostr; $(GO_TEST) -short -exec qemu-aarch64 ./...'

# By wine. Left out: tests that need the source tree, its tools or Linux, and one whose folder wine 8 does not delete.
long-go-windows:
	$(CHECK) 'go wine x86_64-w64-mingw32-g++' 'tools/wine.sh; export GOOS=windows; cd go; for module in . nostr; do \
	  (cd $$module; $(GO_TEST) -short -skip="TestReadme|TestLinks|TestTypes|TestDeclassified|OutgrownStack|WorkingDirectory" \
	  -exec $(CURDIR)/tools/wine.sh ./...); done'

# Two searches of memory are left out: they take as long as the rest, and TestNoCopyOfOutgrownStack
# finds a copy of a key in about half of its runs, for an unknown reason.
long-go-s390x:
	$(CHECK) 'go qemu-s390x' 'cd go; GOARCH=s390x $(GO_TEST) -short -skip="StackIsWiped|OutgrownStack" -exec qemu-s390x \
	  ./internal/... ./group ./ecdsa ./schnorr .'

# Code that shares data between goroutines, under the race detector, which makes arithmetic some 15 times as slow.
long-go-race: build-libsecp256k1 build-engine
	$(CHECK) 'go cc' 'export CGO_ENABLED=1; (cd go; $(GO_TEST) -race -run=Concurrent .); cd go/libsecp; $(GO_TEST) -race ./...'

long-lab: build-libsecp256k1 build-engine
	$(CHECK) go 'cd lab; $(GO_TEST) -run "$(LAB_LONG)" ./...'

# Of the contest's rejections two that end a worker in different ways.
long-lab-race: build-libsecp256k1 build-engine
	$(CHECK) 'go cc' 'cd lab; CGO_ENABLED=1 $(GO_TEST) -race "-run=^Test([^R]|R[^e])|^TestRejected$$/^(dies|late_liar)$$" \
	  ./internal/contest ./internal/worker'

long-go-fuzz:
	$(CHECK) go 'make go-fuzz'

long-go-decred:
	$(CHECK) go 'cd go/internal/difftest; $(GO_TEST) -run="TestReplacement$$" . -calls=20000'

long-worker-c-clang: build-libsecp256k1
	$(CHECK) 'make clang python3' 'make -C lab/workers/c CC=clang CXX=clang++ OUT=$(CURDIR)/build/test-clang test test-sanitized'

long-worker-c-sanitized: test-worker-c
	$(CHECK) 'make gcc python3' 'make -C lab/workers/c CC=gcc CXX=g++ OUT=$(CURDIR)/build/test-gcc test-sanitized'

# alloy, revm and their own backends; the drop-in under each version of the crate secp256k1; the packages.
long-rust: test-rust
	$(CHECK) 'cargo cc clippy' '$(RUST); cargo clippy --locked --workspace --all-targets --all-features -- -D warnings; \
	  cargo clippy --manifest-path secp256k1-sys-koblitz/0.14/Cargo.toml --all-features -- -D warnings; \
	  for features in "" "--features secp256k1"; do cargo test --locked -p koblitz-ethereum-tests $$features; done; \
	  cargo test --locked -p koblitz-ethereum-tests --doc -- --ignored; \
	  cargo test --locked -p koblitz --doc --features alloy,rayon; \
	  tools/dropin.sh $(CURDIR)/build/dropin; tools/package.sh $(CURDIR)/build/rust-package'

long-rust-clients:
	$(CHECK) 'cargo cc' 'rust/tools/clients.sh $(CURDIR)/build/rust-clients'

# clang, arm64, musl, Windows, WebAssembly; targets that are refused.
long-rust-targets:
	$(CHECK) 'cargo cc' 'rust/tools/targets.sh $(CURDIR)/build/rust-targets'

# Pointers of columns under Miri.
long-rust-miri:
	$(CHECK) 'cargo miri' '$(RUST); cargo +nightly miri test --locked -p koblitz --lib batch'

# Licences and sources of what the crates depend on.
long-rust-deny:
	$(CHECK) 'cargo cargo-deny' '$(RUST); cargo deny --locked check licenses sources bans'

long-rust-fuzz:
	$(CHECK) 'cargo clang' 'rust/tools/fuzz.sh $(CURDIR)/build/rust-fuzz'

long-proofs-faults: build-proofs
	$(CHECK) 'python3-dev cmake gcc clang go' 'make prove-faults'

long-proofs-survivors: build-proofs
	$(CHECK) 'python3-dev cmake gcc' 'make mutate-listed'

# 10^6 calls, more rows in both forms, the demo page in a browser.
long-js: build-js
	$(CHECK) 'node npm make chromium' 'make -C js long'

long-python-sanitized: build-python
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) asan'

long-python-memcheck: build-python
	$(CHECK) '$(PYTHON_TOOLS) valgrind' '$(PYTHON) memcheck'

long-python-kills: test-python
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) kills'

long-python-ray: test-python
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) ray'

long-python-installed: build-python
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) install-test'

# By wine. Zig comes from PyPI, Python for Windows from Maven Central.
long-python-windows: build-python
	$(CHECK) '$(PYTHON_TOOLS) curl wine x86_64-w64-mingw32-g++' 'make build/zig/done; \
	  $(PYTHON) windows ZIG="$(CURDIR)/build/zig/bin/python -m ziglang"'

# ---- one part in two minutes, `make quick PART=...`

QUICK = engine go lab workers proofs python
.PHONY: $(QUICK:%=quick-%)

quick-engine:
	$(CHECK) 'cmake gcc make' 'make engine-quick CC=gcc CXX=g++'

quick-go:
	$(CHECK) go 'for module in go go/nostr; do (cd $$module; go vet ./...; go test -short ./...); done'

quick-lab:
	$(CHECK) go 'cd lab; go vet ./...; go test -short ./...'

quick-workers: test-worker-c test-worker-rust
	$(CHECK) go 'cd lab/workers/go; go test -short ./...'

quick-proofs:
	$(CHECK) 'python3-dev cmake gcc clang go' 'make prove-test'

quick-python: build-engine
	$(CHECK) '$(PYTHON_TOOLS)' '$(PYTHON) quick'
