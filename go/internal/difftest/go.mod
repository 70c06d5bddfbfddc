module koblitz.dev/go/internal/difftest

go 1.26.0

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	koblitz.dev/go v0.0.0
	koblitz.dev/go/libsecp v0.0.0
)

require (
	github.com/ebitengine/purego v0.11.3 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace (
	koblitz.dev/go => ../..
	koblitz.dev/go/libsecp => ../../libsecp
)
