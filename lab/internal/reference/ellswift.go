package reference

import (
	"crypto/sha256"
	"encoding/binary"

	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// fe is a field element, always normalized here.
type fe = dec.FieldVal

var (
	feSeven = feInt(7)
	feHalf  = feHex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffe18")
	// feRoot is sqrt(-3), BIP-324's MINUS_3_SQRT.
	feRoot = feHex("0a2d2ba93507f1df233770c2a797962cc61f6d15da14ecd47d8d27ae1cd5f852")
	// feLow is (1 - sqrt(-3))/2 and feHigh is (1 + sqrt(-3))/2.
	feLow  = feMul(feSub(feInt(1), feRoot), feHalf)
	feHigh = feMul(feAdd(feInt(1), feRoot), feHalf)
)

func feInt(i uint16) fe {
	var r fe
	return *r.SetInt(i)
}

func feHex(s string) fe { return feBytes(hexInt(s).FillBytes(make([]byte, 32))) }

// feBytes reduces 32 bytes mod p.
func feBytes(b []byte) fe {
	var r fe
	r.SetByteSlice(b)
	return *r.Normalize()
}

func feAdd(a, b fe) fe {
	a.Add(&b)
	return *a.Normalize()
}

func feSub(a, b fe) fe {
	b.Negate(1)
	return feAdd(a, b)
}

func feNeg(a fe) fe {
	a.Negate(1)
	return *a.Normalize()
}

func feMul(a, b fe) fe {
	a.Mul(&b)
	return *a.Normalize()
}

func feSqr(a fe) fe { return feMul(a, a) }

func feDiv(a, b fe) fe {
	b.Inverse()
	return feMul(a, b)
}

// feSqrt returns a^((p+1)/4) and whether that is a root of a.
func feSqrt(a fe) (fe, bool) {
	var r fe
	ok := r.SquareRootVal(&a)
	return *r.Normalize(), ok
}

// feCurve returns x^3 + 7.
func feCurve(x fe) fe { return feAdd(feMul(feSqr(x), x), feSeven) }

func onCurve(x fe) bool {
	_, ok := feSqrt(feCurve(x))
	return ok
}

// xSwiftEC maps any (u, t) to an x on the curve (BIP-324, XSwiftEC).
func xSwiftEC(u, t fe) fe {
	if u.IsZero() {
		u.SetInt(1)
	}
	if t.IsZero() {
		t.SetInt(1)
	}
	g := feCurve(u)
	if sum := feAdd(g, feSqr(t)); sum.IsZero() {
		t = feAdd(t, t)
	}
	x := feDiv(feSub(g, feSqr(t)), feAdd(t, t))
	y := feDiv(feAdd(x, t), feMul(feRoot, u))
	y2 := feAdd(y, y)
	if x3 := feAdd(u, feSqr(y2)); onCurve(x3) {
		return x3
	}
	ratio := feDiv(x, y)
	if x2 := feMul(feSub(feNeg(ratio), u), feHalf); onCurve(x2) {
		return x2
	}
	return feMul(feSub(ratio, u), feHalf)
}

// xSwiftECInv returns a t with xSwiftEC(u, t) = x, one of up to eight chosen by
// c in [0, 7] (BIP-324, XSwiftECInv). u is not 0 and x is on the curve.
func xSwiftECInv(x, u fe, c byte) (t fe, ok bool) {
	var s, v fe
	g := feCurve(u)
	if c&2 == 0 {
		if onCurve(feSub(feNeg(x), u)) {
			return t, false
		}
		s = feNeg(feDiv(g, feAdd(feAdd(feSqr(u), feMul(u, x)), feSqr(x))))
		v = x
	} else {
		s = feSub(x, u)
		if s.IsZero() {
			return t, false
		}
		// r^2 = -s (4 (u^3 + 7) + 3 u^2 s)
		g2 := feAdd(g, g)
		us := feMul(feSqr(u), s)
		r, ok := feSqrt(feNeg(feMul(s, feAdd(feAdd(g2, g2), feAdd(us, feAdd(us, us))))))
		if !ok || (c&1 == 1 && r.IsZero()) {
			return t, false
		}
		v = feMul(feSub(feDiv(r, s), u), feHalf)
	}
	w, ok := feSqrt(s)
	if !ok {
		return t, false
	}
	if c&5 == 0 || c&5 == 5 {
		w = feNeg(w)
	}
	factor := feLow
	if c&1 == 1 {
		factor = feHigh
	}
	return feMul(w, feAdd(feMul(factor, u), v)), true
}

// EllswiftDecode returns the 65-byte point of a 64-byte ElligatorSwift
// encoding: every encoding has one.
func EllswiftDecode(ell []byte) []byte {
	u, t := feBytes(ell[:32]), feBytes(ell[32:])
	x := xSwiftEC(u, t)
	var y fe
	dec.DecompressY(&x, t.IsOdd(), &y)
	y.Normalize()
	out := make([]byte, 65)
	out[0] = 4
	x.PutBytesUnchecked(out[1:33])
	y.PutBytesUnchecked(out[33:])
	return out
}

// EllswiftEncode returns libsecp256k1's encoding of a valid 65-byte point: its
// randomness is the tagged hash of the compressed point, 31 zeros and rnd.
func EllswiftEncode(pub65, rnd []byte) []byte {
	seed := append(compress(pub65), make([]byte, 31)...)
	return ellswiftFrom(pub65, "secp256k1_ellswift_encode", append(seed, rnd...))
}

// EllswiftCreate returns libsecp256k1's encoding of the public key: its
// randomness is the tagged hash of the secret key, 32 zeros and aux.
func (k *Key) EllswiftCreate(aux []byte) []byte {
	seed := append(k.voi.Bytes(), make([]byte, 32)...)
	return ellswiftFrom(k.Public[:], "secp256k1_ellswift_create", append(seed, aux...))
}

// ellswiftFrom draws from the stream H(tag, seed || counter), counter 32 bits
// little-endian: the blocks at 0, 65, 130... are pools of 64 branch nibbles,
// taken from the last byte down, high nibble first, top bit unused; the others
// are values of u.
func ellswiftFrom(pub65 []byte, tag string, seed []byte) []byte {
	x := feBytes(pub65[1:33])
	tagHash := sha256.Sum256([]byte(tag))
	prefix := append(append(append([]byte{}, tagHash[:]...), tagHash[:]...), seed...)
	var counter uint32
	next := func() [32]byte {
		block := sha256.Sum256(binary.LittleEndian.AppendUint32(prefix[:len(prefix):len(prefix)], counter))
		counter++
		return block
	}
	for {
		pool := next()
		for i := 63; i >= 0; i-- {
			branch := pool[i/2] >> (4 * (i & 1)) & 7
			u := next()
			t, ok := xSwiftECInv(x, feBytes(u[:]), branch)
			if !ok {
				continue
			}
			if t.IsOdd() != (pub65[64]&1 == 1) {
				t = feNeg(t)
			}
			return append(u[:], t.Bytes()[:]...)
		}
	}
}

// EllswiftXDH returns BIP-324's shared secret. Party 0 holds A's secret key,
// party 1 holds B's.
func (k *Key) EllswiftXDH(ellA, ellB []byte, party byte) ([]byte, error) {
	theirs := ellB
	if party == 1 {
		theirs = ellA
	}
	shared, err := k.Mul(EllswiftDecode(theirs))
	if err != nil {
		return nil, err
	}
	return EllswiftHash(ellA, ellB, shared), nil
}

// EllswiftHash returns BIP-324's hash of two encodings and the x coordinate of
// a 65-byte point.
func EllswiftHash(ellA, ellB, shared65 []byte) []byte {
	h := TaggedHash([]byte("bip324_ellswift_xonly_ecdh"), ellA, ellB, shared65[1:33])
	return h[:]
}
