module koblitz.dev/lab

go 1.26.0

require (
	github.com/btcsuite/btcd/btcec/v2 v2.3.5
	github.com/chromedp/cdproto v0.159.0
	github.com/chromedp/chromedp v0.22.1
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/google/renameio/v2 v2.0.2
	github.com/jedib0t/go-pretty/v6 v6.8.3
	github.com/mattn/go-runewidth v0.0.16
	github.com/spf13/cobra v1.10.2
	gitlab.com/yawning/secp256k1-voi v0.0.0-20230925100816-f2616030848b
	golang.org/x/image v0.25.0
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	gonum.org/v1/gonum v0.17.0
	koblitz.dev/secp256k1/cmd/koblitz v0.0.0
)

require (
	github.com/btcsuite/btcd/chaincfg/chainhash v1.0.1 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/klauspost/compress v1.18.0 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	gitlab.com/yawning/tuplehash v0.0.0-20230713102510-df83abbf9a02 // indirect
	golang.org/x/crypto v0.11.0 // indirect
	golang.org/x/text v0.28.0 // indirect
	koblitz.dev/secp256k1 v0.9.0 // indirect
	koblitz.dev/secp256k1/nostr v0.9.0 // indirect
)

replace (
	koblitz.dev/secp256k1 => ../go
	koblitz.dev/secp256k1/cmd/koblitz => ../go/cmd/koblitz
	koblitz.dev/secp256k1/libsecp => ../go/libsecp
	koblitz.dev/secp256k1/nostr => ../go/nostr
)
