package ct_test

import (
	"bytes"
	stdecdsa "crypto/ecdsa"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"koblitz.dev/go/batch"
	"koblitz.dev/go/ecdh"
	"koblitz.dev/go/ecdsa"
	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/bigcurve"
	"koblitz.dev/go/internal/cpu"
	"koblitz.dev/go/internal/ct"
	"koblitz.dev/go/internal/rfc6979"
	"koblitz.dev/go/internal/scalar"
	"koblitz.dev/go/internal/secrettest"
	"koblitz.dev/go/koblitz"
	"koblitz.dev/go/schnorr"
	"koblitz.dev/go/signer"
)

// A subject is a key with all that its operations compute from it.
type subject struct {
	key              *koblitz.SecretKey
	pair             *schnorr.KeyPair
	pub              koblitz.PublicKey
	x                koblitz.XOnlyPublicKey
	secret           [32]byte
	digest, tweak    [32]byte
	needles          map[string][]byte
	signer           *signer.Key
	generator        *signer.KeyGenerator
	out              [256]byte
	kept             []byte // a result, which is not on the stack
	scratch          koblitz.SecretKey
	scalar           group.SecretScalar
	scratchPair      schnorr.KeyPair
	scratchSigner    signer.Key
	scratchGenerator signer.KeyGenerator
	standard         *stdecdsa.PrivateKey
	ok               [rows]bool
	pubs             [1]koblitz.PublicKey
	products         [rows][koblitz.CompressedSize]byte
}

// rows are as many as package lanes is asked for.
const rows = 11

func newSubject(t *testing.T, seed string) *subject {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s := &subject{key: new(koblitz.SecretKey), pair: new(schnorr.KeyPair), needles: map[string][]byte{},
		signer: signer.New(), generator: signer.NewGenerator()}
	s.secret = sha256.Sum256([]byte("secret " + seed))
	s.digest = sha256.Sum256([]byte("digest " + seed))
	s.tweak = sha256.Sum256([]byte("tweak " + seed))
	must(s.key.SetBytes(s.secret[:]))
	s.key.PutScalar(&s.scalar)
	must(s.pair.SetSecretKey(s.key))
	must(s.signer.InitSec(s.secret[:]))
	_, err := s.generator.Generate()
	must(err)
	s.pub = s.key.PublicKey()
	s.standard, err = ecdsa.StandardSecretKey(s.key)
	must(err)
	s.x, _ = s.pub.XOnly()

	n := bigcurve.N
	add := func(name string, v *big.Int) { maps.Copy(s.needles, secrettest.Pieces(name, v)) }
	number := func(b []byte) *big.Int { return new(big.Int).SetBytes(b) }
	mod := func(v *big.Int) *big.Int { return new(big.Int).Mod(v, n) }
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	d, tweak, m := number(s.secret[:]), number(s.tweak[:]), number(s.digest[:])
	minus := mod(new(big.Int).Neg(d))
	// (2^258 - 1) / 2 mod n
	offset := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 258), big.NewInt(1))
	offset = mod(mul(offset, new(big.Int).ModInverse(big.NewInt(2), n)))
	add("d", d)
	add("-d", minus)
	add("d of secretBase", mod(new(big.Int).Add(d, offset)))
	add("-d of secretBase", mod(new(big.Int).Add(minus, offset)))
	add("d tweak", mul(d, tweak))
	add("d tweak mod n", mod(mul(d, tweak)))
	add("d + tweak", mod(new(big.Int).Add(d, tweak)))
	add("-d + tweak", mod(new(big.Int).Add(minus, tweak)))

	// ECDSA
	for name, extra := range map[string][]byte{"": nil, ", extra": s.tweak[:]} {
		var g rfc6979.Generator
		var b [32]byte
		key, digest := s.secret, [32]byte(bigcurve.Bytes(mod(m)))
		g.Init(&key, &digest, extra)
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
	for name, aux := range map[string][]byte{"": s.tweak[:], ", no aux": make([]byte, 32)} {
		even := d
		if _, odd := s.pub.XOnly(); odd {
			even = minus
		}
		mask := schnorr.TaggedHash([]byte("BIP0340/aux"), aux)
		masked := new(big.Int).Xor(even, number(mask[:]))
		px := s.x.Bytes()
		nonce := schnorr.TaggedHash([]byte("BIP0340/nonce"), slices.Concat(bigcurve.Bytes(masked), px, s.digest[:]))
		k := mod(number(nonce[:]))
		r := bigcurve.G.Mul(k)
		e := schnorr.TaggedHash([]byte("BIP0340/challenge"), slices.Concat(bigcurve.Bytes(r.X), px, s.digest[:]))
		ed := mul(mod(number(e[:])), even)
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
	k.SetBytes(&s.secret)
	k.SplitSigned(&v1, &v2)
	for i, v := range [][3]uint64{v1, v2} {
		for limb := range v {
			add(fmt.Sprintf("v%d of d, limb %d", i+1, limb), new(big.Int).SetUint64(v[limb]))
		}
	}

	// d (7 G) and its hash
	shared := sharedPoint().Mul(d)
	add("x of d P", shared.X)
	add("y of d P", shared.Y)
	ct.ClearRegisters() // of what was computed here
	return s
}

// protocol is what a protocol may do: every multiplication, and an ECDSA nonce.
func (s *subject) protocol() {
	var d, k, t group.SecretScalar
	var p, q group.SecretPoint
	var g group.Point
	var b, digest [32]byte
	var c [33]byte
	s.key.PutScalar(&d)
	g.SetGenerator()
	p.Mul(&d, &g)
	q.BaseMul(&d)
	p.Add(&p, &q)
	p.PutCompressed(&c)
	t.Invert(&d)
	d.PutBytes(&b)
	t.SetBytes(&s.digest)
	t.PutBytes(&digest)
	var nonces group.NonceGenerator
	nonces.Init(&b, &digest, nil)
	nonces.Next(&k)
	t.Invert(&k)
	q.BaseMul(&k)
	q.Declassify(&g)
}

// sharedPoint is the peer's key of all Diffie-Hellman exchanges here.
func sharedPoint() bigcurve.Point { return bigcurve.G.Mul(big.NewInt(7)) }

// operations are those on secrets, by the name of the function.
func operations(t *testing.T) map[string]func(s *subject) {
	peer, err := koblitz.ParsePublicKey(sharedPoint().Uncompressed())
	if err != nil {
		t.Fatal(err)
	}
	x, _ := peer.XOnly()
	px := x.Bytes()
	peers := slices.Repeat([]koblitz.PublicKey{peer}, rows)
	return map[string]func(s *subject){
		"koblitz.SecretKey.Generate":      func(s *subject) { s.scratch.Generate() },
		"koblitz.SecretKey.SetBytes":      func(s *subject) { _ = s.scratch.SetBytes(s.secret[:]) },
		"koblitz.SecretKey.IsValid":       func(s *subject) { s.key.IsValid() },
		"koblitz.SecretKey.Bytes":         func(s *subject) { s.kept = s.key.Bytes() },
		"koblitz.SecretKey.AppendBytes":   func(s *subject) { s.kept = s.key.AppendBytes(s.out[:0]) },
		"koblitz.SecretKey.PublicKey":     func(s *subject) { _ = s.key.PublicKey() },
		"koblitz.SecretKey.Public":        func(s *subject) { _ = s.key.Public() },
		"koblitz.SecretKey.Sign":          func(s *subject) { _, _ = s.key.Sign(nil, s.digest[:], nil) },
		"koblitz.SecretKey.Equal":         func(s *subject) { s.key.Equal(s.key) },
		"koblitz.SecretKey.Negate":        func(s *subject) { _ = s.key.Negate() },
		"koblitz.SecretKey.TweakAdd":      func(s *subject) { _ = s.key.TweakAdd(s.tweak[:]) },
		"koblitz.SecretKey.XOnlyTweakAdd": func(s *subject) { _ = s.key.XOnlyTweakAdd(s.tweak[:]) },
		"koblitz.SecretKey.TweakMul":      func(s *subject) { _ = s.key.TweakMul(s.tweak[:]) },
		"koblitz.SecretKey.Wipe":          func(s *subject) { s.key.Wipe() },
		"koblitz.SecretKey.SetScalar":     func(s *subject) { _ = s.scratch.SetScalar(&s.scalar) },
		"koblitz.SecretKey.PutScalar":     func(s *subject) { s.key.PutScalar(&s.scalar) },

		"group.Wiped": func(s *subject) { group.Wiped(func() { s.protocol() }) },

		"batch.PublicKeys": func(s *subject) { batch.PublicKeys(s.ok[:1], s.pubs[:], unsafe.Slice(s.key, 1)) },
		"batch.SecretMul":  func(s *subject) { batch.SecretMul(s.ok[:], s.products[:], s.key, peers) },

		"ecdsa.Sign":                  func(s *subject) { _, _ = ecdsa.Sign(s.key, s.digest[:]) },
		"ecdsa.SignExtra":             func(s *subject) { _, _ = ecdsa.SignExtra(s.key, s.digest[:], s.tweak[:]) },
		"ecdsa.SignRSV":               func(s *subject) { _, _ = ecdsa.SignRSV(s.key, s.digest[:]) },
		"ecdsa.SignRecoverable":       func(s *subject) { _, _ = ecdsa.SignRecoverable(s.key, s.digest[:]) },
		"ecdsa.StandardSecretKey":     func(s *subject) { s.standard, _ = ecdsa.StandardSecretKey(s.key) },
		"ecdsa.FromStandardSecretKey": func(s *subject) { _ = ecdsa.FromStandardSecretKey(&s.scratch, s.standard) },

		"schnorr.KeyPair.SetSecretKey":    func(s *subject) { _ = s.scratchPair.SetSecretKey(s.key) },
		"schnorr.KeyPair.IsValid":         func(s *subject) { s.pair.IsValid() },
		"schnorr.KeyPair.PublicKey":       func(s *subject) { s.pair.PublicKey() },
		"schnorr.KeyPair.Sign":            func(s *subject) { _, _ = s.pair.Sign(s.digest[:], s.tweak[:]) },
		"schnorr.KeyPair.AppendSignature": func(s *subject) { _, _ = s.pair.AppendSignature(s.out[:0], s.digest[:], nil) },
		"schnorr.KeyPair.PutSecretKey":    func(s *subject) { _ = s.pair.PutSecretKey(&s.scratch) },
		"schnorr.KeyPair.Wipe":            func(s *subject) { s.pair.Wipe() },
		"schnorr.Sign":                    func(s *subject) { _, _ = schnorr.Sign(s.key, s.digest[:], s.tweak[:]) },
		"schnorr.KeyPair.UnmarshalText":   func(s *subject) { _ = s.pair.UnmarshalText(s.secret[:]) },
		"koblitz.SecretKey.UnmarshalText": func(s *subject) { _ = s.key.UnmarshalText(s.secret[:]) },

		"ecdh.SharedSecret":       func(s *subject) { s.kept, _ = ecdh.SharedSecret(s.key, &peer) },
		"ecdh.AppendSharedSecret": func(s *subject) { s.kept, _ = ecdh.AppendSharedSecret(s.out[:0], s.key, &peer) },
		"ecdh.SharedX":            func(s *subject) { s.kept, _ = ecdh.SharedX(s.key, &peer) },
		"ecdh.AppendSharedX":      func(s *subject) { s.kept, _ = ecdh.AppendSharedX(s.out[:0], s.key, &peer) },
		"ecdh.SharedXOnly":        func(s *subject) { s.kept, _ = ecdh.SharedXOnly(s.key, &x) },
		"ecdh.AppendSharedXOnly":  func(s *subject) { s.kept, _ = ecdh.AppendSharedXOnly(s.out[:0], s.key, &x) },

		"signer.Key.Generate":               func(s *subject) { _ = s.scratchSigner.Generate() },
		"signer.Key.InitSec":                func(s *subject) { _ = s.scratchSigner.InitSec(s.secret[:]) },
		"signer.Key.InitPub":                func(s *subject) { _ = s.signer.InitPub(px) },
		"signer.Key.Sec":                    func(s *subject) { s.kept = s.signer.Sec() },
		"signer.Key.Pub":                    func(s *subject) { s.signer.Pub() },
		"signer.Key.Sign":                   func(s *subject) { _, _ = s.signer.Sign(s.digest[:]) },
		"signer.Key.Verify":                 func(s *subject) { _, _ = s.signer.Verify(s.digest[:], s.out[:64]) },
		"signer.Key.Zero":                   func(s *subject) { s.signer.Zero() },
		"signer.Key.UnmarshalText":          func(s *subject) { _ = s.signer.UnmarshalText(s.secret[:]) },
		"signer.Key.ECDH":                   func(s *subject) { s.kept, _ = s.signer.ECDH(px) },
		"signer.Key.ECDHRaw":                func(s *subject) { s.kept, _ = s.signer.ECDHRaw(px) },
		"signer.KeyGenerator.Generate":      func(s *subject) { _, _ = s.scratchGenerator.Generate() },
		"signer.KeyGenerator.Negate":        func(s *subject) { s.generator.Negate() },
		"signer.KeyGenerator.KeyPairBytes":  func(s *subject) { s.kept, _ = s.generator.KeyPairBytes() },
		"signer.KeyGenerator.Zero":          func(s *subject) { s.generator.Zero() },
		"signer.KeyGenerator.UnmarshalText": func(s *subject) { _ = s.generator.UnmarshalText(s.secret[:]) },
	}
}

// public are operations that touch no secret, or wipe one and no more, or whose
// deepest frames are those of what is public.
var public = map[string]bool{
	"batch.SecretMul":           true,
	"koblitz.SecretKey.IsValid": true, "koblitz.SecretKey.Wipe": true,
	"koblitz.SecretKey.SetScalar": true, "koblitz.SecretKey.PutScalar": true,
	"schnorr.KeyPair.IsValid": true, "schnorr.KeyPair.PublicKey": true, "schnorr.KeyPair.PutSecretKey": true, "schnorr.KeyPair.Wipe": true,
	"signer.Key.InitPub": true, "signer.Key.Pub": true, "signer.Key.Verify": true, "signer.Key.Zero": true,
	"signer.KeyGenerator.Zero":        true,
	"koblitz.SecretKey.UnmarshalText": true, "schnorr.KeyPair.UnmarshalText": true, "signer.Key.UnmarshalText": true,
	"signer.KeyGenerator.UnmarshalText": true,
}

// cleared tells whether the deepest that a function came is a frame that was
// cleared, so that it kept to the size of that.
func cleared(left []byte) error {
	// Return addresses are around the cleared bytes, also in those of a call that
	// had come a little deeper before.
	const around, least = 512, 400
	deepest := slices.IndexFunc(left, func(b byte) bool { return b != secrettest.Filler })
	if deepest < 0 {
		return errors.New("nothing ran")
	}
	zeros := bytes.Index(left[deepest:], make([]byte, least))
	if zeros < 0 || zeros > around {
		return fmt.Errorf("the stack is not clear from %d bytes below on", len(left)-deepest)
	}
	return nil
}

// Nothing secret stays on the stack, whatever ran: neither the key, nor a nonce,
// its inverse, or a product with one of them. The runtime saves all registers
// there where it interrupts a goroutine that has run for 10 ms; what is found
// once in several runs only is that.
func TestStackIsWiped(t *testing.T) {
	const runs = 4
	for kind := range cpu.Kinds {
		for name, f := range operations(t) {
			for _, seed := range []string{"1", "2"} {
				var found []string
				for range runs {
					s := newSubject(t, seed)
					if found = findings(s, secrettest.Remains(func() { f(s) }), public[name]); len(found) == 0 {
						break
					}
				}
				for _, what := range found {
					t.Errorf("%s, %s: %s", name, kind, what)
				}
			}
		}
	}
}

// findings says what a function that worked with s left on its stack.
func findings(s *subject, left []byte, public bool) []string {
	var found []string
	if err := cleared(left); err != nil && !public {
		found = append(found, err.Error())
	}
	for what, piece := range s.needles {
		if at := bytes.Index(left, piece); at >= 0 {
			found = append(found, fmt.Sprintf("%s, %d bytes below", what, secrettest.Visible-at))
		}
	}
	return found
}

// The search finds what a function leaves.
func TestStackSearch(t *testing.T) {
	s := newSubject(t, "1")
	left := secrettest.Remains(func() { secrettest.Leave(&s.secret) })
	for _, what := range []string{"d, 64 bits from 0 on, big-endian", "d, 64 bits from 192 on, big-endian"} {
		if !bytes.Contains(left, s.needles[what]) {
			t.Errorf("not found: %s", what)
		}
	}
}

// Every exported function that is given a secret, or a type that holds one, is
// among the operations.
func TestEveryOperation(t *testing.T) {
	have := operations(t)
	for _, pkg := range []string{"batch", "koblitz", "ecdsa", "schnorr", "ecdh", "signer"} {
		files, err := filepath.Glob("../../" + pkg + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(pkg, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() || f.Name.Name == "Format" {
					continue
				}
				name, secret := pkg+"."+f.Name.Name, false
				fields := f.Type.Params.List
				if f.Recv != nil {
					fields = append(fields, f.Recv.List...)
				}
				for _, field := range fields {
					var of ast.Expr
					switch x := field.Type.(type) {
					case *ast.StarExpr:
						of = x.X
					case *ast.ArrayType:
						of = x.Elt
					}
					holder := pkg + "."
					switch x := of.(type) {
					case *ast.Ident:
						holder += x.Name
					case *ast.SelectorExpr:
						holder = x.X.(*ast.Ident).Name + "." + x.Sel.Name
					}
					switch holder {
					case "koblitz.SecretKey", "schnorr.KeyPair", "signer.Key", "signer.KeyGenerator":
						secret = true
					}
					if f.Recv != nil && field == f.Recv.List[0] {
						name = holder + "." + f.Name.Name
					}
				}
				if secret && have[name] == nil {
					t.Errorf("%s is not among the operations", name)
				}
			}
		}
	}
}

// Within group.Wiped the stack does not grow, and so no copy of a secret on it stays
// behind, for an f that has 2 KB of its own and calls what needs the most room: one
// product of Multiples, which is made as a single one is.
func TestWipedHasRoom(t *testing.T) {
	generator := make([]group.Point, 1)
	generator[0].SetGenerator()
	for depth := range 900 {
		moved := make(chan bool)
		go func() {
			var m group.Multiples
			m.SetVartime(generator)
			var found bool
			deeper(depth, func() {
				group.Wiped(func() {
					var own [2 << 10]byte
					var d group.SecretScalar
					out := make([][33]byte, 1)
					secrettest.Touch(&own[0])
					at := uintptr(unsafe.Pointer(&d))
					m.SecretMul(out, &d)
					found = at != uintptr(unsafe.Pointer(&d))
				})
			})
			moved <- found
		}()
		if <-moved {
			t.Fatalf("the stack moved, at depth %d", depth)
		}
	}
}
