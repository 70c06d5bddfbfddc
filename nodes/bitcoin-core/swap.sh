#!/usr/bin/env bash
# swap.sh [--batches] SOURCE_TREE: puts the engine in the place of src/secp256k1 in a source tree of Bitcoin Core. With
# --batches also applies the patch by which a block's signatures are verified in batches, to the version of pins.sha256.
# swap.sh --revert SOURCE_TREE: undoes both.
# What is done already stays as it is. What is not a tree of Bitcoin Core, or another version, is refused unchanged.
set -eu
unset CDPATH
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
# An earlier run may have ended between its steps, without $place; a checkout may have brought the folder back.
if [ -d $aside ] && { [ -L $place ] || ! [ -e $place ]; }; then
    swapped=yes
elif [ -e $place/include/secp256k1.h ] && ! [ -L $place ]; then
    swapped=no
    if [ -e $aside ] && ! diff -r $place $aside > /dev/null; then
        fail "$tree: $place and $aside are both there and differ; delete one. Nothing was changed"
    fi
else
    fail "$tree: $place is neither libsecp256k1's folder nor the link that swap.sh makes"
fi
if [ -d $saved ]; then patched=yes; else patched=no; fi

# The files below the folder $1, without the ending .sed.
files() { (cd "$1" && find . -type f | sed 's|^\./||; s|\.sed$||' | sort); }

# What the patch makes of the originals, and what it adds: into the folder $1, beside its `original`.
make_patched() {
    local file
    rm -rf "$1/edited" "$1/added"
    for file in $(files "$here/edits"); do
        mkdir -p "$1/edited/$(dirname "$file")"
        sed -f "$here/edits/$file.sed" "$1/original/$file" > "$1/edited/$file"
    done
    cp -R "$here/added" "$1/added"
}

# All is checked before anything is changed; the folder of originals gets its name last but for the edited files.
prepare_batches() {
    local file
    sha256sum --check --quiet --strict "$here/pins.sha256" ||
        fail "$tree: not the version that the patch is for ($(sed -n 's/^# //p' "$here/pins.sha256")); nothing was changed"
    for file in $(files "$here/added"); do
        [ ! -e "$file" ] || fail "$tree: $file is there already; nothing was changed"
    done
    rm -rf $saved.new
    for file in $(files "$here/edits"); do
        mkdir -p "$saved.new/original/$(dirname "$file")"
        cp "$file" "$saved.new/original/$file"
    done
    make_patched $saved.new
    mv $saved.new $saved
}

# The patch of a tree is this one.
check_version() {
    local same=no
    rm -rf $saved.new
    if [ "$(files $saved/original)" = "$(files "$here/edits")" ]; then
        mkdir $saved.new
        cp -R $saved/original $saved.new/original
        make_patched $saved.new
        if diff -r $saved $saved.new > /dev/null; then same=yes; fi
        rm -r $saved.new
    fi
    [ $same = yes ] || fail "$tree: patched by another version of koblitz; --revert first. Nothing was changed"
}

# An original may be back, and an added file gone, by a checkout or as an earlier run was interrupted.
check_unchanged() {
    local kind file
    for kind in edited added; do
        for file in $(files $saved/$kind); do
            if [ $kind = added ] && [ ! -e "$file" ]; then continue; fi
            cmp -s "$file" "$saved/$kind/$file" || cmp -s "$file" "$saved/original/$file" ||
                fail "$tree: $file was changed after the patch; move your changes away first. Nothing was changed"
        done
    done
}

# cp gives new times, so that an existing build folder compiles again what changed, and that alone.
apply_batches() {
    local kind file
    for kind in edited added; do
        for file in $(files $saved/$kind); do
            mkdir -p "$(dirname "$file")"
            cmp -s "$file" "$saved/$kind/$file" || cp "$saved/$kind/$file" "$file"
        done
    done
}

revert_batches() {
    local file
    for file in $(files $saved/original); do cp "$saved/original/$file" "$file"; done
    for file in $(files $saved/added); do rm -f "$file"; done
    rm -rf $saved.new
    mv $saved $saved.new
    rm -r $saved.new
}

if [ "$mode" != swap ] && [ $patched = yes ]; then check_unchanged; fi
if [ "$mode" = batches ]; then
    if [ $patched = yes ]; then check_version; else prepare_batches; fi
    apply_batches
fi
if [ "$mode" = revert ] && [ $patched = yes ]; then revert_batches; fi
changed=no
if [ $swapped = no ] && [ -e $aside ]; then
    rm -r $aside
    changed=yes
fi
if [ "$mode" = revert ]; then
    if [ $swapped = yes ]; then
        rm -f $place
        mv $aside $place
        changed=yes
    fi
elif [ "$(readlink $place)" != "$engine" ]; then
    if [ $swapped = no ]; then mv $place $aside; fi
    ln -sfn "$engine" $place
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
