package pool

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"

	"koblitz.dev/lab/internal/reference"
)

// A stream is the random source of one row or purpose: ChaCha8 (C2SP
// chacha8rand) keyed by a hash of the pool's seed, a name and an index, so that
// rows can be made in any order and on any machine.
type stream struct{ *rand.ChaCha8 }

type seed [32]byte

func newSeed(n uint64) seed {
	return sha256.Sum256(fmt.Appendf(nil, "koblitz.dev/lab pool 1, seed %d", n))
}

// apart is the seed of other rows, for n above 0.
func (s seed) apart(n int) seed {
	return sha256.Sum256(fmt.Appendf(s[:], "apart %d", n))
}

func (s seed) stream(name string, index int) stream {
	b := binary.BigEndian.AppendUint64(append(s[:], name...), uint64(index))
	return stream{rand.NewChaCha8(sha256.Sum256(b))}
}

func (s stream) bytes(n int) []byte {
	b := make([]byte, n)
	_, _ = s.Read(b) // never fails
	return b
}

// scalar returns a number in [1, n-1].
func (s stream) scalar() []byte { return s.below(reference.N) }

// element returns a number in [1, p-1].
func (s stream) element() []byte { return s.below(reference.P) }

func (s stream) below(limit *big.Int) []byte {
	for {
		b := s.bytes(32)
		if i := number(b); i.Sign() > 0 && i.Cmp(limit) < 0 {
			return b
		}
	}
}

// intn returns a number in [0, n); its bias is below 2^-40 for the small n
// used here.
func (s stream) intn(n int) int { return int(s.Uint64() % uint64(n)) }

func number(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

// bytes32 returns i, in [0, 2^256), big-endian.
func bytes32(i *big.Int) []byte { return i.FillBytes(make([]byte, 32)) }
