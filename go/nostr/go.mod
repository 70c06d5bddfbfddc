module koblitz.dev/secp256k1/nostr

go 1.24.0

require koblitz.dev/secp256k1 v0.9.0

require golang.org/x/sys v0.38.0 // indirect

replace koblitz.dev/secp256k1 => ..
