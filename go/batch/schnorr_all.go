package batch

import (
	"encoding/binary"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/tagged"
	"koblitz.dev/secp256k1/schnorr"
)

// A Scratch is the memory that [VerifySchnorrAll] works in: about 600 bytes for each of up to
// 16,384 rows, and 100 KB. It grows when needed. It may be used for many calls, one at a
// time. The zero value is ready to use.
type Scratch struct {
	products  group.Products
	equations []byte // e and s of each row
	random    randomizers
}

// Grow makes room for n rows: calls with n rows or fewer then allocate nothing. A negative n
// counts as 0.
func (s *Scratch) Grow(n int) {
	n = max(0, min(n, mostSummed))
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

// VerifySchnorrAll gives the verdicts of [VerifySchnorr], faster where all rows are valid: it
// checks one sum of all rows, each multiplied by an integer below 2^128 that is a hash of all
// rows (BIP-340, batch verification). An invalid row passes with probability 2^-128. If the
// sum is wrong it verifies the rows one by one as well. scratch may be nil; the call then
// allocates one.
func VerifySchnorrAll(ok []bool, keys []secp256k1.XOnlyPublicKey, msgs [][]byte, sigs []schnorr.Signature, scratch *Scratch) (failed int) {
	if n := misfit(ok, len(keys), len(msgs), len(sigs)); n > 0 {
		return n
	}
	if scratch == nil {
		scratch = new(Scratch)
	}
	for first := 0; first < len(ok); first += mostSummed {
		last := min(first+mostSummed, len(ok))
		ok, keys, msgs, sigs := ok[first:last], keys[first:last], msgs[first:last], sigs[first:last]
		if !scratch.verifyAll(ok, &schnorrRows{keys: keys, msgs: msgs, sigs: sigs}) {
			VerifySchnorr(ok, keys, msgs, sigs)
		}
	}
	return count(ok)
}

// VerifySchnorrAllEncoded is [VerifySchnorrAll] for encodings: keys of 32 bytes
// ([secp256k1.ParseXOnlyPublicKey]) and signatures of 64 ([schnorr.ParseSignature]).
func VerifySchnorrAllEncoded(ok []bool, keys, msgs, sigs [][]byte, scratch *Scratch) (failed int) {
	if n := misfit(ok, len(keys), len(msgs), len(sigs)); n > 0 {
		return n
	}
	if scratch == nil {
		scratch = new(Scratch)
	}
	for first := 0; first < len(ok); first += mostSummed {
		last := min(first+mostSummed, len(ok))
		ok, keys, msgs, sigs := ok[first:last], keys[first:last], msgs[first:last], sigs[first:last]
		if !scratch.verifyAll(ok, &schnorrRows{encodedKeys: keys, msgs: msgs, encodedSigs: sigs}) {
			VerifySchnorrEncoded(ok, keys, msgs, sigs)
		}
	}
	return count(ok)
}

// schnorrRows are rows whose keys and signatures are either parsed or encoded.
type schnorrRows struct {
	keys        []secp256k1.XOnlyPublicKey
	sigs        []schnorr.Signature
	encodedKeys [][]byte
	encodedSigs [][]byte
	msgs        [][]byte
}

// sig returns the signature of row i, a zero value if it is malformed.
func (r *schnorrRows) sig(i int) schnorr.Signature {
	if r.encodedSigs == nil {
		return r.sigs[i]
	}
	sig, _ := schnorr.ParseSignature(r.encodedSigs[i])
	return sig
}

// verifyAll sets ok, and returns true, if the sum of all rows is worth it and is right.
func (s *Scratch) verifyAll(ok []bool, rows *schnorrRows) bool {
	fewest := fewestSummed
	if cpu.Lanes() {
		fewest = fewestSummedLanes
	}
	if len(ok) < fewest {
		return false
	}
	if !s.prepare(rows) || !s.sumIsRight() {
		return false
	}
	for i := range ok {
		ok[i] = true
	}
	return true
}

// prepare takes the points of the products, R and P of each row and G, and the
// equations, s G = R + e P. It tells whether all are there.
func (s *Scratch) prepare(rows *schnorrRows) bool {
	n := len(rows.msgs)
	s.Grow(n)
	for first := 0; first < n; first += chunk {
		var r, p liftedXs
		size := min(chunk, n-first)
		for i := range size {
			row := first + i
			sig := rows.sig(row)
			if !sig.IsValid() {
				return false
			}
			x, y := sig.R(), sig.S()
			r.x[i].SetBytes(&x)
			copy(s.equations[row*equationSize+32:], y[:])
			if rows.encodedKeys == nil {
				key := rows.keys[row].Point()
				if !p.points[i].SetVartime(&key) {
					return false
				}
			} else if key := rows.encodedKeys[row]; len(key) != secp256k1.XOnlySize || !p.x[i].SetBytes((*[32]byte)(key)) {
				return false
			}
		}
		if !r.lift(size) || rows.encodedKeys != nil && !p.lift(size) {
			return false
		}
		for i := range size {
			row := first + i
			s.products.SetPoint(2*row, &r.points[i])
			s.products.SetPoint(2*row+1, &p.points[i])
			var fixed [64]byte
			r.points[i].PutX((*[32]byte)(fixed[:]))
			p.points[i].PutX((*[32]byte)(fixed[32:]))
			tagged.Challenge.Sum((*[32]byte)(s.equations[row*equationSize:]), fixed[:], rows.msgs[row])
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
	if group.SetXsVartime(ok[:n], l.points[:n], l.x[:n], even[:n]) != nil {
		return false
	}
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
