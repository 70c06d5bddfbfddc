# shellcheck shell=bash
# What is checked. A new folder is a line here; the kinds are in kinds.sh.

check lint "references in files" git clean_references
check lint "shell scripts" git,shellcheck shell_scripts
check lint "gofmt" git,go go_format
check lint "go workspace" go go_workspace

# Tests compare with this library where it can be built.
check test "build libsecp256k1 0.8.0" go,cargo,cc,make anchor libsecp256k1-0.8.0
LIBRARY=$ROOT/build/anchors/libsecp256k1-0.8.0.so
[ -e "$LIBRARY" ] && export KOBLITZ_TEST_LIBSECP256K1=$LIBRARY

check test "build the engine" cmake,gcc,make make engine
ENGINE=$ROOT/build/engine/libsecp256k1.so
[ -e "$ENGINE" ] && export KOBLITZ_TEST_ENGINE=$ENGINE

go_module go purego
go_race test go -run=Concurrent .
go_ports go
go_fuzz go
go_module go/internal/difftest
# It has the path of the module that it replaces, and stays out of the workspace.
go_module go/decred
check long "go/decred, 20,000 calls" go in_module go/internal/difftest go test -count=1 -timeout=0 -v -run='TestReplacement$' . -calls=20000
go_module go/internal/_asm
go_module go/libsecp
go_race test go/libsecp ./...
check test "go vet go/libsecp (ports)" go in_module go/libsecp go_vet_ports
go_module go/cmd/koblitz purego

check lint "go vet lab" go go_vet lab ''
check test "go test lab" go in_module lab go test -short -count=1 -v ./...
check long "go test lab (every culprit)" go in_module lab go test -count=1 -v -run='^Test(Culprits|FewRows|Crowd|Across)$' .
# Of the contest's rejections those that end a worker in different ways.
go_race long lab '-run=^Test([^R]|R[^e])|^TestRejected$/^(dies|hangs|late_liar)$' ./internal/contest ./internal/worker
go_module lab/workers/go cgo_secp purego
go_module lab/workers/algorithms
go_pure lab/workers/algorithms

c_tree lab/workers/c -std=c++20
make_test test lab/workers/c gcc python3
make_test long lab/workers/c clang python3
check long "lab/workers/c (gcc, sanitizers)" make,gcc,python3 make_test_with lab/workers/c gcc test-sanitized
check long "lab/workers/c (clang, sanitizers)" make,clang,python3 make_test_with lab/workers/c clang test-sanitized

DISTRIBUTION=libbotan-2-dev,libcrypto++-dev,libgcrypt20-dev,libmbedtls-dev,libwolfssl-dev
check lint "clang-format lab/workers/distribution" clang-format c_format lab/workers/distribution
check lint "clang-tidy lab/workers/distribution" clang-tidy,cc,$DISTRIBUTION c_tidy lab/workers/distribution -std=c++20 -Ilab/workers/c/src -isystem /usr/include/botan-2
make_test test lab/workers/distribution gcc cc,python3,$DISTRIBUTION

c_tree lab/testdata -std=c11 -DPREFIX=real_secp256k1_ -DLIE_AFTERWARDS=1 -DLIE_ECDH
c_tree lab/anchors/crates -std=c11 '-DCALLBACK(name)=secp256k1_##name' '-DFLAGS=""'

rust_tree lab/workers/rust

node_tree lab/workers/node

python_tree lab/workers/python

check test "java lab/workers/java" make,javac,mvn,python3 make -C lab/workers/java OUT="$ROOT/build/workers" test

# The engine's tests are formatted, not linted: clang's analyzer needs minutes for their templates.
check lint "clang-format engine" clang-format c_format engine
check lint "clang-tidy engine" clang-tidy c_tidy engine/src -std=c++20 -Iengine/include -Iengine/src -DSECP256K1_BUILD
check test "engine (gcc)" cmake,gcc,make make engine-test CC=gcc CXX=g++
check long "engine (packaging)" cmake,gcc,make make engine-packaging CC=gcc CXX=g++
check long "engine (clang)" cmake,clang,make make engine-clang
check long "engine (wiping)" cmake,gcc,make make engine-wiping CC=gcc CXX=g++
check long "engine (sanitizers)" cmake,gcc,make make engine-sanitize CC=gcc CXX=g++
check long "engine (memory sanitizer)" cmake,clang,make make engine-memory
check long "engine (ports)" python3,make make engine-ports
check long "engine (whole subgroups)" cmake,gcc,make make exhaustive CC=gcc CXX=g++
check long "engine (differential)" go,cargo,cmake,gcc,make make soak SOAK_SECONDS=60 CC=gcc CXX=g++
check long "engine (fuzz)" cmake,clang,make make engine-fuzz FUZZ_SECONDS=20

check lint "clang-format proofs" clang-format c_format proofs
check lint "ruff proofs" python3 make prove-lint
check test "make prove" python3,cmake,gcc,clang,go make prove-check
check test "proofs' own tests" python3,cmake,gcc,clang,go make prove-test
check long "proofs (planted faults)" python3,cmake,gcc,clang,go make prove-faults
check long "proofs (survivors of the engine's tests)" python3,cmake,gcc make mutate-listed

check lint "clang-format python" clang-format c_format python/core
check lint "clang-format python/tests" clang-format c_format python/tests
check lint "clang-tidy python" clang-tidy,python3-dev python_tidy python/core
check lint "ruff and pyright python" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" ENGINE="${ENGINE%.so}.a" lint
check test "python" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" ENGINE="${ENGINE%.so}.a" test
check long "python (sanitizers)" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" asan
check long "python (memcheck)" make,cmake,gcc,python3-venv,python3-dev,valgrind make -C python OUT="$ROOT/build/python" memcheck
check long "python (kills)" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" ENGINE="${ENGINE%.so}.a" kills
check long "python (cluster)" make,cmake,gcc,python3-venv,python3-dev,java make -C python OUT="$ROOT/build/python" ENGINE="${ENGINE%.so}.a" cluster
check long "python (ray)" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" ENGINE="${ENGINE%.so}.a" ray
check long "python (installed from source)" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" install-test

# One part in two minutes, for `make quick PART=...`.
check quick-engine "quick engine: format" clang-format c_format engine
check quick-engine "quick engine" cmake,gcc,make make engine-quick CC=gcc CXX=g++
check quick-go "quick go: vet" go in_module go go vet ./...
check quick-go "quick go" go in_module go go test -short ./...
check quick-lab "quick lab: vet" go in_module lab go vet ./...
check quick-lab "quick lab" go in_module lab go test -short ./...
check quick-workers "quick lab/workers/c" make,gcc,python3 make_test_with lab/workers/c gcc
check quick-workers "quick lab/workers/go" go in_module lab/workers/go go test -short ./...
check quick-workers "quick lab/workers/rust" cargo,cc cargo_in lab/workers/rust test --locked --workspace
check quick-python "quick python" make,cmake,gcc,python3-venv,python3-dev make -C python OUT="$ROOT/build/python" ENGINE="${ENGINE%.so}.a" quick
check quick-proofs "quick proofs" python3,cmake,gcc,clang,go make prove-test
