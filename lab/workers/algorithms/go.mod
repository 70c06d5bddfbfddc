module koblitz.dev/lab/workers/algorithms

go 1.26.0

require (
	github.com/btcsuite/btcd/btcec/v2 v2.5.0
	github.com/consensys/gnark-crypto v0.21.0
	github.com/ebitengine/purego v0.11.3
	github.com/oasisprotocol/curve25519-voi v0.0.0-20230904125328-1f23a7beb09a
	github.com/supranational/blst v0.3.17
	golang.org/x/sys v0.49.0
	koblitz.dev/secp256k1 v0.0.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.6 // indirect
	github.com/btcsuite/btcd/chainhash/v2 v2.0.0 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1 // indirect
	golang.org/x/crypto v0.54.0 // indirect
)

replace koblitz.dev/secp256k1 => ../../../go
