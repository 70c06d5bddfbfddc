package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/vectors"
	"koblitz.dev/secp256k1/schnorr"
)

// signedRows are valid rows in columns.
type signedRows struct {
	keys                []secp256k1.XOnlyPublicKey
	encoded, msgs, sigs [][]byte
}

// signed has n rows; every third one the same, other keys sign twice.
func signed(t testing.TB, n int) (r signedRows) {
	for i := range n {
		number := uint64(i)
		if i%3 == 0 {
			number = 0
		}
		h := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, number))
		secret := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, number/2))
		var key secp256k1.SecretKey
		if err := key.SetBytes(secret[:]); err != nil {
			t.Fatal(err)
		}
		msg := h[:number%33]
		sig, err := schnorr.Sign(&key, msg, nil)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := key.PublicKey().XOnly()
		r.keys, r.encoded = append(r.keys, x), append(r.encoded, x.Bytes())
		r.msgs, r.sigs = append(r.msgs, msg), append(r.sigs, sig.Bytes())
	}
	return r
}

// part are the first n rows, in slices of their own.
func (r signedRows) part(n int) signedRows {
	return signedRows{slices.Clone(r.keys[:n]), slices.Clone(r.encoded[:n]), slices.Clone(r.msgs[:n]), slices.Clone(r.sigs[:n])}
}

// parsed are the signatures, zero values in the place of malformed ones.
func (r signedRows) parsed() []schnorr.Signature {
	sigs := make([]schnorr.Signature, len(r.sigs))
	for i, b := range r.sigs {
		sigs[i], _ = schnorr.ParseSignature(b)
	}
	return sigs
}

func (r signedRows) asValues() *schnorrRows {
	return &schnorrRows{keys: r.keys, msgs: r.msgs, sigs: r.parsed()}
}

func (r signedRows) asBytes() *schnorrRows {
	return &schnorrRows{encodedKeys: r.encoded, msgs: r.msgs, encodedSigs: r.sigs}
}

// addToS is the signature with d, or -d, added to its s.
func addToS(sig []byte, d uint64, minus bool) []byte {
	var t group.Scalar
	t.SetUint64(d)
	if minus {
		t.Negate(&t)
	}
	return addScalarToS(sig, &t)
}

func addScalarToS(sig []byte, d *group.Scalar) []byte {
	var s group.Scalar
	s.SetBytes((*[32]byte)(sig[32:]))
	s.Add(&s, d)
	z := slices.Clone(sig)
	s.PutBytes((*[32]byte)(z[32:]))
	return z
}

// bySum are the answers of one sum, of parsed and encoded keys, which agree.
func (r signedRows) bySum(t *testing.T, s *Scratch) bool {
	t.Helper()
	parsed := s.prepare(r.asValues()) && s.sumIsRight()
	if encoded := s.prepare(r.asBytes()) && s.sumIsRight(); encoded != parsed {
		t.Errorf("parsed %v, encoded %v", parsed, encoded)
	}
	return parsed
}

// eachKind runs f with all that can compute here.
func eachKind(t *testing.T, f func(t *testing.T)) {
	for kind := range cpu.Kinds {
		t.Run(kind, f)
	}
}

// TestSum takes sums of rows of which any one is bad in any way, and of two whose errors
// cancel without factors.
func TestSum(t *testing.T) {
	all := signed(t, 150)
	eachKind(t, func(t *testing.T) {
		var s Scratch
		for _, n := range []int{1, 2, 3, 7, 8, 9, 16, 150} {
			if !all.part(n).bySum(t, &s) {
				t.Fatalf("%d valid rows: refused", n)
			}
			step := 1 + n/10
			for i := 0; i < n; i += step {
				other := (i + 1 + n/2) % n
				for _, fault := range []struct {
					name string
					make func(r *signedRows)
				}{
					{"s + 1", func(r *signedRows) { r.sigs[i] = addToS(r.sigs[i], 1, false) }},
					{"-s", func(r *signedRows) {
						var z group.Scalar
						z.SetBytes((*[32]byte)(r.sigs[i][32:]))
						z.Negate(&z)
						r.sigs[i] = slices.Clone(r.sigs[i])
						z.PutBytes((*[32]byte)(r.sigs[i][32:]))
					}},
					{"another message", func(r *signedRows) { r.msgs[i] = append(slices.Clone(r.msgs[i]), 1) }},
					{"the x of another point for R", func(r *signedRows) {
						r.sigs[i] = append(slices.Clone(r.encoded[i]), r.sigs[i][32:]...)
					}},
				} {
					r := all.part(n)
					fault.make(&r)
					if r.bySum(t, &s) {
						t.Errorf("row %d of %d, %s: accepted", i, n, fault.name)
					}
				}
				r := all.part(n)
				r.sigs[i] = slices.Concat(r.sigs[i][:32], bigcurve.Bytes(bigcurve.N))
				if s.prepare(r.asValues()) {
					t.Errorf("row %d of %d, s of n: taken", i, n)
				}
				if other == i {
					continue
				}
				r = all.part(n)
				r.sigs[i], r.sigs[other] = addToS(r.sigs[i], 5, false), addToS(r.sigs[other], 5, true)
				if r.bySum(t, &s) {
					t.Errorf("rows %d and %d of %d, errors that cancel: accepted", i, other, n)
				}
				if r = all.part(n); string(r.sigs[i]) != string(r.sigs[other]) {
					r.sigs[i], r.sigs[other] = slices.Concat(r.sigs[i][:32], r.sigs[other][32:]), slices.Concat(r.sigs[other][:32], r.sigs[i][32:])
					if r.bySum(t, &s) {
						t.Errorf("rows %d and %d of %d, s exchanged: accepted", i, other, n)
					}
				}
			}
		}
	})
}

// TestSeed compares the seed with SHA-256, whatever of a row changes, and takes sums of
// two rows whose errors cancel for the factors of other seeds: zeros, and that of the
// rows without the errors.
func TestSeed(t *testing.T) {
	const n = 70
	all := signed(t, n+1)
	tagged := func(tag string, parts ...[]byte) []byte {
		name := sha256.Sum256([]byte(tag))
		sum := sha256.Sum256(slices.Concat(name[:], name[:], slices.Concat(parts...)))
		return sum[:]
	}
	changes := map[string]func(r *signedRows, i int){
		"nothing":  func(*signedRows, int) {},
		"s":        func(r *signedRows, i int) { r.sigs[i] = addToS(r.sigs[i], 1, false) },
		"R":        func(r *signedRows, i int) { r.sigs[i] = slices.Concat(all.sigs[n][:32], r.sigs[i][32:]) },
		"P":        func(r *signedRows, i int) { r.keys[i], r.encoded[i] = all.keys[n], all.encoded[n] },
		"messages": func(r *signedRows, i int) { r.msgs[i] = append(slices.Clone(r.msgs[i]), 1) },
	}
	eachKind(t, func(t *testing.T) {
		var s Scratch
		for name, change := range changes {
			for _, i := range []int{0, 1, 63, 64, n - 1} {
				r := all.part(n)
				change(&r, i)
				var equations []byte
				for j := range n {
					e := tagged("BIP0340/challenge", r.sigs[j][:32], r.encoded[j], r.msgs[j])
					equations = append(append(equations, e...), r.sigs[j][32:]...)
				}
				want := [32]byte(tagged("koblitz/batch seed", equations))
				if !s.prepare(r.asValues()) || s.seed() != want {
					t.Errorf("%s of row %d, parsed: another seed", name, i)
				}
				if !s.prepare(r.asBytes()) || s.seed() != want {
					t.Errorf("%s of row %d, encoded: another seed", name, i)
				}
			}
		}
		r := all.part(n)
		if !r.bySum(t, &s) {
			t.Fatal("valid rows: refused")
		}
		for name, seed := range map[string][32]byte{"zeros": {}, "the valid rows": s.seed()} {
			var factors randomizers
			factors.reserve()
			factors.begin(&seed)
			var a, wrong group.Scalar
			for range 2 {
				factors.next(&a)
			}
			// s_2 + 5 and s_1 - 5 a_2, as a_1 is 1.
			wrong.SetUint64(5)
			r := all.part(n)
			r.sigs[1] = addScalarToS(r.sigs[1], &wrong)
			wrong.Mul(&wrong, &a)
			wrong.Negate(&wrong)
			r.sigs[0] = addScalarToS(r.sigs[0], &wrong)
			if r.bySum(t, &s) {
				t.Errorf("errors that cancel for the seed of %s: accepted", name)
			}
		}
	})
}

// TestNoKey takes rows without a key, signed as if the multiple of the key were
// infinity: R = k G with an even y, s = k.
func TestNoKey(t *testing.T) {
	const n = 100
	all := signed(t, n)
	var p group.Point
	var k group.Scalar
	var r group.AffinePoint
	k.SetUint64(77)
	p.BaseMulVartime(&k)
	r.SetVartime(&p)
	if r.IsOddY() == 1 {
		k.Negate(&k)
	}
	sig := make([]byte, schnorr.SignatureSize)
	r.PutX((*[32]byte)(sig))
	k.PutBytes((*[32]byte)(sig[32:]))
	eachKind(t, func(t *testing.T) {
		var s Scratch
		ok := make([]bool, n)
		for _, i := range []int{0, 1, 63, 64, n - 1} {
			r := all.part(n)
			r.keys[i], r.encoded[i], r.sigs[i] = secp256k1.XOnlyPublicKey{}, make([]byte, secp256k1.XOnlySize), sig
			if failed := VerifySchnorrAll(ok, r.keys, r.msgs, r.parsed(), &s); failed != 1 || ok[i] {
				t.Errorf("row %d without a key: %v, %d failed", i, ok[i], failed)
			}
			if failed := VerifySchnorrAllEncoded(ok, r.encoded, r.msgs, r.sigs, &s); failed != 1 || ok[i] {
				t.Errorf("row %d with a key of zeros: %v, %d failed", i, ok[i], failed)
			}
		}
	})
}

// TestSumBIP340 takes sums of each published vector alone and with a valid row.
func TestSumBIP340(t *testing.T) {
	valid := signed(t, 2)
	eachKind(t, func(t *testing.T) {
		var s Scratch
		for _, row := range vectors.CSV(t, "bip-0340/test-vectors.csv")[1:] {
			key, msg, sig := vectors.Hex(t, row[2]), vectors.Hex(t, row[4]), vectors.Hex(t, row[5])
			for n := range 2 {
				rows := signedRows{encoded: append([][]byte{key}, valid.encoded[:n]...), msgs: append([][]byte{msg}, valid.msgs[:n]...),
					sigs: append([][]byte{sig}, valid.sigs[:n]...)}
				got := s.prepare(rows.asBytes()) && s.sumIsRight()
				if got != (row[6] == "TRUE") {
					t.Errorf("vector %s with %d more: %v", row[0], n, got)
				}
			}
		}
	})
}

// TestAll compares the verdicts with those of VerifySchnorr, of more rows than one sum
// takes too, by the first kind alone, and looks for allocations.
func TestAll(t *testing.T) {
	const most = 1024
	all := signed(t, most)
	sums := []int{mostSummed + 200}
	if testing.Short() {
		sums = nil
	}
	eachKind(t, func(t *testing.T) {
		var s Scratch
		numbers := append([]int{0, 1, 2, 7, 8, 9, fewestSummed - 1, fewestSummed, 64, 200, most}, sums...)
		sums = nil
		for _, n := range numbers {
			var r signedRows
			for len(r.keys) < n {
				part := all.part(min(n-len(r.keys), most))
				r.keys, r.encoded = append(r.keys, part.keys...), append(r.encoded, part.encoded...)
				r.msgs, r.sigs = append(r.msgs, part.msgs...), append(r.sigs, part.sigs...)
			}
			ok := make([]bool, n)
			if n > mostSummed {
				sigs := r.parsed()
				allocations := func(s *Scratch) float64 {
					return testing.AllocsPerRun(1, func() {
						if failed := VerifySchnorrAll(ok, r.keys, r.msgs, sigs, s); failed != 0 {
							t.Errorf("%d rows: %d failed", n, failed)
						}
					})
				}
				one := testing.AllocsPerRun(1, func() { new(Scratch).Grow(n) })
				// A scratch for each sum would take twice as many; a long run has some of the runtime's own.
				if got := allocations(nil); got >= 2*one {
					t.Errorf("%v allocations for two sums, %v for a scratch", got, one)
				}
			}
			for _, bad := range [][]int{{}, {0}, {n - 1}, {n / 2, n / 3}} {
				if len(bad) > 0 && n == 0 || len(bad) < 2 && n > most {
					continue
				}
				for _, i := range bad {
					r.sigs[i] = addToS(r.sigs[i], 1, false)
				}
				for name, f := range map[string]func() int{
					"parsed":  func() int { return VerifySchnorrAll(ok, r.keys, r.msgs, r.parsed(), &s) },
					"encoded": func() int { return VerifySchnorrAllEncoded(ok, r.encoded, r.msgs, r.sigs, &s) },
				} {
					for i := range ok {
						ok[i] = i%2 == 0
					}
					distinct := slices.Compact(slices.Sorted(slices.Values(bad)))
					if failed := f(); failed != len(distinct) {
						t.Errorf("%s, %d rows, %v bad: %d failed", name, n, distinct, failed)
					}
					for i := range ok {
						if ok[i] == slices.Contains(bad, i) {
							t.Errorf("%s, %d rows, %v bad: row %d %v", name, n, bad, i, ok[i])
						}
					}
				}
				for _, i := range bad {
					r.sigs[i] = addToS(r.sigs[i], 1, true)
				}
			}
		}
		ok := make([]bool, 200)
		r := all.part(200)
		sigs := r.parsed()
		if failed := VerifySchnorrAll(ok, r.keys, r.msgs, sigs, nil); failed != 0 {
			t.Errorf("without scratch %d failed", failed)
		}
		if n := testing.AllocsPerRun(2, func() {
			VerifySchnorrAll(ok, r.keys, r.msgs, sigs, &s)
			VerifySchnorrAllEncoded(ok, r.encoded, r.msgs, r.sigs, &s)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
		var grown [3]Scratch
		for i := range grown {
			grown[i].Grow(200)
		}
		at := 0
		if n := testing.AllocsPerRun(2, func() {
			VerifySchnorrAll(ok, r.keys, r.msgs, sigs, &grown[at])
			at++
		}); n != 0 {
			t.Errorf("%v allocations after Grow", n)
		}
	})
}

// TestRandomizers takes seeds with the factors that the engine's tests have too, made by
// Python's hashlib: words of 64 bits, the lower one first.
func TestRandomizers(t *testing.T) {
	for _, c := range []struct {
		first, step byte // the seed's bytes
		factors     [7][2]uint64
	}{
		{0, 1, [7][2]uint64{
			{1, 0},
			{0x83ec0a6db87a3585, 0x51f7c1e4baa802d0},
			{0xf0e8c24f56490a2c, 0x9c90d794aaff5141},
			{0xddf164aecdfcbb66, 0x12bd4c88c88b7d76},
			{0xec119858a7c9d762, 0x86dfa93a6a10d1c4},
			{0xb7e491f82087edd0, 0x42c047d1f04125cc},
			{0x983a75572635e181, 0xefef200baf9a2a82},
		}},
		{255, 0, [7][2]uint64{
			{1, 0},
			{0xe1bea0566ded62ba, 0xc63cab8c6246b9cd},
			{0xc519706f585cfa15, 0xed1805aa57ba022d},
			{0x9f450518ac26217d, 0x5ac42152e59a68ea},
			{0xef4fdc534285de18, 0x2117e96ef98f7ffd},
			{0xe0647176e9ebb904, 0x54a1f94675b620f5},
			{0x0cc15f268f502b71, 0x5c47c5d4896b7002},
		}},
	} {
		var seed [32]byte
		for i := range seed {
			seed[i] = c.first + byte(i)*c.step
		}
		var r randomizers
		r.reserve()
		for round := range 2 {
			r.begin(&seed)
			for i, want := range c.factors {
				var a group.Scalar
				var got [32]byte
				r.next(&a)
				a.PutBytes(&got)
				if string(got[:]) != string(slices.Concat(make([]byte, 16), binary.BigEndian.AppendUint64(nil, want[1]), binary.BigEndian.AppendUint64(nil, want[0]))) {
					t.Errorf("seed of %d, ..., round %d, factor %d: %x, want %x", c.first, round, i, got, want)
				}
			}
		}
	}
}

// BenchmarkAll gives the time of a row of one sum by the number of rows, beside that
// without.
func BenchmarkAll(b *testing.B) {
	all := signed(b, 1024)
	var s Scratch
	for _, n := range []int{16, 24, 32, 48, 64, 80, 96, 128, 256, 1024, 16384} {
		var r signedRows
		for range max(1, n/1024) {
			part := all.part(min(n, 1024))
			r.keys, r.msgs, r.sigs = append(r.keys, part.keys...), append(r.msgs, part.msgs...), append(r.sigs, part.sigs...)
		}
		ok := make([]bool, n)
		sigs := r.parsed()
		run := func(name string, f func() bool) {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				for b.Loop() {
					if !f() {
						b.Fatal("refused")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/row")
			})
		}
		run("sum", func() bool { return s.prepare(&schnorrRows{keys: r.keys, msgs: r.msgs, sigs: sigs}) && s.sumIsRight() })
		run("rows", func() bool { return VerifySchnorr(ok, r.keys, r.msgs, sigs) == 0 })
	}
}
