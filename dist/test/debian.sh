#!/usr/bin/env bash
# debian.sh: the packages in a new Debian that has a C compiler: a client is built and run, what a package of it depends on
# is right, and the library takes libsecp256k1-7's place and stands beside libsecp256k1-1.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

suite=bookworm base=$work/bookworm.tar
if [ ! -s "$base" ]; then
    mmdebstrap --quiet --variant=apt --include=gcc,libc6-dev,dpkg-dev,pkgconf,libsecp256k1-1 $suite "$base.new"
    mv "$base.new" "$base"
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" --exclude='./dev/*' -xf "$base"
mkdir "$folder/packages"
cp "$out"/libsecp256k1-koblitz*.deb "$folder/packages"
cp engine/tests/symbols/c90.c "$folder/packages"
inside() { unshare --net chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C VERSION="$version" /bin/bash -euc "$1"; }

# A package of libsecp256k1-7, and one of a program that needs it.
for row in 'libsecp256k1-7 0.8.0-1' 'program 1'; do
    read -r package number <<<"$row"
    mkdir -p "$folder/packages/$package/DEBIAN"
    printf 'Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: none <none@koblitz.invalid>\nDescription: for a test\n' \
        "$package" "$number" "$(dpkg --print-architecture)" >"$folder/packages/$package/DEBIAN/control"
done
echo 'Depends: libsecp256k1-7 (>= 0.8.0)' >>"$folder/packages/program/DEBIAN/control"
mkdir -p "$folder/packages/libsecp256k1-7/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
echo bitcoin-core >"$folder/packages/libsecp256k1-7/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/libsecp256k1.so.7"

# shellcheck disable=SC2016
inside '
    cd /packages
    mknod -m 666 /dev/null c 1 3
    for package in libsecp256k1-7 program; do dpkg-deb --build $package $package.deb >/dev/null; done
    apt() { apt-get -qq -o Dpkg::Use-Pty=0 -o APT::Sandbox::User=root -y "$@" >log 2>&1 || { cat log; exit 1; }; }

    apt install ./libsecp256k1-7.deb ./program.deb
    apt install ./libsecp256k1-koblitz_*.deb ./libsecp256k1-koblitz-dev_*.deb
    [ "$(dpkg-query -W -f "\${db:Status-Status}" program)" = installed ]
    if dpkg-query -W -f "\${db:Status-Status}\n" libsecp256k1-7 2>/dev/null | grep -qx installed; then exit 1; fi
    ldconfig -p | grep -q libsecp256k1.so.1
    ldconfig -p | grep -q libsecp256k1.so.7
    echo ok debian: in the place of libsecp256k1-7, beside libsecp256k1-1

    [ "$(pkg-config --variable=koblitz_version libsecp256k1)" = "$VERSION" ]
    gcc c90.c $(pkg-config --cflags --libs libsecp256k1) -o client
    ./client
    gcc c90.c -l:libsecp256k1.a -o static
    ./static
    echo "#include <koblitz.h>
    int main(void) { return !koblitz_backend_name(); }" >backend.c
    gcc backend.c -lsecp256k1 -o backend
    ./backend
    mkdir debian
    echo "Source: client" >debian/control
    depends() { dpkg-shlibdeps -O "$1" | tr "," "\n" | grep -o "libsecp256k1.*" | sort | tr "\n" ";"; }
    depends client; depends backend; echo
    [ "$(depends client)" = "libsecp256k1-7 (>= 0.8.0);" ]
    [ "$(depends backend)" = "libsecp256k1-koblitz (>= 0.9.0);" ]
    echo ok debian: clients, and what packages of them depend on

    apt remove libsecp256k1-koblitz-dev
    apt install ./libsecp256k1-7.deb
    if dpkg-query -W -f "\${db:Status-Status}\n" libsecp256k1-koblitz 2>/dev/null | grep -qx installed; then exit 1; fi
    echo ok debian: and back
'
