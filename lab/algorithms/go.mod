module koblitz.dev/lab/algorithms

go 1.26.0

require (
	github.com/btcsuite/btcd/btcec/v2 v2.3.5
	github.com/consensys/gnark-crypto v0.21.0
	github.com/ebitengine/purego v0.11.3
	github.com/oasisprotocol/curve25519-voi v0.0.0-20230904125328-1f23a7beb09a
	github.com/supranational/blst v0.3.17
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	koblitz.dev/go v0.0.0
	koblitz.dev/lab v0.0.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.6 // indirect
	github.com/btcsuite/btcd/chaincfg/chainhash v1.0.1 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1 // indirect
	github.com/google/renameio/v2 v2.0.2 // indirect
	github.com/jedib0t/go-pretty/v6 v6.8.3 // indirect
	github.com/mattn/go-runewidth v0.0.16 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	gitlab.com/yawning/secp256k1-voi v0.0.0-20230925100816-f2616030848b // indirect
	gitlab.com/yawning/tuplehash v0.0.0-20230713102510-df83abbf9a02 // indirect
	golang.org/x/crypto v0.54.0 // indirect
	golang.org/x/text v0.40.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace koblitz.dev/lab => ../

replace koblitz.dev/go => ../../go
