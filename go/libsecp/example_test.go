package libsecp_test

import (
	"crypto/sha256"
	"fmt"

	"koblitz.dev/secp256k1/libsecp"
)

// It is compiled, and not run: there may be no library.
func Example() {
	library, err := libsecp.Open("libsecp256k1.so.2", libsecp.DefaultPrefix)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := library.NewSigner()
	if err := s.Generate(); err != nil {
		fmt.Println(err)
		return
	}
	defer s.Zero()
	id := sha256.Sum256([]byte("a serialized event"))
	sig, err := s.Sign(id[:])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Verify(id[:], sig))
}
