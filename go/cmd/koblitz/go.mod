module koblitz.dev/secp256k1/cmd/koblitz

go 1.24.0

require (
	github.com/klauspost/compress v1.18.0
	github.com/schollz/progressbar/v3 v3.18.0
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	golang.org/x/sys v0.38.0
	golang.org/x/term v0.37.0
	koblitz.dev/secp256k1 v0.9.0
	koblitz.dev/secp256k1/libsecp v0.9.0
	koblitz.dev/secp256k1/nostr v0.9.0
)

require (
	github.com/ebitengine/purego v0.10.2 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
)
