package sigfile_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"koblitz.dev/secp256k1/cmd/koblitz/sigfile"
)

func Example() {
	r, err := sigfile.NewReader(strings.NewReader("alg,pubkey,digest,sig\n" +
		"schnorr," + strings.Repeat("02", 32) + "," + strings.Repeat("03", 32) + "," + strings.Repeat("04", 64) + "\n" +
		"rsa,02,03,04\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		row, err := r.Parse(line)
		fmt.Printf("%d: %s %d %v\n", line.Number, row.Algorithm, len(row.Sig), err)
	}
	// Output:
	// 2: schnorr 64 <nil>
	// 3:  0 alg "rsa" is neither ecdsa nor schnorr
}
