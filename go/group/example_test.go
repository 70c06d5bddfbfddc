package group_test

import (
	"crypto/rand"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/schnorr"
)

// A BIP-340 signature s of which only s + t is valid: an adaptor. Whoever sees
// both learns t, the secret of the point T.
func Example() {
	var key secp256k1.SecretKey
	key.Generate()
	pub := key.PublicKey()
	x, odd := pub.XOnly()
	msg := []byte("an exchange")

	var d, k, t, s group.SecretScalar
	var T, R, K group.Point
	group.Wiped(func() {
		key.PutScalar(&d)
		if odd {
			d.Negate(&d)
		}
		var sk, st group.SecretPoint
		random(&t)
		st.BaseMul(&t)
		st.DeclassifyAffine(&T)
		for { // until R = K + T has an even y
			random(&k)
			sk.BaseMul(&k)
			sk.DeclassifyAffine(&K)
			R.AddVartime(&K, &T)
			R.NormalizeVartime()
			var c [33]byte
			if R.PutCompressedVartime(&c); c[0] == 2 {
				break
			}
		}
	})
	var r [33]byte
	R.PutCompressedVartime(&r)
	h := group.TaggedHash("BIP0340/challenge", r[1:], x.Bytes(), msg)
	var e group.Scalar
	e.SetBytes(&h)
	var se group.SecretScalar
	se.SetPublic(&e)
	group.Wiped(func() {
		s.Mul(&se, &d)
		s.Add(&s, &k)
	})
	adaptor := s.Declassify()

	// Anyone checks the adaptor: s G = K + e P.
	var left, right group.Point
	left.BaseMulVartime(&adaptor)
	p := x.Point()
	right.MulVartime(&e, &p)
	right.AddVartime(&right, &K)
	fmt.Println("adaptor:", left.EqualVartime(&right))

	group.Wiped(func() { s.Add(&s, &t) })
	b := make([]byte, 64)
	copy(b, r[1:])
	s.PutBytes((*[32]byte)(b[32:]))
	sig, err := schnorr.ParseSignature(b)
	fmt.Println("signature:", err == nil && schnorr.Verify(&x, msg, &sig))
	d.Wipe()
	k.Wipe()
	t.Wipe()
	// Output:
	// adaptor: true
	// signature: true
}

func random(z *group.SecretScalar) {
	var b [64]byte
	rand.Read(b[:])
	z.SetWide(&b)
}
