#!/usr/bin/env bash
# need.sh TOOL...: status 0 when every tool is there, else one line for each
# missing one that names the command which installs it, and status 1.
# Sourced, it gives: install_command TOOL, and missing TOOL (status 0 when it
# is missing or too old, with what is wrong on stdout).
set -u

GO_MINOR=26 # Go 1.26
NODE_MAJOR=20 NODE_MINOR=19
CLANG_FORMAT_MAJOR=14 # another version formats differently

# package APT BREW: the command of this system's package manager.
package() {
    if command -v apt-get >/dev/null; then
        echo "sudo apt-get install $1"
    elif command -v brew >/dev/null; then
        echo "brew install $2"
    elif command -v dnf >/dev/null; then
        echo "sudo dnf install $2"
    elif command -v pacman >/dev/null; then
        echo "sudo pacman -S $2"
    else
        echo "install $2 with the system's package manager"
    fi
}

install_go() {
    local system machine
    system=$(uname -s | tr '[:upper:]' '[:lower:]')
    machine=$(uname -m)
    case $machine in
    x86_64) machine=amd64 ;;
    aarch64) machine=arm64 ;;
    esac
    if [ "$system" = darwin ]; then
        echo "brew install go"
    else
        echo "sudo rm -rf /usr/local/go && curl -fL https://go.dev/dl/go1.$GO_MINOR.0.$system-$machine.tar.gz | sudo tar -C /usr/local -xz && export PATH=/usr/local/go/bin:\$PATH"
    fi
}

# Distributions' own packages of Node.js are often too old.
install_node() {
    if command -v apt-get >/dev/null; then
        echo "curl -fsSL https://deb.nodesource.com/setup_22.x | sudo -E bash - && sudo apt-get install nodejs"
    else
        package nodejs node
    fi
}

install_command() {
    case $1 in
    go) install_go ;;
    cargo) echo "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" ;;
    clippy | rustfmt) echo "rustup component add $1" ;;
    node | npm) install_node ;;
    cc | gcc) package "gcc g++ libc6-dev" gcc ;;
    clang) package clang llvm ;;
    clang-format) echo "pip install clang-format==$CLANG_FORMAT_MAJOR.0.6" ;;
    clang-tidy) package clang-tidy llvm ;;
    python3-venv) package python3-venv python3 ;;
    python3-dev) package "python3-dev python3-venv" python3 ;;
    libbotan-2-dev) package "$1" botan@2 ;;
    libcrypto++-dev) package "$1" cryptopp ;;
    libgcrypt20-dev) package "$1" libgcrypt ;;
    libmbedtls-dev) package "$1" mbedtls@2 ;;
    libwolfssl-dev) package "$1" wolfssl ;;
    java | javac) package default-jdk-headless openjdk ;;
    mvn) package maven maven ;;
    chromium) package chromium chromium ;;
    qemu-x86_64 | qemu-aarch64 | qemu-s390x) package qemu-user qemu ;;
    *) package "$1" "$1" ;;
    esac
}

# first_number TEXT: the first run of digits in it.
first_number() { expr "$1" : '[^0-9]*\([0-9]*\)'; }

missing_go() {
    local version minor
    command -v go >/dev/null || { echo "go is missing (1.$GO_MINOR or newer)"; return 0; }
    version=$(GOTOOLCHAIN=local GOWORK=off go version 2>/dev/null)
    minor=$(first_number "${version#*go1.}")
    [ "${minor:-0}" -ge $GO_MINOR ] && return 1
    # From 1.21 on the go command fetches the toolchain that go.work asks for.
    [ "${minor:-0}" -ge 21 ] && [ "$(go env GOTOOLCHAIN 2>/dev/null)" != local ] && return 1
    echo "${version:-go} is too old (1.$GO_MINOR or newer)"
}

missing_node() {
    local version major minor
    command -v node >/dev/null || { echo "node is missing ($NODE_MAJOR.$NODE_MINOR or newer)"; return 0; }
    version=$(node --version)
    major=$(first_number "$version")
    minor=$(first_number "${version#*.}")
    [ "${major:-0}" -gt $NODE_MAJOR ] && return 1
    [ "${major:-0}" -eq $NODE_MAJOR ] && [ "${minor:-0}" -ge $NODE_MINOR ] && return 1
    echo "node $version is too old ($NODE_MAJOR.$NODE_MINOR or newer)"
}

# clang_format: the name of a clang-format of the right version.
clang_format() {
    local name
    for name in "clang-format-$CLANG_FORMAT_MAJOR" clang-format; do
        if command -v "$name" >/dev/null &&
            [ "$(first_number "$("$name" --version)")" = $CLANG_FORMAT_MAJOR ]; then
            echo "$name"
            return 0
        fi
    done
    return 1
}

# missing_archive NAME: the distribution's static library, which its workers link.
missing_archive() {
    local path
    path=$(cc -print-file-name="$1.a" 2>/dev/null)
    [ -e "$path" ] && return 1
    echo "$1.a is missing"
}

# The package needs 3.11 or newer, and its headers.
missing_python_headers() {
    ! python3 -c 'import os.path, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(sys.version_info < (3, 11) or not os.path.exists(header))' 2>/dev/null && echo "Python 3.11 or newer with its headers is missing"
}

missing() {
    case $1 in
    libbotan-2-dev) missing_archive libbotan-2 ;;
    libcrypto++-dev) missing_archive libcrypto++ ;;
    libgcrypt20-dev) missing_archive libgcrypt ;;
    libmbedtls-dev) missing_archive libmbedcrypto ;;
    libwolfssl-dev) missing_archive libwolfssl ;;
    go) missing_go ;;
    node) missing_node ;;
    clang-format) ! clang_format >/dev/null && echo "clang-format $CLANG_FORMAT_MAJOR is missing" ;;
    clippy) ! cargo clippy --version >/dev/null 2>&1 && echo "clippy is missing" ;;
    rustfmt) ! cargo fmt --version >/dev/null 2>&1 && echo "rustfmt is missing" ;;
    python3-dev) missing_python_headers ;;
    python3-venv) ! python3 -c 'import ensurepip, venv' 2>/dev/null && echo "python3-venv is missing" ;;
    *) ! command -v "$1" >/dev/null && echo "$1 is missing" ;;
    esac
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    status=0
    for tool in "$@"; do
        if why=$(missing "$tool"); then
            echo "$why. Install it: $(install_command "$tool")"
            status=1
        fi
    done
    exit $status
fi
