package batch_test

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"slices"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/tagged"
	"koblitz.dev/secp256k1/schnorr"
)

// A row has the arguments of every operation.
type row struct {
	key                              secp256k1.SecretKey
	pub                              secp256k1.PublicKey
	xonly                            secp256k1.XOnlyPublicKey
	encoded, x, digest, msg, schnorr []byte
	sig                              ecdsa.Signature
	rec                              ecdsa.RecoverableSignature
	compact, der, tweak, tweaked     []byte
	odd                              bool
}

// columns are rows as the functions take them, and what they give.
type columns struct {
	keys                             []secp256k1.SecretKey
	pubs                             []secp256k1.PublicKey
	xonly                            []secp256k1.XOnlyPublicKey
	encoded, x, digest, msg, schnorr [][]byte
	sigs                             []ecdsa.Signature
	bip340                           []schnorr.Signature
	rec                              []ecdsa.RecoverableSignature
	compact, der, tweak, tweaked     [][]byte
	odd                              []bool

	ok       []bool
	results  []secp256k1.PublicKey
	products [][secp256k1.CompressedSize]byte
}

func columnsOf(rows []*row) *columns {
	c := &columns{
		ok: make([]bool, len(rows)), results: make([]secp256k1.PublicKey, len(rows)),
		products: make([][secp256k1.CompressedSize]byte, len(rows)),
	}
	for _, r := range rows {
		c.keys = append(c.keys, r.key)
		c.pubs = append(c.pubs, r.pub)
		c.xonly = append(c.xonly, r.xonly)
		c.encoded = append(c.encoded, r.encoded)
		c.x = append(c.x, r.x)
		c.digest = append(c.digest, r.digest)
		c.msg = append(c.msg, r.msg)
		c.schnorr = append(c.schnorr, r.schnorr)
		parsed, _ := schnorr.ParseSignature(r.schnorr)
		c.bip340 = append(c.bip340, parsed)
		c.sigs = append(c.sigs, r.sig)
		c.rec = append(c.rec, r.rec)
		c.compact = append(c.compact, r.compact)
		c.der = append(c.der, r.der)
		c.tweak = append(c.tweak, r.tweak)
		c.tweaked = append(c.tweaked, r.tweaked)
		c.odd = append(c.odd, r.odd)
	}
	return c
}

// resize has, for each column by its name, what gives it another length: with zero values
// at the end where it is longer, without room behind it where it is shorter.
func (c *columns) resize() map[string]func(n int) {
	return map[string]func(n int){
		"ok": resize(&c.ok), "results": resize(&c.results), "products": resize(&c.products),
		"keys": resize(&c.keys), "pubs": resize(&c.pubs), "xonly": resize(&c.xonly), "encoded": resize(&c.encoded),
		"x": resize(&c.x), "digest": resize(&c.digest), "msg": resize(&c.msg), "schnorr": resize(&c.schnorr),
		"bip340": resize(&c.bip340),
		"sigs":   resize(&c.sigs), "rec": resize(&c.rec), "compact": resize(&c.compact), "der": resize(&c.der),
		"tweak": resize(&c.tweak), "tweaked": resize(&c.tweaked), "odd": resize(&c.odd),
	}
}

func resize[T any](column *[]T) func(n int) {
	return func(n int) {
		resized := make([]T, n)
		copy(resized, *column)
		*column = resized
	}
}

var scratch = new(batch.Scratch)

// scanner is the key of SecretMul.
var scanner = func() *secp256k1.SecretKey {
	k := new(secp256k1.SecretKey)
	if err := k.SetBytes([]byte("the key of somebody who scans ..")); err != nil {
		panic(err)
	}
	return k
}()

// An operation in a batch and one by one. The latter returns what the former
// writes, besides the verdict.
type operation struct {
	name  string
	takes string // columns
	batch func(c *columns) (failed int)
	one   func(r *row) (ok bool, result secp256k1.PublicKey)
}

// secretMul is the operation that writes encodings of points.
const secretMul = "SecretMul"

// run is batch, which always has its results as keys. Products are keys or zeros.
func (o *operation) run(c *columns) (failed int) {
	failed = o.batch(c)
	if o.name == secretMul {
		for i := range c.products {
			c.results[i] = secp256k1.PublicKey{}
			if c.products[i] != [secp256k1.CompressedSize]byte{} {
				key, err := secp256k1.ParsePublicKey(c.products[i][:])
				must(err)
				c.results[i] = key
			}
		}
	}
	return failed
}

// alone is the function for one row that a batch is not to be slower than.
func (o *operation) alone(r *row) {
	if o.name == secretMul { // TweakMul takes variable time
		var x [ecdh.Size]byte
		_, err := ecdh.AppendSharedX(x[:0], scanner, &r.pub)
		must(err)
		return
	}
	o.one(r)
}

func verdict(ok bool) (bool, secp256k1.PublicKey) { return ok, secp256k1.PublicKey{} }

func found(p secp256k1.PublicKey, err error) (bool, secp256k1.PublicKey) { return err == nil, p }

// verifySchnorr parses and verifies.
func verifySchnorr(key *secp256k1.XOnlyPublicKey, r *row) bool {
	sig, err := schnorr.ParseSignature(r.schnorr)
	return err == nil && schnorr.Verify(key, r.msg, &sig)
}

// verified parses and verifies as asked.
func verified(r *row, der, anyS bool) (bool, secp256k1.PublicKey) {
	sig, err := ecdsa.ParseCompact(r.compact)
	if der {
		sig, err = ecdsa.ParseDER(r.der)
	}
	key, keyErr := secp256k1.ParsePublicKey(r.encoded)
	if err != nil || keyErr != nil {
		return verdict(false)
	}
	if anyS {
		return verdict(ecdsa.VerifyAnyS(&key, r.digest, &sig))
	}
	return verdict(ecdsa.Verify(&key, r.digest, &sig))
}

var operations = []operation{
	{"VerifyECDSA", "ok pubs digest sigs", func(c *columns) int { return batch.VerifyECDSA(c.ok, c.pubs, c.digest, c.sigs, batch.Rules{}) },
		func(r *row) (bool, secp256k1.PublicKey) { return verdict(ecdsa.Verify(&r.pub, r.digest, &r.sig)) }},
	{"VerifyECDSA AnyS", "ok pubs digest sigs", func(c *columns) int {
		return batch.VerifyECDSA(c.ok, c.pubs, c.digest, c.sigs, batch.Rules{AnyS: true})
	}, func(r *row) (bool, secp256k1.PublicKey) { return verdict(ecdsa.VerifyAnyS(&r.pub, r.digest, &r.sig)) }},
	{"VerifyECDSAEncoded", "ok encoded digest compact", func(c *columns) int {
		return batch.VerifyECDSAEncoded(c.ok, c.encoded, c.digest, c.compact, batch.Rules{})
	}, func(r *row) (bool, secp256k1.PublicKey) { return verified(r, false, false) }},
	{"VerifyECDSAEncoded DER AnyS", "ok encoded digest der", func(c *columns) int {
		return batch.VerifyECDSAEncoded(c.ok, c.encoded, c.digest, c.der, batch.Rules{DER: true, AnyS: true})
	}, func(r *row) (bool, secp256k1.PublicKey) { return verified(r, true, true) }},
	{"RecoverECDSA", "ok results digest rec", func(c *columns) int { return batch.RecoverECDSA(c.ok, c.results, c.digest, c.rec) },
		func(r *row) (bool, secp256k1.PublicKey) { return found(ecdsa.Recover(r.digest, &r.rec)) }},
	{"VerifySchnorr", "ok xonly msg bip340", func(c *columns) int { return batch.VerifySchnorr(c.ok, c.xonly, c.msg, c.bip340) },
		func(r *row) (bool, secp256k1.PublicKey) { return verdict(verifySchnorr(&r.xonly, r)) }},
	{"VerifySchnorrEncoded", "ok x msg schnorr", func(c *columns) int { return batch.VerifySchnorrEncoded(c.ok, c.x, c.msg, c.schnorr) },
		func(r *row) (bool, secp256k1.PublicKey) {
			x, err := secp256k1.ParseXOnlyPublicKey(r.x)
			return verdict(err == nil && verifySchnorr(&x, r))
		}},
	{"VerifySchnorrAll", "ok xonly msg bip340", func(c *columns) int { return batch.VerifySchnorrAll(c.ok, c.xonly, c.msg, c.bip340, scratch) },
		func(r *row) (bool, secp256k1.PublicKey) { return verdict(verifySchnorr(&r.xonly, r)) }},
	{"VerifySchnorrAllEncoded", "ok x msg schnorr", func(c *columns) int {
		return batch.VerifySchnorrAllEncoded(c.ok, c.x, c.msg, c.schnorr, scratch)
	}, func(r *row) (bool, secp256k1.PublicKey) {
		x, err := secp256k1.ParseXOnlyPublicKey(r.x)
		return verdict(err == nil && verifySchnorr(&x, r))
	}},
	{"ParsePublicKeys", "ok results encoded", func(c *columns) int { return batch.ParsePublicKeys(c.ok, c.results, c.encoded) },
		func(r *row) (bool, secp256k1.PublicKey) { return found(secp256k1.ParsePublicKey(r.encoded)) }},
	{"TweakAdd", "ok results pubs tweak", func(c *columns) int { return batch.TweakAdd(c.ok, c.results, c.pubs, c.tweak) },
		func(r *row) (bool, secp256k1.PublicKey) { return found(r.pub.TweakAdd(r.tweak)) }},
	{"TweakAdd in place", "ok results tweak", func(c *columns) int {
		copy(c.results, c.pubs)
		return batch.TweakAdd(c.ok, c.results, c.results, c.tweak)
	}, func(r *row) (bool, secp256k1.PublicKey) { return found(r.pub.TweakAdd(r.tweak)) }},
	{"CheckTweaks", "ok tweaked odd xonly tweak", func(c *columns) int { return batch.CheckTweaks(c.ok, c.tweaked, c.odd, c.xonly, c.tweak) },
		func(r *row) (bool, secp256k1.PublicKey) {
			return verdict(r.xonly.TweakAddCheck(r.tweaked, r.odd, r.tweak))
		}},
	{"PublicKeys", "ok results keys", func(c *columns) int { return batch.PublicKeys(c.ok, c.results, c.keys) },
		func(r *row) (bool, secp256k1.PublicKey) { p := r.key.PublicKey(); return p.IsValid(), p }},
	{secretMul, "ok products pubs", func(c *columns) int { return batch.SecretMul(c.ok, c.products, scanner, c.pubs) },
		func(r *row) (bool, secp256k1.PublicKey) { return found(r.pub.TweakMul(scanner.Bytes())) }},
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// newRow is a row that is good in all operations, with the secret key d.
func newRow(d *big.Int, number int) *row {
	r := new(row)
	must(r.key.SetBytes(bigcurve.Bytes(d)))
	r.pub = r.key.PublicKey()
	x, _ := r.pub.XOnly()
	r.xonly, r.x = x, x.Bytes()
	r.encoded = r.pub.Bytes()
	if number%3 == 1 {
		r.encoded = r.pub.Uncompressed()
	}
	h := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(number)))
	r.digest, r.msg = h[:], h[:number%33]
	var err error
	r.rec, err = ecdsa.SignRecoverable(&r.key, r.digest)
	must(err)
	bip340, err := schnorr.Sign(&r.key, r.msg, nil)
	must(err)
	r.schnorr = bip340.Bytes()
	t := sha256.Sum256(h[:])
	r.tweak = t[:]
	r.setSignature(r.rec.Signature())
	r.setTweaked()
	return r
}

func (r *row) setSignature(sig ecdsa.Signature) {
	r.sig, r.compact, r.der = sig, sig.Compact(), sig.DER()
}

// setTweaked makes the tweak check good.
func (r *row) setTweaked() {
	q, err := r.xonly.TweakAdd(r.tweak)
	must(err)
	x, odd := q.XOnly()
	r.tweaked, r.odd = x.Bytes(), odd
}

func flipped(b []byte, bit int) []byte {
	b = slices.Clone(b)
	b[bit/8] ^= 1 << (bit % 8)
	return b
}

var (
	zeros = make([]byte, 32)
	order = bigcurve.Bytes(bigcurve.N)
	prime = bigcurve.Bytes(bigcurve.P)
	none  = append(make([]byte, 31), 5) // no point has this x
)

// faults make a good row bad in some operations. The first one does nothing.
var faults = []struct {
	name string
	make func(r *row)
}{
	{"none", func(*row) {}},
	{"another digest, message, tweaked key", func(r *row) {
		r.digest, r.tweaked = flipped(r.digest, 3), flipped(r.tweaked, 250)
		r.msg = append(slices.Clone(r.msg), 1)
	}},
	{"another s", func(r *row) {
		sig, err := ecdsa.ParseCompact(flipped(r.compact, 511-3))
		must(err)
		r.setSignature(sig)
		r.rec, err = ecdsa.ParseRecoverable(r.compact, r.rec.ID())
		must(err)
		r.schnorr, r.tweak = flipped(r.schnorr, 500), flipped(r.tweak, 255)
	}},
	{"another r", func(r *row) {
		sig, err := ecdsa.ParseCompact(flipped(r.compact, 255))
		must(err)
		r.setSignature(sig)
		r.rec, err = ecdsa.ParseRecoverable(r.compact, r.rec.ID())
		must(err)
		r.schnorr = flipped(r.schnorr, 255)
	}},
	{"a high s, the other parity", func(r *row) {
		var s group.Scalar
		s.SetBytes((*[32]byte)(r.compact[32:]))
		s.Negate(&s)
		compact := slices.Clone(r.compact)
		s.PutBytes((*[32]byte)(compact[32:]))
		sig, err := ecdsa.ParseCompact(compact)
		must(err)
		r.setSignature(sig)
		r.rec, err = ecdsa.ParseRecoverable(compact, r.rec.ID()^1)
		must(err)
		r.odd = !r.odd
		r.x, r.encoded = prime, flipped(r.encoded, 7)
		s.SetBytes((*[32]byte)(r.schnorr[32:]))
		s.Negate(&s)
		r.schnorr = slices.Clone(r.schnorr)
		s.PutBytes((*[32]byte)(r.schnorr[32:]))
	}},
	{"nothing where there should be something", func(r *row) { *r = row{} }},
	{"zeros", func(r *row) {
		r.digest, r.compact, r.schnorr, r.x, r.encoded = zeros, make([]byte, 64), make([]byte, 64), zeros, make([]byte, 33)
		r.tweak, r.der = zeros, []byte{0x30, 6, 2, 1, 0, 2, 1, 0}
		r.setTweaked()
	}},
	{"r and s of n", func(r *row) {
		r.compact, r.schnorr, r.tweak = append(slices.Clone(order), order...), append(slices.Clone(r.schnorr[:32]), order...), order
		r.der = slices.Concat([]byte{0x30, 70, 2, 33, 0}, order, []byte{2, 33, 0}, order)
	}},
	{"no point has the x", func(r *row) {
		r.x, r.encoded = none, append([]byte{3}, none...)
		r.schnorr = append(slices.Clone(none), r.schnorr[32:]...)
		var err error
		r.rec, err = ecdsa.ParseRecoverable(append(slices.Clone(none), r.compact[32:]...), 1)
		must(err)
	}},
	{"r of p, an id that r does not have", func(r *row) {
		r.schnorr = append(slices.Clone(prime), r.schnorr[32:]...)
		var err error
		r.rec, err = ecdsa.ParseRecoverable(r.compact, r.rec.ID()|2)
		must(err)
		r.encoded = append([]byte{4}, make([]byte, 64)...)
	}},
	{"too short or long", func(r *row) {
		r.digest, r.compact, r.schnorr, r.tweak = r.digest[:31], r.compact[:63], r.schnorr[:63], r.tweak[:31]
		r.x, r.encoded, r.tweaked = r.x[:31], append(slices.Clone(r.encoded), 0), r.tweaked[:31]
		r.der = append(slices.Clone(r.der), 0)
	}},
	{"hybrid, a sum of infinity", func(r *row) {
		r.encoded = r.pub.Uncompressed()
		r.encoded[0] = 6 | r.encoded[64]&1
		var d group.SecretScalar
		var t group.Scalar
		r.key.PutScalar(&d)
		t = d.Declassify()
		t.Negate(&t)
		r.tweak = make([]byte, 32)
		t.PutBytes((*[32]byte)(r.tweak))
		r.tweaked, r.odd = zeros, false // how infinity is held
	}},
	{"keys that are none", func(r *row) {
		r.key.Wipe()
		r.pub, r.xonly, r.encoded = secp256k1.PublicKey{}, secp256k1.XOnlyPublicKey{}, append([]byte{6 | ^r.pub.Uncompressed()[64]&1}, r.pub.Uncompressed()[1:]...)
	}},
	{"an R of infinity", func(r *row) {
		// s G - e P = 0 for s = e d, and u1 G + u2 Q = 0 for m = -r d. The x of infinity is
		// held as 0.
		var secret group.SecretScalar
		var e, m group.Scalar
		r.key.PutScalar(&secret)
		d := secret.Declassify()
		m.SetBytes((*[32]byte)(r.compact))
		m.Mul(&m, &d)
		m.Negate(&m)
		r.digest = make([]byte, 32)
		m.PutBytes((*[32]byte)(r.digest))
		if _, odd := r.pub.XOnly(); odd {
			d.Negate(&d)
		}
		r.schnorr = make([]byte, schnorr.SignatureSize)
		tagged.Challenge.Sum((*[32]byte)(r.schnorr[32:]), slices.Concat(r.schnorr[:32], r.x), r.msg)
		e.SetBytes((*[32]byte)(r.schnorr[32:]))
		e.Mul(&e, &d)
		e.PutBytes((*[32]byte)(r.schnorr[32:]))
	}},
	{"a recovered key of infinity", func(r *row) {
		// With R = G, s = m: Q = (s R - m G) / r.
		compact := append(bigcurve.Bytes(bigcurve.G.X), r.digest...)
		var err error
		r.rec, err = ecdsa.ParseRecoverable(compact, int(bigcurve.G.Y.Bit(0)))
		must(err)
	}},
}

// kinds are rows of every fault, of keys that are special and of others.
var kinds = func() (rows []*row) {
	lambda, _ := new(big.Int).SetString("5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72", 16)
	one := big.NewInt(1)
	for i, d := range []*big.Int{
		new(big.Int).SetBytes([]byte("an ordinary key of thirty-two by")), one, big.NewInt(2), new(big.Int).Sub(bigcurve.N, one),
		lambda, new(big.Int).Lsh(one, 128), new(big.Int).SetBytes([]byte("and one more, for good measure..")),
	} {
		for _, fault := range faults {
			r := newRow(d, i)
			fault.make(r)
			rows = append(rows, r)
		}
	}
	return rows
}()
