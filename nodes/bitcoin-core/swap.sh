#!/usr/bin/env bash
# swap.sh [--batches] SOURCE_TREE: puts the engine in the place of src/secp256k1 in a source tree of Bitcoin Core. With
# --batches also applies the patch by which a block's signatures are verified in batches, to the version of pins.sha256.
# swap.sh --revert SOURCE_TREE: undoes both.
# What is done already stays as it is. What is not a tree of Bitcoin Core, or another version, is refused unchanged.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
engine=$(cd "$here/../../engine" && pwd)

fail() {
    echo "swap.sh: $1" >&2
    exit 1
}
mode=swap
case ${1:-} in
--batches | --revert)
    mode=${1#--}
    shift
    ;;
esac
if [ $# -ne 1 ] || [ "${1#-}" != "$1" ]; then
    sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
[ -d "$1" ] || fail "$1: there is no such folder"
cd "$1"
tree=$PWD place=src/secp256k1 aside=src/secp256k1.upstream saved=.koblitz

if ! grep -qs '^project(BitcoinCore' CMakeLists.txt || ! [ -e src/validation.cpp ]; then
    fail "$tree: not a source tree of Bitcoin Core 29 or later (no CMakeLists.txt with project(BitcoinCore), or no src/validation.cpp)"
fi
if [ -L $place ] && [ -d $aside ]; then
    swapped=yes
elif [ -e $place/include/secp256k1.h ] && ! [ -L $place ] && ! [ -e $aside ]; then
    swapped=no
else
    fail "$tree: $place is neither libsecp256k1's folder nor the link that swap.sh makes"
fi
if [ -d $saved ]; then patched=yes; else patched=no; fi

edited() { (cd "$here/edits" && find . -name '*.sed' | sed 's|^\./||; s|\.sed$||' | sort); }
originals() { (cd "$saved/original" && find . -type f | sed 's|^\./||'); }
added() { (cd "$here/added" && find . -type f | sed 's|^\./||' | sort); }

# All is checked before anything is changed; the folder of originals gets its name last but for the edited files.
prepare_batches() {
    local file
    sha256sum --check --quiet --strict "$here/pins.sha256" ||
        fail "$tree: not the version that the patch is for ($(sed -n 's/^# //p' "$here/pins.sha256")); nothing was changed"
    for file in $(added); do
        [ ! -e "$file" ] || fail "$tree: $file is there already; nothing was changed"
    done
    rm -rf $saved.new
    for file in $(edited); do
        mkdir -p "$saved.new/original/$(dirname "$file")" "$saved.new/edited/$(dirname "$file")"
        cp "$file" "$saved.new/original/$file"
        sed -f "$here/edits/$file.sed" "$file" > "$saved.new/edited/$file"
    done
    mv $saved.new $saved
}

# An original may be back, by a checkout or as an earlier run was interrupted.
check_edited() {
    local file
    for file in $(originals); do
        cmp -s "$file" "$saved/edited/$file" || cmp -s "$file" "$saved/original/$file" ||
            fail "$tree: $file was changed after the patch; move your changes away first. Nothing was changed"
    done
}

apply_batches() {
    local file
    for file in $(originals); do
        cmp -s "$file" "$saved/edited/$file" || cp "$saved/edited/$file" "$file"
    done
    for file in $(added); do
        if ! [ -e "$file" ]; then
            mkdir -p "$(dirname "$file")"
            cp "$here/added/$file" "$file"
        fi
    done
}

revert_batches() {
    local file
    # cp gives new times, so that an existing build folder compiles them again.
    for file in $(originals); do cp "$saved/original/$file" "$file"; done
    for file in $(added); do rm -f "$file"; done
    rm -rf $saved
}

if [ "$mode" != swap ] && [ $patched = yes ]; then check_edited; fi
if [ "$mode" = batches ]; then
    if [ $patched = no ]; then prepare_batches; fi
    apply_batches
fi
if [ "$mode" = revert ] && [ $patched = yes ]; then revert_batches; fi
changed=no
if [ "$mode" = revert ] && [ $swapped = yes ]; then
    rm $place
    mv $aside $place
    changed=yes
elif [ "$mode" != revert ] && [ $swapped = no ]; then
    mv $place $aside
    ln -s "$engine" $place
    changed=yes
fi

if [ -L $place ]; then
    echo "$tree/$place is the engine: $(readlink $place)"
else
    echo "$tree/$place is libsecp256k1"
fi
if [ -d $saved ]; then echo "signatures of blocks are verified in batches"; fi
# Headers of the other library are older than the objects of such a folder, so make would not compile those again.
if [ $changed = yes ]; then
    find . -maxdepth 2 -name CMakeCache.txt | while read -r cache; do
        echo "needs a fresh build folder: $tree/$(dirname "${cache#./}") was configured before"
    done
fi
