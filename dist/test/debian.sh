#!/usr/bin/env bash
# debian.sh: the packages in a new Debian that has a C compiler: a client is built and run, what a package of it depends on
# is right, and the library takes libsecp256k1-7's place and stands beside libsecp256k1-1.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

suite=bookworm base=$work/bookworm.tar
if [ ! -s "$base" ]; then
    mmdebstrap --quiet --format=tar --variant=apt --include=gcc,libc6-dev,dpkg-dev,pkgconf,libsecp256k1-1 $suite "$base.new"
    mv "$base.new" "$base"
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" --exclude='./dev/*' -xf "$base"
mkdir "$folder/packages"
cp "$out"/libsecp256k1-koblitz*.deb "$folder/packages"
cp engine/tests/packaging/c90.c "$folder/packages"
# Commands in it, without network.
inside() {
    # shellcheck disable=SC2016
    unshare --net --mount sh -c 'mount --bind /dev "$1/dev" && exec chroot "$1" env -i PATH="$2" LC_ALL=C VERSION="$3" bash -euc "$4"' \
        - "$folder" /usr/sbin:/usr/bin:/sbin:/bin "$version" "$1"
}

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
    printf "#include <secp256k1.h>\nint main(void) { return secp256k1_selftest(), 0; }\n" >plain.c
    gcc plain.c -lsecp256k1 -o plain
    ./plain
    mkdir debian
    echo "Source: client" >debian/control
    depends() { dpkg-shlibdeps -O "$1" 2>/dev/null | tr "," "\n" | grep -o "libsecp256k1.*" | sort | tr "\n" ";"; }
    [ "$(depends plain)" = "libsecp256k1-7 (>= 0.8.0);" ]
    [ "$(depends client)" = "libsecp256k1-7 (>= 0.8.0);libsecp256k1-koblitz (>= 0.9.0);" ]
    echo ok debian: clients, and what packages of them depend on

    apt remove libsecp256k1-koblitz-dev
    apt install ./libsecp256k1-7.deb
    if dpkg-query -W -f "\${db:Status-Status}\n" libsecp256k1-koblitz 2>/dev/null | grep -qx installed; then exit 1; fi
    echo ok debian: and back
'
