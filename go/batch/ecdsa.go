package batch

import (
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/group"
)

// Rules say which ECDSA signatures are accepted. The zero value accepts compact signatures
// with a low s.
type Rules struct {
	DER  bool // encoded signatures are strict DER ([ecdsa.ParseDER]), not compact
	AnyS bool // s may be high ([ecdsa.VerifyAnyS])
}

// VerifyECDSA verifies the signature sigs[i] of the 32-byte digests[i] by keys[i], as
// [ecdsa.Verify] does, or [ecdsa.VerifyAnyS] if rules.AnyS is set.
func VerifyECDSA(ok []bool, keys []secp256k1.PublicKey, digests [][]byte, sigs []ecdsa.Signature, rules Rules) (failed int) {
	if n := misfit(ok, len(keys), len(digests), len(sigs)); n > 0 {
		return n
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

// VerifyECDSAEncoded is [VerifyECDSA] for encodings: keys of 33 or 65 bytes
// ([secp256k1.ParsePublicKey]) and signatures that are compact, or DER if rules.DER is set.
func VerifyECDSAEncoded(ok []bool, keys, digests, sigs [][]byte, rules Rules) (failed int) {
	if n := misfit(ok, len(keys), len(digests), len(sigs)); n > 0 {
		return n
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
	if group.DoubleBaseMulsVartime(points, u1[:w.n], u2[:w.n], points) != nil {
		return
	}
	for i := range points {
		ok[w.rows[i]] = points[i].XModNEqualsVartime(&w.r[i])
	}
}

// RecoverECDSA sets keys[i] to the public key that made the signature sigs[i] of the 32-byte
// digests[i], as [ecdsa.Recover] does.
func RecoverECDSA(ok []bool, keys []secp256k1.PublicKey, digests [][]byte, sigs []ecdsa.RecoverableSignature) (failed int) {
	clear(keys)
	if n := misfit(ok, len(keys), len(digests), len(sigs)); n > 0 {
		return n
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
func (w *work) recover(ok []bool, keys []secp256k1.PublicKey, digests [][]byte) {
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
	if group.DoubleBaseMulsVartime(points, u1[:w.n], u2[:w.n], points) != nil {
		return
	}
	w.publish(ok, keys)
}

// publish sets the keys of the rows to their points, unless they are infinity.
func (w *work) publish(ok []bool, keys []secp256k1.PublicKey) {
	group.NormalizePointsVartime(w.points[:w.n])
	for i := range w.n {
		key, err := secp256k1.NewPublicKey(&w.points[i])
		keys[w.rows[i]], ok[w.rows[i]] = key, err == nil
	}
}
