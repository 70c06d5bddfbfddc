#!/usr/bin/env bash
# targets.sh OUT: a program of one function that signs, verifies and recovers against known answers, built by clang and for
# other targets than the host, and run where this machine can: arm64 in qemu, Windows in wine, WebAssembly in Node, which
# has to need no import. Then targets that are refused, each with its reason. Needs cargo and a C++ compiler; what a row
# needs else it says.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
failed=0

program=$out/program
mkdir -p "$program/src"
cat > "$program/Cargo.toml" <<TOML
[package]
name = "program"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
koblitz = { path = "$here/koblitz", default-features = false, features = ["ethereum"] }
TOML
cat > "$program/src/lib.rs" <<'RUST'
use koblitz::{PublicKey, SecretKey, XOnlyPublicKey, ecdh, ecdsa, ethereum, schnorr};

fn hex<const N: usize>(text: &str) -> [u8; N] {
    std::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
}

/// RFC 6979: the key 1 and the SHA-256 of "Satoshi Nakamoto".
fn signs_by_rfc6979() -> bool {
    let digest = hex("a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e");
    let secret = SecretKey::from_bytes(&hex(&format!("{:064x}", 1))).unwrap();
    let signature = secret.sign_ecdsa(&digest);
    let want = "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5";
    signature.to_bytes() == hex(want)
        && secret.public_key().verify_ecdsa(&digest, &signature).is_ok()
        && secret.public_key().verify_ecdsa(&[1; 32], &signature).is_err()
}

/// BIP-340's vector 0.
fn signs_by_bip340() -> bool {
    let pair = SecretKey::from_bytes(&hex(&format!("{:064x}", 3))).unwrap().keypair();
    let key = XOnlyPublicKey::from_bytes(&hex("f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"));
    let signature = pair.sign_schnorr(&[0; 32], Some(&[0; 32]));
    let want = "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0";
    signature.to_bytes() == hex(want) && key.is_ok_and(|key| key.verify_schnorr(&[0; 32], &signature).is_ok())
}

/// The address of EIP-155's example; both sides of a shared secret.
fn derives() -> bool {
    let (a, b) = (SecretKey::from_bytes(&[0x46; 32]).unwrap(), SecretKey::from_bytes(&[7; 32]).unwrap());
    let shared = ecdh::shared_secret(&a, &b.public_key());
    a.public_key().to_ethereum_address() == hex("9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f")
        && shared.as_bytes() == ecdh::shared_secret(&b, &a.public_key()).as_bytes()
        && PublicKey::from_slice(&[2; 33]).is_ok()
        && PublicKey::from_slice(&[5; 33]).is_err()
}

/// 200 rows, of which one is wrong.
fn batches() -> bool {
    let secret = SecretKey::from_bytes(&[0x46; 32]).unwrap();
    let pair = secret.keypair();
    let mut digests: Vec<[u8; 32]> = (0..200).map(|i| [i; 32]).collect();
    let signed: Vec<_> = digests.iter().map(|digest| secret.sign_ecdsa_recoverable(digest)).collect();
    let signatures: Vec<_> = signed.iter().map(|s| s.signature().to_bytes()).collect();
    let ids: Vec<_> = signed.iter().map(|s| [s.recovery_id().to_byte()]).collect();
    let schnorr_signatures: Vec<_> = digests.iter().map(|digest| pair.sign_schnorr(digest, None).to_bytes()).collect();
    digests[7][0] ^= 1;
    let want: Vec<_> = (0..200).map(|i| i != 7).collect();
    let (mut valid, mut schnorr_valid) = (vec![false; 200], vec![false; 200]);
    let (mut senders, mut recovered) = (vec![[0; 20]; 200], vec![false; 200]);
    let (keys, xonly) = ([secret.public_key().to_bytes(); 200], [pair.xonly_public_key().0.to_bytes(); 200]);
    let address = secret.public_key().to_ethereum_address();
    ecdsa::verify_batch(&signatures[..], &digests[..], &keys, &mut valid) == Ok(1)
        && schnorr::verify_batch(&schnorr_signatures[..], &digests[..], &xonly, &mut schnorr_valid) == Ok(1)
        && ethereum::recover_addresses(&signatures[..], &ids[..], &digests[..], &mut senders, &mut recovered).is_ok()
        && valid == want
        && schnorr_valid == want
        && senders.iter().zip(&want).all(|(sender, want)| (*sender == address) == *want)
}

/// 0, or which check failed.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    koblitz::blind(&[1; 32]);
    let checks = [signs_by_rfc6979, signs_by_bip340, derives, batches];
    checks.iter().position(|check| !check()).map_or(0, |at| at as u32 + 1)
}
RUST
cat > "$program/src/main.rs" <<'RUST'
fn main() {
    println!("{}", koblitz::backend_name());
    std::process::exit(program::check() as i32);
}
RUST

# needs ROW TARGET "COMMAND PACKAGE"...: whether the row can be built here; else the line that installs what is missing.
needs() {
    local row=$1 target=$2 need
    shift 2
    for need in "$@"; do
        command -v "${need% *}" > /dev/null || { echo "SKIPPED $row: sudo apt-get install ${need#* }"; return 1; }
    done
    [ -d "$(rustc --print target-libdir --target "$target")" ] || { echo "SKIPPED $row: rustup target add $target"; return 1; }
}

# row NAME TARGET RUNNER VARIABLE=VALUE...: builds the program and runs it; RUNNER "no" only builds it.
row() {
    local name=$1 target=$2 runner=$3 built=$out/target-$1/$2/release build=(build)
    shift 3
    [ "$runner" != node ] || build=(rustc --lib --crate-type cdylib)
    if (cd "$program" && env "$@" CARGO_TARGET_DIR="$out/target-$name" cargo "${build[@]}" --quiet --release --target "$target") &&
        case $runner in
        no) said="built, not run" ;;
        node) said=$(node -e '
            const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]))
            if (WebAssembly.Module.imports(module).length) throw new Error(JSON.stringify(WebAssembly.Module.imports(module)))
            console.log("wasm")
            process.exitCode = new WebAssembly.Instance(module).exports.check()' "$built/program.wasm") ;;
        wine) said=$("$here/../tools/wine.sh" "$built/program.exe" 2> /dev/null) ;;
        *) said=$($runner "$built/program") ;;
        esac; then
        echo "$name: $said"
    else
        echo "FAILED $name"
        failed=1
    fi
}

# refused NAME TARGET TEXT: the build script says why it does not build.
refused() {
    if (cd "$here" && CARGO_TARGET_DIR=$out/target-refused cargo check --quiet -p koblitz-sys --target "$2") 2> "$out/log" ||
        ! grep -q "$3" "$out/log"; then
        echo "FAILED $1 is not refused as it should be"
        tail "$out/log"
        failed=1
    else
        echo "$1: refused: $(grep -m1 -o "koblitz-sys needs .*" "$out/log")"
    fi
}

host=$(rustc -vV | sed -n 's/^host: //p')
native='' said=''
needs clang "$host" "clang++ clang" && row clang "$host" env CC=clang CXX=clang++ && native=$said
needs arm64 aarch64-unknown-linux-gnu "aarch64-linux-gnu-g++ g++-aarch64-linux-gnu" "qemu-aarch64 qemu-user" &&
    row arm64 aarch64-unknown-linux-gnu "qemu-aarch64 -L /usr/aarch64-linux-gnu" CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
# Of the system's C++ compiler only headers of C are used.
needs musl x86_64-unknown-linux-musl &&
    row musl x86_64-unknown-linux-musl env CC_x86_64_unknown_linux_musl=gcc CXX_x86_64_unknown_linux_musl=g++
needs wasm wasm32-unknown-unknown "clang++ clang" "node nodejs" && row wasm wasm32-unknown-unknown node
needs windows x86_64-pc-windows-gnu "x86_64-w64-mingw32-g++ g++-mingw-w64-x86-64" &&
    row windows x86_64-pc-windows-gnu "$(basename "$(command -v wine || echo no)")" &&
    if [ "$native" ] && [ "$said" != "$native" ] && command -v wine > /dev/null; then
        echo "FAILED windows: not the backend of this processor, $native"
        failed=1
    fi
refused msvc x86_64-pc-windows-msvc "for a -gnu or -gnullvm target"
refused "32 bits" i686-unknown-linux-gnu "a 64-bit target or wasm32"
exit $failed
