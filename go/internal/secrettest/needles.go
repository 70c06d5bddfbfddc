package secrettest

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/rfc6979"
	"koblitz.dev/secp256k1/internal/scalar"
)

// Peer is the public key of all Diffie-Hellman exchanges whose results are among the
// needles.
func Peer() bigcurve.Point { return bigcurve.G.Mul(big.NewInt(7)) }

// Needles are the pieces of all that operations with a secret key compute from it: signatures of both kinds of the digest, sums and products with the
// tweak, which is also the auxiliary randomness, and shared secrets with Peer.
func Needles(secret, digest, tweak *[32]byte) map[string][]byte {
	needles := map[string][]byte{}
	n := bigcurve.N
	add := func(name string, v *big.Int) { maps.Copy(needles, Pieces(name, v)) }
	number := func(b []byte) *big.Int { return new(big.Int).SetBytes(b) }
	mod := func(v *big.Int) *big.Int { return new(big.Int).Mod(v, n) }
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	d, t, m := number(secret[:]), number(tweak[:]), number(digest[:])
	minus := mod(new(big.Int).Neg(d))
	// (2^258 - 1) / 2 mod n
	offset := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 258), big.NewInt(1))
	offset = mod(mul(offset, new(big.Int).ModInverse(big.NewInt(2), n)))
	add("d", d)
	add("-d", minus)
	add("d of secretBase", mod(new(big.Int).Add(d, offset)))
	add("-d of secretBase", mod(new(big.Int).Add(minus, offset)))
	add("d tweak", mul(d, t))
	add("d tweak mod n", mod(mul(d, t)))
	add("d + tweak", mod(new(big.Int).Add(d, t)))
	add("-d + tweak", mod(new(big.Int).Add(minus, t)))

	// ECDSA
	for name, extra := range map[string][]byte{"": nil, ", extra": tweak[:]} {
		var g rfc6979.Generator
		var b [32]byte
		key, reduced := *secret, [32]byte(bigcurve.Bytes(mod(m)))
		g.Init(&key, &reduced, extra)
		g.Next(&b)
		k := number(b[:])
		r := mod(bigcurve.G.Mul(k).X)
		inverse := new(big.Int).ModInverse(k, n)
		rd := mul(r, d)
		sum := mod(new(big.Int).Add(rd, m))
		add("k"+name, k)
		add("-k"+name, mod(new(big.Int).Neg(k)))
		add("k of secretBase"+name, mod(new(big.Int).Add(k, offset)))
		add("1/k"+name, inverse)
		add("r d"+name, rd)
		add("r d mod n"+name, mod(rd))
		add("r d + m"+name, sum)
		add("(r d + m) / k"+name, mul(sum, inverse))
	}

	// BIP-340
	pub := bigcurve.G.Mul(d)
	even := d
	if pub.Y.Bit(0) == 1 {
		even = minus
	}
	tagged := func(tag string, msg []byte) []byte {
		name := sha256.Sum256([]byte(tag))
		h := sha256.Sum256(slices.Concat(name[:], name[:], msg))
		return h[:]
	}
	for name, aux := range map[string][]byte{"": tweak[:], ", no aux": make([]byte, 32)} {
		masked := new(big.Int).Xor(even, number(tagged("BIP0340/aux", aux)))
		px := bigcurve.Bytes(pub.X)
		k := mod(number(tagged("BIP0340/nonce", slices.Concat(bigcurve.Bytes(masked), px, digest[:]))))
		r := bigcurve.G.Mul(k)
		e := tagged("BIP0340/challenge", slices.Concat(bigcurve.Bytes(r.X), px, digest[:]))
		ed := mul(mod(number(e)), even)
		add("t"+name, masked)
		add("BIP-340 k"+name, k)
		add("BIP-340 -k"+name, mod(new(big.Int).Neg(k)))
		add("BIP-340 k of secretBase"+name, mod(new(big.Int).Add(k, offset)))
		add("e d"+name, ed)
		add("e d mod n"+name, mod(ed))
	}

	// d in signed bits
	var k scalar.Scalar
	var v1, v2 [3]uint64
	k.SetBytes(secret)
	k.SplitSigned(&v1, &v2)
	for i, v := range [][3]uint64{v1, v2} {
		for limb := range v {
			add(fmt.Sprintf("v%d of d, limb %d", i+1, limb), new(big.Int).SetUint64(v[limb]))
		}
	}

	// d (7 G) and its hash
	shared := Peer().Mul(d)
	add("x of d P", shared.X)
	add("y of d P", shared.Y)
	return needles
}
