package batch

import (
	"koblitz.dev/go/ecdsa"
	"koblitz.dev/go/group"
	"koblitz.dev/go/koblitz"
)

// Rules are which signatures are taken; the zero value stands for 64 bytes and a
// low s.
type Rules struct {
	DER  bool // strict DER, as [ecdsa.ParseDER] takes it; for encoded signatures
	AnyS bool // s in [1, n-1]
}

// VerifyECDSA verifies sigs[i] of the 32-byte digests[i] by keys[i]: it is
// [ecdsa.Verify], or [ecdsa.VerifyAnyS] with rules.AnyS.
func VerifyECDSA(ok []bool, keys []koblitz.PublicKey, digests [][]byte, sigs []ecdsa.Signature, rules Rules) (failed int) {
	if !sizes(ok, len(keys), len(digests), len(sigs)) {
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			at := w.add(i)
			if keys[i].IsValid() && w.setSignature(&sigs[i], rules) && len(digests[i]) == ecdsa.DigestSize {
				w.points[at] = keys[i].Point()
				w.keep()
			}
		}
		w.verifyECDSA(ok, digests)
	}
	return count(ok)
}

// VerifyECDSAEncoded is VerifyECDSA of encodings: keys of 33 or 65 bytes, as
// [koblitz.ParsePublicKey] takes them, signatures of 64 bytes or in DER.
func VerifyECDSAEncoded(ok []bool, keys, digests, sigs [][]byte, rules Rules) (failed int) {
	if !sizes(ok, len(keys), len(digests), len(sigs)) {
		return len(ok)
	}
	parse := ecdsa.ParseCompact
	if rules.DER {
		parse = ecdsa.ParseDER
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			w.add(i)
			sig, err := parse(sigs[i])
			if err == nil && w.setSignature(&sig, rules) && len(digests[i]) == ecdsa.DigestSize && w.setKey(keys[i]) {
				w.keep()
			}
		}
		w.lift()
		w.verifyECDSA(ok, digests)
	}
	return count(ok)
}

// setSignature tells whether the row being added has a signature that the rules
// take.
func (w *work) setSignature(sig *ecdsa.Signature, rules Rules) bool {
	if !sig.IsValid() || !rules.AnyS && sig.IsHighS() {
		return false
	}
	r, s := sig.R(), sig.S()
	w.r[w.n].SetBytes(&r)
	w.s[w.n].SetBytes(&s)
	return true
}

// verifyECDSA checks that the x of (m G + r Q) / s is r.
func (w *work) verifyECDSA(ok []bool, digests [][]byte) {
	var u1, u2 [chunk]group.Scalar
	inverses := w.s[:w.n]
	group.InvertScalarsVartime(inverses)
	for i := range w.n {
		u1[i].SetBytes((*[32]byte)(digests[w.rows[i]]))
		u1[i].Mul(&u1[i], &inverses[i])
		u2[i].Mul(&w.r[i], &inverses[i])
	}
	points := w.points[:w.n]
	group.DoubleBaseMulsVartime(points, u1[:w.n], u2[:w.n], points)
	for i := range points {
		ok[w.rows[i]] = points[i].XModNEqualsVartime(&w.r[i])
	}
}

// RecoverECDSA sets keys[i] to the key that [ecdsa.Recover] finds for digests[i]
// and sigs[i].
func RecoverECDSA(ok []bool, keys []koblitz.PublicKey, digests [][]byte, sigs []ecdsa.RecoverableSignature) (failed int) {
	clear(keys)
	if !sizes(ok, len(keys), len(digests), len(sigs)) {
		return len(ok)
	}
	for first := 0; first < len(ok); first += chunk {
		var w work
		for i := first; i < min(first+chunk, len(ok)); i++ {
			w.add(i)
			sig := sigs[i].Signature()
			if !w.setSignature(&sig, Rules{AnyS: true}) || len(digests[i]) != ecdsa.DigestSize {
				continue
			}
			var x group.Element
			x.SetScalar(&w.r[w.n])
			if id := sigs[i].ID(); id&2 == 0 || x.SetScalarPlusOrderVartime(&w.r[w.n]) {
				w.setX(&x, id&1)
				w.keep()
			}
		}
		w.lift()
		w.recover(ok, keys, digests)
	}
	return count(ok)
}

// recover sets keys to (s R - m G) / r.
func (w *work) recover(ok []bool, keys []koblitz.PublicKey, digests [][]byte) {
	var u1, u2 [chunk]group.Scalar
	inverses := w.r[:w.n]
	group.InvertScalarsVartime(inverses)
	for i := range w.n {
		u1[i].SetBytes((*[32]byte)(digests[w.rows[i]]))
		u1[i].Mul(&u1[i], &inverses[i])
		u1[i].Negate(&u1[i])
		u2[i].Mul(&w.s[i], &inverses[i])
	}
	points := w.points[:w.n]
	group.DoubleBaseMulsVartime(points, u1[:w.n], u2[:w.n], points)
	w.publish(ok, keys)
}

// publish sets the keys of the rows to their points, unless they are infinity.
func (w *work) publish(ok []bool, keys []koblitz.PublicKey) {
	group.NormalizePointsVartime(w.points[:w.n])
	for i := range w.n {
		key, err := koblitz.PublicKeyOf(&w.points[i])
		keys[w.rows[i]], ok[w.rows[i]] = key, err == nil
	}
}
