package scalar

import (
	"math/big"
	"testing"
)

// FuzzScalar compares every operation of public and secret scalars with
// math/big, on two numbers of any 32 bytes.
func FuzzScalar(f *testing.F) {
	for i := 0; i+1 < len(numbers); i += 7 {
		var x, y [32]byte
		f.Add(numbers[i].FillBytes(x[:]), numbers[i+1].FillBytes(y[:]))
	}
	f.Fuzz(func(t *testing.T, x, y []byte) {
		v := new(big.Int).SetBytes(x[:min(len(x), 32)])
		w := new(big.Int).SetBytes(y[:min(len(y), 32)])
		checkOne(t, v)
		checkPair(t, v, w)
		checkInverse(t, v)
	})
}
