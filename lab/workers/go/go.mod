module koblitz.dev/lab/workers/go

go 1.26.0

require (
	github.com/btcsuite/btcd/btcec/v2 v2.5.0 // v2.5.1 requires go 1.26.10
	github.com/consensys/gnark-crypto v0.21.0 // v0.22.0 requires go 1.26.8; its secp256k1 arithmetic is the same
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/ebitengine/purego v0.11.3
	github.com/ethereum/go-ethereum v1.17.10
	gitlab.com/yawning/secp256k1-voi v0.0.0-20230925100816-f2616030848b
	koblitz.dev/secp256k1 v0.0.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.6 // indirect
	github.com/btcsuite/btcd/chainhash/v2 v2.0.0 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	gitlab.com/yawning/tuplehash v0.0.0-20230713102510-df83abbf9a02 // indirect
	golang.org/x/crypto v0.55.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace koblitz.dev/secp256k1 => ../../../go
