package field

import (
	"math/big"
	"testing"
)

// FuzzField compares every operation with math/big, with every aliasing, on
// two elements of any 32 bytes and a number.
func FuzzField(f *testing.F) {
	for i := 0; i+1 < len(edges); i += 7 {
		var x, y [32]byte
		toBig(&edges[i]).FillBytes(x[:])
		toBig(&edges[i+1]).FillBytes(y[:])
		f.Add(x[:], y[:], uint32(i))
	}
	f.Fuzz(func(t *testing.T, x, y []byte, n uint32) {
		var b [32]byte
		var u, v Element
		copy(b[:], x)
		u.SetBytes(&b)
		copy(b[:], y)
		v.SetBytes(&b)
		backends(func(string) {
			check(t, u, v, n)
			w := new(big.Int).Mod(toBig(&u), prime)
			var secret Secret
			var z2 Element
			secret.SetPublic(&u)
			secret.Invert(&secret)
			z := secret.Declassify()
			z2.InvertVartime(&u)
			if w.Sign() != 0 {
				w.ModInverse(w, prime)
			}
			if toBig(&z).Cmp(w) != 0 || z2 != z {
				t.Fatalf("1 / %x: %x and %x, want %x", u, z, z2, w)
			}
		})
	})
}
