module koblitz.dev/secp256k1/clients

go 1.26.0

require (
	github.com/btcsuite/btcd v0.26.2
	github.com/btcsuite/btcd/btcec/v2 v2.5.0
	github.com/ethereum/go-ethereum v1.17.10
	koblitz.dev/secp256k1 v0.0.0-00010101000000-000000000000
)

require github.com/btcsuite/btcd/txscript/v2 v2.0.0 // indirect

replace (
	github.com/decred/dcrd/dcrec/secp256k1/v4 => ../decred
	koblitz.dev/secp256k1 => ..
)
