module koblitz.dev/secp256k1/libsecp

go 1.24.0

require (
	github.com/ebitengine/purego v0.10.2
	koblitz.dev/secp256k1 v0.9.0
	koblitz.dev/secp256k1/nostr v0.9.0
)

require golang.org/x/sys v0.38.0 // indirect

replace (
	koblitz.dev/secp256k1 => ..
	koblitz.dev/secp256k1/nostr => ../nostr
)
