package rs

import (
	"testing"

	"koblitz.dev/secp256k1/group"
)

// The recovery id tells whether y of R is odd, s being lowered, and whether its x
// is n or more, which no nonce is known for: R is given here.
func TestRecoveryID(t *testing.T) {
	var d, m, k group.SecretScalar
	var one [32]byte
	one[31] = 1
	d.SetBytes(&one)
	k.SetBytes(&one)
	seen := map[byte]int{}
	for r := byte(1); r < 40; r++ {
		for id := range byte(4) {
			var x group.Element
			var s group.Scalar
			var pub group.AffinePoint
			x.SetUint64(uint64(r))
			if s.SetBytes(&[32]byte{31: r}); id >= 2 {
				x.SetScalarPlusOrderVartime(&s)
			}
			if !pub.SetXVartime(&x, int(id&1)) {
				continue
			}
			for _, high := range []byte{0, 1} { // s = m + r is r, or -r
				var sig Signature
				m.SetBytes(&[32]byte{31: 2 * r * high})
				m.Negate(&m)
				if !sig.signPoint(&d, &m, &k, &pub) {
					t.Fatal("refused")
				}
				want := id ^ high
				if sig.ID != want || sig.R != s {
					t.Errorf("r = %d, id %d: id %d, want %d", r, id, sig.ID, want)
				}
				seen[want]++
			}
		}
	}
	for id := range byte(4) {
		if seen[id] < 5 {
			t.Errorf("id %d: %d signatures", id, seen[id])
		}
	}
}
