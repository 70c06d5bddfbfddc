#!/usr/bin/env bash
# need.sh TOOL...: status 0 when every tool is there; otherwise 1, and a line for each missing tool with the command that
# installs it. need.sh --command TOOL prints that command alone.
set -u

GO=1.26 NODE=20.19 PYTHON=3.11 CLANG_FORMAT=14 # least versions; another clang-format formats differently

# package DEBIAN [BREW]: the command of this system's package manager.
package() {
    if command -v apt-get >/dev/null; then
        echo "sudo apt-get install $1"
    elif command -v brew >/dev/null; then
        echo "brew install ${2:-$1}"
    else
        echo "install ${2:-$1} with the system's package manager"
    fi
}

install_go() {
    local system machine
    system=$(uname -s | tr '[:upper:]' '[:lower:]')
    machine=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
    if [ "$system" = darwin ]; then
        echo "brew install go"
    else
        echo "sudo rm -rf /usr/local/go && curl -fL https://go.dev/dl/go$GO.0.$system-$machine.tar.gz | sudo tar -C /usr/local -xz && export PATH=/usr/local/go/bin:\$PATH"
    fi
}

# Debian's own Node.js is too old.
install_node() {
    if command -v apt-get >/dev/null; then
        echo "curl -fsSL https://deb.nodesource.com/setup_22.x | sudo -E bash - && sudo apt-get install nodejs"
    else
        package node
    fi
}

install_command() {
    case $1 in
    go) install_go ;;
    cargo) echo "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" ;;
    clippy | rustfmt) echo "rustup component add $1" ;;
    miri) echo "rustup toolchain install nightly --component miri,rust-src" ;;
    cargo-deny) echo "cargo install --locked cargo-deny" ;;
    node | npm) install_node ;;
    cc | gcc) package "gcc g++ libc6-dev" gcc ;;
    clang) package clang llvm ;;
    clang-format) echo "pip install clang-format==$CLANG_FORMAT.0.6" ;;
    clang-tidy) package clang-tidy llvm ;;
    llvm-readobj) package llvm ;;
    python3-dev) package "python3-dev python3-venv" python3 ;;
    libbotan-2-dev) package "$1" botan@2 ;;
    libcrypto++-dev) package "$1" cryptopp ;;
    libgcrypt20-dev) package "$1" libgcrypt ;;
    libmbedtls-dev) package "$1" mbedtls@2 ;;
    libwolfssl-dev) package "$1" wolfssl ;;
    javac) package default-jdk-headless openjdk ;;
    mvn) package maven ;;
    qemu-*) package qemu-user qemu ;;
    dh) package debhelper ;;
    dpkg-buildpackage) package dpkg-dev ;;
    aarch64-linux-gnu-g++) package "g++-aarch64-linux-gnu libc6-dev-arm64-cross" aarch64-elf-gcc ;;
    x86_64-w64-mingw32-g++) package g++-mingw-w64-x86-64 mingw-w64 ;;
    wine) package "wine wine64" wine-stable ;;
    *) package "$1" ;;
    esac
}

# at_least WANTED FOUND: FOUND's first two numbers are no less.
at_least() { printf '%s\n' "$1" "$(grep -oE '[0-9]+\.[0-9]+' <<<"$2" | head -n 1)" | sort -CV; }

# The distribution's static library, which the lab's workers link.
archive() { [ -e "$(cc -print-file-name="$1.a" 2>/dev/null)" ]; }

there() {
    case $1 in
    # From 1.21 on the go command fetches the toolchain that go.work asks for.
    go) at_least $GO "$(GOTOOLCHAIN=local GOWORK=off go version 2>/dev/null)" ||
        { at_least 1.21 "$(GOWORK=off go version 2>/dev/null)" && [ "$(go env GOTOOLCHAIN)" != local ]; } ;;
    node) at_least $NODE "$(node --version 2>/dev/null)" ;;
    clang-format) grep -q " version $CLANG_FORMAT\." <<<"$(clang-format --version 2>/dev/null)" ;;
    clippy) cargo clippy --version >/dev/null 2>&1 ;;
    rustfmt) cargo fmt --version >/dev/null 2>&1 ;;
    python3-venv) python3 -c "import ensurepip, venv" 2>/dev/null ;;
    miri) cargo +nightly miri --version >/dev/null 2>&1 ;;
    python3-dev) at_least $PYTHON "$(python3 --version 2>/dev/null)" && python3 -c 'import ensurepip, os, sysconfig, venv
os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null ;;
    libbotan-2-dev) archive libbotan-2 ;;
    libcrypto++-dev) archive libcrypto++ ;;
    libgcrypt20-dev) archive libgcrypt ;;
    libmbedtls-dev) archive libmbedcrypto ;;
    libwolfssl-dev) archive libwolfssl ;;
    musl) [ -e "/lib/ld-musl-$(uname -m).so.1" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# wanted TOOL: its name in a sentence.
wanted() {
    case $1 in
    go) echo "go $GO or newer" ;;
    node) echo "node $NODE or newer" ;;
    clang-format) echo "clang-format $CLANG_FORMAT" ;;
    python3-dev) echo "Python $PYTHON or newer with its headers" ;;
    *) echo "$1" ;;
    esac
}

if [ "${1:-}" = --command ]; then
    install_command "$2"
    exit
fi
status=0
for tool in "$@"; do
    if ! there "$tool"; then
        echo "$(wanted "$tool") is missing. Install it: $(install_command "$tool")"
        status=1
    fi
done
exit $status
