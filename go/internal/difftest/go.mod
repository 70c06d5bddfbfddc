module koblitz.dev/secp256k1/internal/difftest

go 1.26.0

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	golang.org/x/exp v0.0.0-20261014143641-f0251eb4aa3e
	koblitz.dev/secp256k1 v0.9.0
	koblitz.dev/secp256k1/libsecp v0.9.0
	koblitz.dev/secp256k1/nostr v0.9.0
)

require (
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/ebitengine/purego v0.11.3 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace (
	koblitz.dev/secp256k1 => ../..
	koblitz.dev/secp256k1/libsecp => ../../libsecp
	koblitz.dev/secp256k1/nostr => ../../nostr
)
