# shellcheck shell=bash
# The kinds of things that are checked; checks.sh lists the things. Sourced by
# check.sh, whose subshells end at the first error, so a failing cd ends them:
# shellcheck disable=SC2164

STATICCHECK=honnef.co/go/tools/cmd/staticcheck@v0.8.2

# files PATTERN...: the project's files (not what is built or fetched), NUL-separated.
files() { git ls-files -z --cached --others --exclude-standard -- "$@"; }

# every_file COMMAND... -- PATTERN...: the command on all those files; an error when there is none.
every_file() {
    local command=()
    while [ "$1" != -- ]; do
        command+=("$1")
        shift
    done
    shift
    [ -n "$(files "$@" | tr -d '\0')" ]
    files "$@" | xargs -0 "${command[@]}"
}

# ---- Go

# go_module DIR [TAGS...]: a Go module, once plain and once for each set of
# build tags (separated by commas). Outside the workspace, so that its own
# go.mod is what counts.
go_module() {
    local dir=$1 tags
    shift
    for tags in '' "$@"; do
        check lint "go vet $dir${tags:+ ($tags)}" go go_vet "$dir" "$tags"
        check test "go test $dir${tags:+ ($tags)}" go in_module "$dir" go test -count=1 -v -tags="$tags" ./...
    done
}

# go_race PHASE DIR ARGUMENT...: those tests or packages of a module, whose goroutines share
# data, under the race detector. Arithmetic is some 15 times as slow there.
go_race() { check "$1" "go test -race $2" go,cc in_module "$2" env CGO_ENABLED=1 go test -count=1 -race -v "${@:3}"; }

# go_pure DIR: the module's tests without cgo.
go_pure() { check test "go test $1 (no cgo)" go in_module "$1" env CGO_ENABLED=0 go test -count=1 -v ./...; }

# go_ports DIR: the module's tests for a processor without BMI2 and ADX in an
# emulator, and the other ports vetted; in make test-long the tests for 32 bits, which
# amd64 runs, for arm64, and for s390x, whose words are big-endian. On s390x without
# two searches of memory: they take as long as the rest, and TestNoCopyOfOutgrownStack
# finds a copy of a key there in about half of its runs, for a reason that is not known.
go_ports() {
    check long "go test $1 (386)" go in_module "$1" env GOARCH=386 go test -count=1 ./...
    check long "go test $1 (arm64)" go,qemu-aarch64 in_module "$1" env GOARCH=arm64 go test -short -count=1 -exec qemu-aarch64 ./...
    check long "go test $1 (s390x)" go,qemu-s390x in_module "$1" env GOARCH=s390x go test -short -count=1 -skip='StackIsWiped|OutgrownStack' -exec qemu-s390x ./internal/... ./group ./ecdsa ./schnorr ./koblitz
    check test "go test $1 (old processor)" go,qemu-x86_64 in_module "$1" go test -short -count=1 -exec "qemu-x86_64 -cpu Nehalem" . ./schnorr ./cpu
    check test "go vet $1 (ports)" go in_module "$1" go_vet_ports
}

go_vet_ports() {
    local port
    for port in linux/riscv64 linux/ppc64le linux/s390x netbsd/386 netbsd/arm js/wasm windows/amd64 darwin/arm64; do
        echo "$port"
        GOOS=${port%/*} GOARCH=${port#*/} go vet ./...
    done
}

in_module() {
    own_module "$1"
    in_dir "$@"
}

# own_module DIR: what comes is built outside the workspace. The command's go.mod has no
# replace lines, with which go install would refuse it: it has a workspace of its own.
own_module() {
    export GOWORK=off
    [ "$1" = go/cmd/koblitz ] || return 0
    GOWORK=$ROOT/build/go/command.work
    mkdir -p "$ROOT/build/go"
    printf 'go 1.24.0\n\nuse (\n\t../../go\n\t../../go/cmd/koblitz\n\t../../go/libsecp\n)\n\nreplace koblitz.dev/go/libsecp v0.0.0 => ../../go/libsecp\n' >"$GOWORK"
}

# go_tidy: go.mod, in this folder, has what is needed and nothing else.
go_tidy() {
    local copy=$ROOT/build/go/command
    if [ "$GOWORK" = off ]; then
        go mod tidy -diff
        return
    fi
    cp go.sum "$copy.sum"
    { cat go.mod && printf '\nreplace (\n\tkoblitz.dev/go => ../..\n\tkoblitz.dev/go/libsecp => ../../libsecp\n)\n'; } >"$copy.mod"
    GOWORK=off go mod tidy -diff -modfile="$copy.mod"
}

# go_fuzz DIR: each fuzz target of the modules in a folder for some seconds. A count of
# runs ends them, as a clock makes go test fail where a run is slow.
go_fuzz() { check test "go fuzz $1" go in_module "$1" go_fuzz_targets; }

go_fuzz_targets() {
    local target file found=0
    while IFS=: read -r file target; do
        found=1
        (own_module "${PWD#"$ROOT"/}/${file%/*}" && cd "${file%/*}" && go test -run='^$' -fuzz="^$target\$" -fuzztime=2000x -fuzzminimizetime=1x .)
    done < <(git grep --untracked -oE 'func Fuzz[A-Za-z0-9]+' -- '*_test.go' | sed 's/:func /:/')
    [ $found = 1 ]
}

go_vet() {
    own_module "$1"
    cd "$1"
    go_tidy
    go vet -tags="$2" ./...
    go run "$STATICCHECK" -tags="$2" ./...
}

go_format() {
    local changed
    changed=$(every_file gofmt -l -s -- '*.go')
    echo "$changed"
    [ -z "$changed" ]
}

# The front door, go run ./lab, goes through the workspace.
go_workspace() {
    local modules
    modules=$(go list -f '{{.Dir}}/...' -m)
    # shellcheck disable=SC2086
    go build -o /dev/null $modules
}

# ---- C and C++

# c_tree DIR FLAG...: C and C++ sources; the flags are those that clang-tidy needs, which passes over generated tables.
c_tree() {
    local dir=$1
    shift
    check lint "clang-format $dir" clang-format c_format "$dir"
    check lint "clang-tidy $dir" clang-tidy c_tidy "$dir" "$@"
}

c_format() { every_file "$(clang_format)" --dry-run -Werror -- "$1/*.c" "$1/*.cpp" "$1/*.h"; }

c_tidy() {
    local dir=$1
    shift
    # Not by git's exclusion, which leaves out everything where patterns share a folder.
    files "$dir/*.c" "$dir/*.cpp" | grep -zv /tables/ | xargs -0 -P 2 -I FILE clang-tidy --quiet FILE -- "$@"
}

# ---- Rust

# rust_tree DIR: a cargo package or workspace.
rust_tree() {
    check lint "cargo fmt $1" cargo,rustfmt in_dir "$1" cargo fmt --all --check
    check lint "cargo clippy $1" cargo,clippy,cc cargo_in "$1" clippy --locked --workspace --all-targets -- -D warnings
    check test "cargo test $1" cargo,cc cargo_in "$1" test --locked --workspace -- --show-output
}

cargo_in() {
    export CARGO_TARGET_DIR="$ROOT/build/cargo/$1"
    in_dir "$1" cargo "${@:2}"
}

# ---- libraries that tests measure or compare with

# anchor NAME: builds that library of lab/anchors.
anchor() { make -C lab/anchors OUT="$ROOT/build/anchors" "$1"; }

# ---- Node.js

# node_tree DIR: an npm package with a lock file and the scripts lint and test.
node_tree() {
    check lint "npm lint $1" node,npm npm_run "$1" lint
    check test "npm test $1" node,npm npm_run "$1" test
}

npm_run() {
    cd "$1"
    npm ci --no-audit --no-fund
    npm run "$2"
}

# ---- Python

# python_tree DIR: a folder whose Makefile installs what its lock files name and has the targets lint and test.
python_tree() {
    check lint "ruff $1" make,python3,python3-venv make -C "$1" OUT="$ROOT/build/workers" lint
    check test "python $1" make,python3,python3-venv make -C "$1" OUT="$ROOT/build/workers" test
}

# python_tidy DIR: C++ that includes Python's headers and the engine's.
python_tidy() {
    local headers
    headers=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
    c_tidy "$1" -std=c++20 -I"$1" -Iengine/include -Iengine/src -isystem "$headers"
}

# ---- anything

# make_test PHASE DIR COMPILER TOOLS: `make test` of a folder with its own Makefile.
make_test() {
    check "$1" "make test $2 ($3)" "make,$3,$4" make_test_with "$2" "$3"
}

# make_test_with DIR COMPILER [TARGET]
make_test_with() {
    case $2 in
    gcc) make -j "$(nproc)" -C "$1" CC=gcc CXX=g++ OUT="$ROOT/build/test-gcc" "${3:-test}" ;;
    clang) make -j "$(nproc)" -C "$1" CC=clang CXX=clang++ OUT="$ROOT/build/test-clang" "${3:-test}" ;;
    esac
}

in_dir() {
    cd "$1"
    "${@:2}"
}

# Scripts are known by their first line.
shell_scripts() {
    local file list=()
    while IFS= read -r -d '' file; do
        if [ -f "$file" ] && head -n 1 "$file" | grep -qE '^#!.*[/ ](ba)?sh( |$)|^# shellcheck shell='; then
            list+=("$file")
        fi
    done < <(files)
    shellcheck -x "${list[@]}"
}

# Lock files name public registries or none, and no file names anybody's home, /work or /tmp.
clean_references() {
    local found=0
    if files '*package-lock.json' | xargs -0 grep -nHE '"resolved":' /dev/null |
        grep -v '"resolved": "https://registry\.npmjs\.org/'; then
        found=1
    fi
    if files '*Cargo.lock' | xargs -0 grep -nHE '^source = ' /dev/null |
        grep -v '"registry+https://github\.com/rust-lang/crates\.io-index"'; then
        found=1
    fi
    if files '*.npmrc' '*.cargo/config*' '*pip.conf' '*requirements*.txt' |
        xargs -0 grep -nHE '://' /dev/null; then
        found=1
    fi
    if files ':!tools/kinds.sh' | xargs -0 grep -nHIE '(^|[^A-Za-z0-9_.~-])/(home/[a-z]|Users/[A-Za-z]|root/|work/|tmp/)' /dev/null; then
        found=1
    fi
    [ $found = 0 ]
}
