package schnorr_test

import (
	"fmt"

	"github.com/decred/dcrd/crypto/blake256"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/schnorr"
)

// The first vector of the original's tests.
func Example() {
	key := secp256k1.PrivKeyFromBytes([]byte{1})
	hash := blake256.Sum256([]byte{1, 2, 3, 4})
	sig, err := schnorr.Sign(key, hash[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n", sig.Serialize())
	fmt.Println(sig.Verify(hash[:], key.PubKey()))
	// Output:
	// 4c68976afe187ff0167919ad181cb30f187e2af1c8233b2cbebbbe0fc97fff61e9ae2d0e306497236d4e328dc1a34244045745e87da69d806859348bc2a74525
	// true
}
