package difftest

import (
	"math/big"
	"math/rand/v2"

	"koblitz.dev/secp256k1/internal/bigcurve"
)

// source yields inputs, the same ones for the same seed: half of them random,
// half at the edges of what a number, a key or an encoding may be.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 0x6b6f626c69747a))} }

func (s source) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(s.Uint32())
	}
	return b
}

var (
	one    = big.NewInt(1)
	lambda = bigcurve.Int([]byte("\x53\x63\xad\x4c\xc0\x5c\x30\xe0\xa5\x26\x1c\x02\x88\x12\x64\x5a" +
		"\x12\x2e\x22\xea\x20\x81\x66\x78\xdf\x02\x96\x7c\x1b\x23\xbd\x72"))
	worstComb = new(big.Int).Mod(new(big.Int).Lsh(big.NewInt(510), 256), bigcurve.N) // 2 (2^264 - 2^256)
	centers   = []*big.Int{
		new(big.Int), bigcurve.N, bigcurve.P, new(big.Int).Rsh(bigcurve.N, 1), lambda,
		new(big.Int).Sub(bigcurve.N, lambda), worstComb, new(big.Int).Sub(bigcurve.P, bigcurve.N),
		new(big.Int).Lsh(one, 64), new(big.Int).Lsh(one, 128), new(big.Int).Lsh(one, 192),
		new(big.Int).Lsh(one, 255), new(big.Int).Sub(new(big.Int).Lsh(one, 256), one),
	}
)

// number returns 32 bytes: a random number, one near an edge, or one whose
// limbs are 0, 1, 2^63, 2^64 - 1 or random.
func (s source) number() []byte {
	switch s.IntN(4) {
	case 0:
		v := new(big.Int).Add(centers[s.IntN(len(centers))], big.NewInt(int64(s.IntN(9)-4)))
		return bigcurve.Bytes(v.And(v, centers[len(centers)-1]))
	case 1:
		b := s.bytes(32)
		for limb := range 4 {
			word := []uint64{0, 1, 1 << 63, 1<<64 - 1, s.Uint64()}[s.IntN(5)]
			for i := range 8 {
				b[8*limb+i] = byte(word >> (56 - 8*i))
			}
		}
		return b
	}
	return s.bytes(32)
}

// pick returns one of the two, the first at the odds of n to 1.
func (s source) pick(n int, a, b []byte) []byte {
	if s.IntN(n+1) == 0 {
		return b
	}
	return a
}

// spoil returns b with a change: a flipped bit, a cut, bytes more, a byte of an
// edge, or none.
func (s source) spoil(b []byte) []byte {
	b = append([]byte{}, b...)
	if len(b) == 0 {
		return b
	}
	switch s.IntN(6) {
	case 0:
		b[s.IntN(len(b))] ^= 1 << s.IntN(8)
	case 1:
		return b[:s.IntN(len(b))]
	case 2:
		return append(b, s.bytes(1+s.IntN(3))...)
	case 3:
		b[s.IntN(min(8, len(b)))] = []byte{0, 1, 2, 3, 4, 5, 6, 7, 0x20, 0x21, 0x30, 0x7f, 0x80, 0x81, 0xff}[s.IntN(15)]
	}
	return b
}
