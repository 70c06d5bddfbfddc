package batch

import (
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/tagged"
	"koblitz.dev/secp256k1/schnorr"
)

// VerifySchnorr verifies the signature sigs[i] of msgs[i] by keys[i], as [schnorr.Verify]
// does.
func VerifySchnorr(ok []bool, keys []secp256k1.XOnlyPublicKey, msgs [][]byte, sigs []schnorr.Signature) (failed int) {
	if n := misfit(ok, len(keys), len(msgs), len(sigs)); n > 0 {
		return n
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			at := w.add(i)
			if keys[i].IsValid() && sigs[i].IsValid() {
				var x [secp256k1.XOnlySize]byte
				keys[i].AppendBytes(x[:0])
				w.setSchnorr(x[:], msgs[i], &sigs[i])
				w.points[at] = keys[i].Point()
				w.keep()
			}
		}
		w.verifySchnorr(ok)
	}
	return count(ok)
}

// VerifySchnorrEncoded is [VerifySchnorr] for encodings: keys of 32 bytes
// ([secp256k1.ParseXOnlyPublicKey]) and signatures of 64 ([schnorr.ParseSignature]).
func VerifySchnorrEncoded(ok []bool, keys, msgs, sigs [][]byte) (failed int) {
	if n := misfit(ok, len(keys), len(msgs), len(sigs)); n > 0 {
		return n
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			w.add(i)
			var x group.Element
			sig, err := schnorr.ParseSignature(sigs[i])
			if err == nil && len(keys[i]) == secp256k1.XOnlySize && x.SetBytes((*[32]byte)(keys[i])) {
				w.setSchnorr(keys[i], msgs[i], &sig)
				w.setX(&x, 0)
				w.keep()
			}
		}
		w.lift()
		w.verifySchnorr(ok)
	}
	return count(ok)
}

// setSchnorr sets the scalars of the row being added, s and -e, and its r.
func (w *work) setSchnorr(key, msg []byte, sig *schnorr.Signature) {
	r, s := sig.R(), sig.S()
	var fixed [64]byte
	var e [32]byte
	copy(fixed[:32], r[:])
	copy(fixed[32:], key)
	tagged.Challenge.Sum(&e, fixed[:], msg)
	w.r[w.n].SetBytes(&e)
	w.r[w.n].Negate(&w.r[w.n])
	w.s[w.n].SetBytes(&s)
	w.x[w.n] = r
}

// verifySchnorr checks that s G - e P has the signature's x and an even y.
func (w *work) verifySchnorr(ok []bool) {
	points := w.points[:w.n]
	if group.DoubleBaseMulsVartime(points, w.s[:w.n], w.r[:w.n], points) != nil {
		return
	}
	group.NormalizePointsVartime(points)
	for i, row := range w.rows[:w.n] {
		var a group.AffinePoint
		var x [32]byte
		finite := a.SetVartime(&points[i])
		a.PutX(&x)
		ok[row] = finite && a.IsOddY() == 0 && x == w.x[i]
	}
}
