package batch

import (
	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/tagged"
	"koblitz.dev/go/koblitz"
	"koblitz.dev/go/schnorr"
)

// VerifySchnorr verifies the 64-byte sigs[i] of msgs[i] by keys[i]: it is
// [schnorr.Verify].
func VerifySchnorr(ok []bool, keys []koblitz.XOnlyPublicKey, msgs, sigs [][]byte) (failed int) {
	if !sizes(ok, len(keys), len(msgs), len(sigs)) {
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			at := w.add(i)
			var x [koblitz.XOnlySize]byte
			if keys[i].IsValid() && w.setSchnorr(keys[i].AppendBytes(x[:0]), msgs[i], sigs[i]) {
				w.points[at] = keys[i].Point()
				w.keep()
			}
		}
		w.verifySchnorr(ok, sigs)
	}
	return count(ok)
}

// VerifySchnorrEncoded is VerifySchnorr for keys of 32 bytes, as
// [koblitz.ParseXOnly] takes them.
func VerifySchnorrEncoded(ok []bool, keys, msgs, sigs [][]byte) (failed int) {
	if !sizes(ok, len(keys), len(msgs), len(sigs)) {
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			w.add(i)
			var x group.Element
			if len(keys[i]) == koblitz.XOnlySize && x.SetBytes((*[32]byte)(keys[i])) && w.setSchnorr(keys[i], msgs[i], sigs[i]) {
				w.setX(&x, 0)
				w.keep()
			}
		}
		w.lift()
		w.verifySchnorr(ok, sigs)
	}
	return count(ok)
}

// setSchnorr sets the scalars of the row being added, s and -e, and tells whether
// the signature's r and s are in their ranges.
func (w *work) setSchnorr(key, msg, sig []byte) bool {
	var r group.Element
	if len(sig) != schnorr.SignatureSize || !r.SetBytes((*[32]byte)(sig)) || !w.s[w.n].SetBytes((*[32]byte)(sig[32:])) {
		return false
	}
	var fixed [64]byte
	var e [32]byte
	copy(fixed[:32], sig)
	copy(fixed[32:], key)
	tagged.Challenge.Sum(&e, fixed[:], msg)
	w.r[w.n].SetBytes(&e)
	w.r[w.n].Negate(&w.r[w.n])
	return true
}

// verifySchnorr checks that s G - e P has the signature's x and an even y.
func (w *work) verifySchnorr(ok []bool, sigs [][]byte) {
	points := w.points[:w.n]
	group.DoubleBaseMulsVartime(points, w.s[:w.n], w.r[:w.n], points)
	group.NormalizePointsVartime(points)
	for i, row := range w.rows[:w.n] {
		var a group.AffinePoint
		var x [32]byte
		finite := a.SetVartime(&points[i])
		a.PutX(&x)
		ok[row] = finite && a.IsOddY() == 0 && x == [32]byte(sigs[row])
	}
}
