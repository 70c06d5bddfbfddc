package batch

import (
	"encoding/binary"

	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/cpu"
	"koblitz.dev/go/internal/tagged"
	"koblitz.dev/go/koblitz"
	"koblitz.dev/go/schnorr"
)

// Scratch is the memory of [VerifySchnorrAll], about 600 bytes a row of up to
// 16,384, and 100 KB. It grows as it is needed and may be used again, by one call at a
// time. The zero value is ready.
type Scratch struct {
	products  group.Products
	equations []byte // e and s of each row
	random    randomizers
}

// Grow makes room for n rows: calls with as many and fewer allocate nothing, unless
// another implementation is taken meanwhile (cpu.ForceGeneric). It panics if n is
// negative.
func (s *Scratch) Grow(n int) {
	n = min(n, mostSummed)
	s.products.Reset(2*n + 1)
	if cap(s.equations) < n*equationSize {
		s.equations = make([]byte, n*equationSize)
	}
	s.equations = s.equations[:n*equationSize]
	s.random.reserve()
}

const (
	// The most rows of one sum.
	mostSummed = 16384
	// The fewest rows whose sum takes less time than they do one by one.
	fewestSummedLanes = 64
	fewestSummed      = 24

	equationSize = 64
)

// VerifySchnorrAll gives the verdicts of [VerifySchnorr] for rows that are expected to be
// valid, many of them in less time: one sum of all rows, multiplied by integers below
// 2^128 that a hash of all rows gives (BIP-340, batch verification), takes the place of
// a verification of each. An invalid row passes with probability 2^-128. Where the sum
// is not right, rows are verified one by one as well. scratch may be nil, for one that is
// allocated.
func VerifySchnorrAll(ok []bool, keys []koblitz.XOnlyPublicKey, msgs, sigs [][]byte, scratch *Scratch) (failed int) {
	if !sizes(ok, len(keys), len(msgs), len(sigs)) {
		return len(ok)
	}
	if scratch == nil {
		scratch = new(Scratch)
	}
	for first := 0; first < len(ok); first += mostSummed {
		last := min(first+mostSummed, len(ok))
		ok, keys, msgs, sigs := ok[first:last], keys[first:last], msgs[first:last], sigs[first:last]
		if !scratch.verifyAll(ok, keys, nil, msgs, sigs) {
			VerifySchnorr(ok, keys, msgs, sigs)
		}
	}
	return count(ok)
}

// VerifySchnorrAllEncoded is VerifySchnorrAll for keys of 32 bytes, as
// [koblitz.ParseXOnly] takes them.
func VerifySchnorrAllEncoded(ok []bool, keys, msgs, sigs [][]byte, scratch *Scratch) (failed int) {
	if !sizes(ok, len(keys), len(msgs), len(sigs)) {
		return len(ok)
	}
	if scratch == nil {
		scratch = new(Scratch)
	}
	for first := 0; first < len(ok); first += mostSummed {
		last := min(first+mostSummed, len(ok))
		ok, keys, msgs, sigs := ok[first:last], keys[first:last], msgs[first:last], sigs[first:last]
		if !scratch.verifyAll(ok, nil, keys, msgs, sigs) {
			VerifySchnorrEncoded(ok, keys, msgs, sigs)
		}
	}
	return count(ok)
}

// verifyAll sets ok, and returns true, if the sum of all rows is worth it and is right.
// Keys are parsed or encoded.
func (s *Scratch) verifyAll(ok []bool, keys []koblitz.XOnlyPublicKey, encoded, msgs, sigs [][]byte) bool {
	fewest := fewestSummed
	if cpu.Lanes() {
		fewest = fewestSummedLanes
	}
	if len(ok) < fewest {
		return false
	}
	if !s.prepare(keys, encoded, msgs, sigs) || !s.sumIsRight() {
		return false
	}
	for i := range ok {
		ok[i] = true
	}
	return true
}

// prepare takes the points of the products, R and P of each row and G, and the
// equations, s G = R + e P. It tells whether all are there.
func (s *Scratch) prepare(keys []koblitz.XOnlyPublicKey, encoded, msgs, sigs [][]byte) bool {
	n := len(sigs)
	s.Grow(n)
	for first := 0; first < n; first += chunk {
		var r, p liftedXs
		rows := min(chunk, n-first)
		for i := range rows {
			row := first + i
			sig := sigs[row]
			var scalar group.Scalar
			if len(sig) != schnorr.SignatureSize || !r.x[i].SetBytes((*[32]byte)(sig)) || !scalar.SetBytes((*[32]byte)(sig[32:])) {
				return false
			}
			if encoded == nil {
				key := keys[row].Point()
				if !p.points[i].SetVartime(&key) {
					return false
				}
			} else if len(encoded[row]) != koblitz.XOnlySize || !p.x[i].SetBytes((*[32]byte)(encoded[row])) {
				return false
			}
		}
		if !r.lift(rows) || encoded != nil && !p.lift(rows) {
			return false
		}
		for i := range rows {
			row := first + i
			s.products.SetPoint(2*row, &r.points[i])
			s.products.SetPoint(2*row+1, &p.points[i])
			var fixed [64]byte
			copy(fixed[:], sigs[row][:32])
			p.points[i].PutX((*[32]byte)(fixed[32:]))
			equation := s.equations[row*equationSize:][:equationSize]
			tagged.Challenge.Sum((*[32]byte)(equation), fixed[:], msgs[row])
			copy(equation[32:], sigs[row][32:])
		}
	}
	return true
}

// liftedXs are points with an even y.
type liftedXs struct {
	x      [chunk]group.Element
	points [chunk]group.AffinePoint
}

// lift tells whether all n points are there.
func (l *liftedXs) lift(n int) bool {
	var ok [chunk]bool
	var even [chunk]int
	group.SetXsVartime(ok[:n], l.points[:n], l.x[:n], even[:n])
	for _, there := range ok[:n] {
		if !there {
			return false
		}
	}
	return true
}

// seed is what the integers of the rows are hashes of: a hash of all e, which are hashes
// of R, P and the message, and of all s.
func (s *Scratch) seed() (seed [32]byte) {
	tagged.BatchSeed.Sum(&seed, s.equations, nil)
	return seed
}

// sumIsRight tells whether (a_1 s_1 + ...) G = a_1 R_1 + (a_1 e_1) P_1 + ... If an
// equation does not hold, the sum does for one of 2^128 seeds.
func (s *Scratch) sumIsRight() bool {
	seed := s.seed()
	s.random.begin(&seed)
	var u group.Scalar
	n := len(s.equations) / equationSize
	for i := range n {
		equation := s.equations[i*equationSize:][:equationSize]
		var a, e, g group.Scalar
		s.random.next(&a)
		e.SetBytes((*[32]byte)(equation))
		g.SetBytes((*[32]byte)(equation[32:]))
		g.Mul(&g, &a)
		u.Add(&u, &g)
		e.Mul(&e, &a)
		s.products.SetScalarVartime(2*i, &a)
		s.products.SetScalarVartime(2*i+1, &e)
	}
	u.Negate(&u)
	var sum group.Point
	sum.SetGenerator()
	var g group.AffinePoint
	g.SetVartime(&sum)
	s.products.SetPoint(2*n, &g)
	s.products.SetScalarVartime(2*n, &u)
	s.products.SumVartime(&sum)
	return sum.IsInfinityVartime()
}

// randomizers are the integers a_1, a_2, ... below 2^128 that rows are multiplied by: 1,
// then both halves of the tagged hashes of a seed and 1, 3, 5, ..., in 8 bytes; numbers are
// little-endian. The engine has the same.
type randomizers struct {
	at      uint64
	hasher  tagged.Hasher
	message [32 + 8]byte
	hash    [32]byte
}

// reserve makes what the others need. It allocates once.
func (r *randomizers) reserve() {
	if r.hasher.IsZero() {
		r.hasher = tagged.BatchRandomizers.Hasher()
	}
}

// begin makes a_1 the next one.
func (r *randomizers) begin(seed *[32]byte) {
	r.at = 0
	copy(r.message[:], seed[:])
}

func (r *randomizers) next(a *group.Scalar) {
	at := r.at
	r.at++
	if at == 0 {
		a.SetUint64(1)
		return
	}
	if at%2 == 1 {
		binary.LittleEndian.PutUint64(r.message[32:], at)
		r.hasher.Sum(&r.hash, r.message[:])
	}
	half := r.hash[16*(1-at%2):][:16]
	var b [32]byte
	binary.BigEndian.PutUint64(b[16:], binary.LittleEndian.Uint64(half[8:]))
	binary.BigEndian.PutUint64(b[24:], binary.LittleEndian.Uint64(half))
	a.SetBytes(&b)
}
