package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
)

// The curve of SEC 2, 2.4.1, in affine coordinates and math/big: slow, and
// independent of every contender.

var (
	fieldP = fromHex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	orderN = fromHex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	pointG = &point{
		fromHex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
		fromHex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	}
)

// A point is affine; nil is infinity.
type point struct{ x, y *big.Int }

func fromHex(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic(s)
	}
	return n
}

func mod(a, m *big.Int) *big.Int { return new(big.Int).Mod(a, m) }

func addPoints(a, b *point) *point {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	num, den := new(big.Int).Sub(b.y, a.y), new(big.Int).Sub(b.x, a.x)
	if a.x.Cmp(b.x) == 0 {
		if a.y.Cmp(b.y) != 0 {
			return nil
		}
		num.Mul(a.x, a.x).Mul(num, big.NewInt(3))
		den.Lsh(a.y, 1)
	}
	slope := mod(num.Mul(num, new(big.Int).ModInverse(mod(den, fieldP), fieldP)), fieldP)
	x := new(big.Int).Mul(slope, slope)
	x = mod(x.Sub(x, a.x).Sub(x, b.x), fieldP)
	y := new(big.Int).Sub(a.x, x)
	y = mod(y.Mul(y, slope).Sub(y, a.y), fieldP)
	return &point{x, y}
}

func mulPoint(k *big.Int, p *point) *point {
	var sum *point
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = addPoints(sum, sum)
		if k.Bit(i) == 1 {
			sum = addPoints(sum, p)
		}
	}
	return sum
}

func negatePoint(p *point) *point { return &point{p.x, mod(new(big.Int).Neg(p.y), fieldP)} }

func onCurve(p *point) bool {
	y2 := new(big.Int).Mul(p.y, p.y)
	x3 := new(big.Int).Exp(p.x, big.NewInt(3), nil)
	return mod(y2.Sub(y2, x3).Sub(y2, big.NewInt(7)), fieldP).Sign() == 0
}

func hex32(n *big.Int) string { return fmt.Sprintf("%064x", n) }

func uncompressedHex(p *point) string { return "04" + hex32(p.x) + hex32(p.y) }

func compressedHex(p *point) string { return fmt.Sprintf("%02x", 2+p.y.Bit(0)) + hex32(p.x) }

// verifyReference is SEC 1, 4.1.4, with r and s in [1, n-1].
func verifyReference(pub *point, r, s, hash *big.Int) bool {
	if r.Sign() == 0 || s.Sign() == 0 || r.Cmp(orderN) >= 0 || s.Cmp(orderN) >= 0 {
		return false
	}
	w := new(big.Int).ModInverse(s, orderN)
	u1, u2 := mod(new(big.Int).Mul(hash, w), orderN), mod(new(big.Int).Mul(r, w), orderN)
	sum := addPoints(mulPoint(u1, pointG), mulPoint(u2, pub))
	return sum != nil && mod(sum.x, orderN).Cmp(r) == 0
}

// A keyRow is a key with a signature of a message, with low s.
type keyRow struct {
	secret, hash, r, s, tweak *big.Int
	recid                     byte
	pub                       *point
}

// draw returns a number in [1, n-1] that depends on its arguments alone.
func draw(what string, i int) *big.Int {
	h := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(what), uint64(i)))
	n := new(big.Int).SetBytes(h[:])
	return n.Add(mod(n, new(big.Int).Sub(orderN, big.NewInt(1))), big.NewInt(1))
}

func newKeyRow(i int) *keyRow {
	k := mod(draw("nonce", i), orderN)
	row := &keyRow{secret: mod(draw("secret", i), orderN), hash: mod(draw("hash", i), orderN), tweak: mod(draw("tweak", i), orderN)}
	row.pub = mulPoint(row.secret, pointG)
	kG := mulPoint(k, pointG)
	row.r = mod(kG.x, orderN)
	row.recid = byte(kG.y.Bit(0))
	s := new(big.Int).Mul(row.r, row.secret)
	s.Add(s, row.hash).Mul(s, new(big.Int).ModInverse(k, orderN))
	if row.s = mod(s, orderN); row.s.Cmp(new(big.Int).Rsh(orderN, 1)) > 0 {
		row.s = new(big.Int).Sub(orderN, row.s)
		row.recid ^= 1
	}
	return row
}

func (r *keyRow) sigHex() string { return hex32(r.r) + hex32(r.s) }

func (r *keyRow) highSigHex() string { return hex32(r.r) + hex32(new(big.Int).Sub(orderN, r.s)) }

// derHex is the DER form of two numbers.
func derHex(r, s *big.Int) string {
	var body []byte
	for _, n := range []*big.Int{r, s} {
		b := n.Bytes()
		if len(b) == 0 || b[0]&0x80 != 0 {
			b = append([]byte{0}, b...)
		}
		body = append(append(body, 2, byte(len(b))), b...)
	}
	return fmt.Sprintf("30%02x", len(body)) + hex.EncodeToString(body)
}

func sha256Hex(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// hashOfHex is SHA-256 of the bytes that hex says.
func hashOfHex(s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return sha256Hex(string(b))
}

// flip changes the lowest bit of the last byte.
func flip(s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	b[len(b)-1] ^= 1
	return hex.EncodeToString(b)
}
