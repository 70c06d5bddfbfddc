module github.com/decred/dcrd/dcrec/secp256k1/v4

go 1.24.0

require (
	github.com/decred/dcrd/crypto/blake256 v1.1.0
	koblitz.dev/secp256k1 v0.9.0
)

require golang.org/x/sys v0.38.0 // indirect

replace koblitz.dev/secp256k1 => ..
