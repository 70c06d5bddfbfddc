// Package inputs has what the same calls to two implementations are given.
package inputs

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

func number(s string) *big.Int {
	v, _ := new(big.Int).SetString(s, 16)
	return v
}

// Values around which numbers are interesting: the moduli, their halves and their
// difference, powers of two, 0, and the largest.
var edges = []*big.Int{
	new(big.Int),
	number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
	number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
	number("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0"),
	number("7fffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffe17"),
	number("14551231950b75fc4402da1722fc9baee"),
	number("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72"),
	new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int).Lsh(big.NewInt(1), 128), new(big.Int).Lsh(big.NewInt(1), 192),
	new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)),
}

// keys is how many public keys Key chooses among.
const keys = 64

// A Source draws inputs. Two of one seed draw the same.
type Source struct {
	*rand.Rand
	encodings [][]byte // uncompressed public keys
}

// New returns the source of a seed. encode returns the uncompressed public key of
// a 32-byte secret key.
func New(seed uint64, encode func(secret []byte) []byte) *Source {
	s := &Source{Rand: rand.New(rand.NewPCG(seed, 14))}
	for i := range uint64(keys) {
		h := sha256.Sum256(binary.BigEndian.AppendUint64([]byte("key"), i))
		if i < 8 { // 1 to 4, and their negatives
			h = [32]byte(new(big.Int).Mod(new(big.Int).Add(edges[2], big.NewInt([]int64{1, 2, 3, 4, -1, -2, -3, -4}[i])), edges[2]).FillBytes(make([]byte, 32)))
		}
		s.encodings = append(s.encodings, encode(h[:]))
	}
	return s
}

// Fork returns a source that draws what s will draw; s then draws the same.
func (s *Source) Fork() (a, b *Source) {
	x, y := s.Uint64(), s.Uint64()
	return &Source{rand.New(rand.NewPCG(x, y)), s.encodings}, &Source{rand.New(rand.NewPCG(x, y)), s.encodings}
}

// Number draws 32 bytes: one time in three next to an edge.
func (s *Source) Number() *[32]byte {
	b := new([32]byte)
	if s.IntN(3) == 0 {
		v := new(big.Int).Add(edges[s.IntN(len(edges))], big.NewInt(int64(s.IntN(9)-4)))
		if v.Sign() >= 0 && v.BitLen() <= 256 {
			v.FillBytes(b[:])
			return b
		}
	}
	for i := 0; i < 32; i += 8 {
		binary.BigEndian.PutUint64(b[i:], s.Uint64())
	}
	return b
}

// Bytes draws up to 32 random bytes most of the time, otherwise up to 80, or nil.
func (s *Source) Bytes() []byte {
	switch s.IntN(8) {
	case 0:
		return nil
	case 1, 2, 3:
		return s.Number()[:]
	case 4:
		b := make([]byte, s.IntN(80))
		for i := range b {
			b[i] = byte(s.Uint32())
		}
		return b
	}
	return s.Number()[:s.IntN(33)]
}

// Key draws an uncompressed public key.
func (s *Source) Key() []byte { return s.encodings[s.IntN(len(s.encodings))] }

// Mutate changes b in up to three places: bytes are set, dropped or added.
func (s *Source) Mutate(b []byte) []byte {
	b = append([]byte(nil), b...)
	for range s.IntN(4) {
		if len(b) == 0 {
			break
		}
		at := s.IntN(len(b))
		switch s.IntN(8) {
		case 0:
			b = append(b[:at], b[at+1:]...)
		case 1:
			b = append(b, byte(s.Uint32()))
		case 2:
			b[at] = []byte{0, 1, 2, 0x7f, 0x80, 0xff}[s.IntN(6)]
		case 3, 4:
			b[at] += byte(s.IntN(5)) - 2
		case 5:
			b[at%min(len(b), 6)] = byte(s.IntN(40))
		case 6: // a whole number
			if start := at / 32 * 32; start+33 <= len(b) {
				copy(b[start+1:], s.Number()[:])
			}
		default:
			b[at] = byte(s.Uint32())
		}
	}
	return b
}
