// The program initsec sets as many secret keys as it has arguments.
package main

import (
	"os"

	"koblitz.dev/secp256k1/nostr/signer"
)

func main() {
	for i := range os.Args[1:] {
		sec := [32]byte{31: byte(i + 1)}
		if err := signer.New().InitSec(sec[:]); err != nil {
			panic(err)
		}
	}
}
