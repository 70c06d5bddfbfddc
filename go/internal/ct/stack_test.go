package ct_test

import (
	"bytes"
	stdecdsa "crypto/ecdsa"
	"crypto/sha256"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/secrettest"
	"koblitz.dev/secp256k1/schnorr"
)

// A subject is a key with all that its operations compute from it.
type subject struct {
	key           *secp256k1.SecretKey
	pair          *schnorr.KeyPair
	pub           secp256k1.PublicKey
	x             secp256k1.XOnlyPublicKey
	secret        [32]byte
	digest, tweak [32]byte
	needles       map[string][]byte
	out           [256]byte
	kept          []byte // a result, which is not on the stack
	scratch       secp256k1.SecretKey
	made          *secp256k1.SecretKey
	scalar        group.SecretScalar
	scratchPair   schnorr.KeyPair
	standard      *stdecdsa.PrivateKey
	ok            [rows]bool
	pubs          [1]secp256k1.PublicKey
	products      [rows][secp256k1.CompressedSize]byte
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
	s := &subject{key: new(secp256k1.SecretKey), pair: new(schnorr.KeyPair)}
	s.secret = sha256.Sum256([]byte("secret " + seed))
	s.digest = sha256.Sum256([]byte("digest " + seed))
	s.tweak = sha256.Sum256([]byte("tweak " + seed))
	must(s.key.SetBytes(s.secret[:]))
	s.key.PutScalar(&s.scalar)
	must(s.pair.SetSecretKey(s.key))
	s.pub = s.key.PublicKey()
	var err error
	s.standard, err = ecdsa.StandardSecretKey(s.key)
	must(err)
	s.x, _ = s.pub.XOnly()

	s.needles = secrettest.Needles(&s.secret, &s.digest, &s.tweak)
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

// operations are those on secrets, by the name of the function.
func operations(t *testing.T) map[string]func(s *subject) {
	peer, err := secp256k1.ParsePublicKey(secrettest.Peer().Uncompressed())
	if err != nil {
		t.Fatal(err)
	}
	x, _ := peer.XOnly()
	peers := slices.Repeat([]secp256k1.PublicKey{peer}, rows)
	return map[string]func(s *subject){
		"secp256k1.GenerateSecretKey":       func(s *subject) { s.made = secp256k1.GenerateSecretKey() },
		"secp256k1.ParseSecretKey":          func(s *subject) { s.made, _ = secp256k1.ParseSecretKey(s.secret[:]) },
		"secp256k1.SecretKey.Generate":      func(s *subject) { s.scratch.Generate() },
		"secp256k1.SecretKey.SetBytes":      func(s *subject) { _ = s.scratch.SetBytes(s.secret[:]) },
		"secp256k1.SecretKey.IsValid":       func(s *subject) { s.key.IsValid() },
		"secp256k1.SecretKey.Bytes":         func(s *subject) { s.kept = s.key.Bytes() },
		"secp256k1.SecretKey.AppendBytes":   func(s *subject) { s.kept = s.key.AppendBytes(s.out[:0]) },
		"secp256k1.SecretKey.PublicKey":     func(s *subject) { _ = s.key.PublicKey() },
		"secp256k1.SecretKey.Public":        func(s *subject) { _ = s.key.Public() },
		"secp256k1.SecretKey.Sign":          func(s *subject) { _, _ = s.key.Sign(nil, s.digest[:], nil) },
		"secp256k1.SecretKey.Equal":         func(s *subject) { s.key.Equal(s.key) },
		"secp256k1.SecretKey.Negate":        func(s *subject) { _ = s.key.Negate() },
		"secp256k1.SecretKey.TweakAdd":      func(s *subject) { _ = s.key.TweakAdd(s.tweak[:]) },
		"secp256k1.SecretKey.XOnlyTweakAdd": func(s *subject) { _ = s.key.XOnlyTweakAdd(s.tweak[:]) },
		"secp256k1.SecretKey.TweakMul":      func(s *subject) { _ = s.key.TweakMul(s.tweak[:]) },
		"secp256k1.SecretKey.Wipe":          func(s *subject) { s.key.Wipe() },
		"secp256k1.SecretKey.SetScalar":     func(s *subject) { _ = s.scratch.SetScalar(&s.scalar) },
		"secp256k1.SecretKey.PutScalar":     func(s *subject) { s.key.PutScalar(&s.scalar) },

		"group.Wiped": func(s *subject) { group.Wiped(func() { s.protocol() }) },

		"batch.PublicKeys": func(s *subject) { batch.PublicKeys(s.ok[:1], s.pubs[:], unsafe.Slice(s.key, 1)) },
		"batch.SecretMul":  func(s *subject) { batch.SecretMul(s.ok[:], s.products[:], s.key, peers) },

		"ecdsa.Sign":                  func(s *subject) { _, _ = ecdsa.Sign(s.key, s.digest[:]) },
		"ecdsa.SignExtra":             func(s *subject) { _, _ = ecdsa.SignExtra(s.key, s.digest[:], s.tweak[:]) },
		"ecdsa.SignRecoverable":       func(s *subject) { _, _ = ecdsa.SignRecoverable(s.key, s.digest[:]) },
		"ecdsa.StandardSecretKey":     func(s *subject) { s.standard, _ = ecdsa.StandardSecretKey(s.key) },
		"ecdsa.FromStandardSecretKey": func(s *subject) { s.made, _ = ecdsa.FromStandardSecretKey(s.standard) },

		"schnorr.KeyPair.SetSecretKey":      func(s *subject) { _ = s.scratchPair.SetSecretKey(s.key) },
		"schnorr.KeyPair.IsValid":           func(s *subject) { s.pair.IsValid() },
		"schnorr.KeyPair.PublicKey":         func(s *subject) { s.pair.PublicKey() },
		"schnorr.KeyPair.Sign":              func(s *subject) { _, _ = s.pair.Sign(s.digest[:], s.tweak[:]) },
		"schnorr.KeyPair.Sign, no aux":      func(s *subject) { _, _ = s.pair.Sign(s.digest[:], nil) },
		"schnorr.KeyPair.PutSecretKey":      func(s *subject) { _ = s.pair.PutSecretKey(&s.scratch) },
		"schnorr.KeyPair.Wipe":              func(s *subject) { s.pair.Wipe() },
		"schnorr.Sign":                      func(s *subject) { _, _ = schnorr.Sign(s.key, s.digest[:], s.tweak[:]) },
		"schnorr.KeyPair.UnmarshalText":     func(s *subject) { _ = s.pair.UnmarshalText(s.secret[:]) },
		"secp256k1.SecretKey.UnmarshalText": func(s *subject) { _ = s.key.UnmarshalText(s.secret[:]) },

		"ecdh.SharedSecret":       func(s *subject) { s.kept, _ = ecdh.SharedSecret(s.key, &peer) },
		"ecdh.AppendSharedSecret": func(s *subject) { s.kept, _ = ecdh.AppendSharedSecret(s.out[:0], s.key, &peer) },
		"ecdh.SharedX":            func(s *subject) { s.kept, _ = ecdh.SharedX(s.key, &peer) },
		"ecdh.AppendSharedX":      func(s *subject) { s.kept, _ = ecdh.AppendSharedX(s.out[:0], s.key, &peer) },
		"ecdh.SharedXOnly":        func(s *subject) { s.kept, _ = ecdh.SharedXOnly(s.key, &x) },
		"ecdh.AppendSharedXOnly":  func(s *subject) { s.kept, _ = ecdh.AppendSharedXOnly(s.out[:0], s.key, &x) },
	}
}

// public are operations that touch no secret, or wipe one and no more, or whose
// deepest frames are those of what is public.
var public = map[string]bool{
	"batch.SecretMul":             true,
	"secp256k1.SecretKey.IsValid": true, "secp256k1.SecretKey.Wipe": true,
	"secp256k1.SecretKey.SetScalar": true, "secp256k1.SecretKey.PutScalar": true,
	"schnorr.KeyPair.IsValid": true, "schnorr.KeyPair.PublicKey": true, "schnorr.KeyPair.PutSecretKey": true, "schnorr.KeyPair.Wipe": true,
	"secp256k1.SecretKey.UnmarshalText": true, "schnorr.KeyPair.UnmarshalText": true,
}

// Nothing secret stays on the stack, whatever ran: neither the key, nor a nonce,
// its inverse, or a product with one of them. The runtime saves all registers
// there where it interrupts a goroutine that has run for 10 ms; what is found
// once in several runs only is that.
func TestStackIsWiped(t *testing.T) {
	const runs = 4
	seeds := []string{"1", "2"}
	if testing.Short() {
		seeds = seeds[:1]
	}
	for kind := range cpu.Kinds {
		for name, f := range operations(t) {
			for _, seed := range seeds {
				var found []string
				for range runs {
					s := newSubject(t, seed)
					if found = secrettest.Findings(secrettest.Remains(func() { f(s) }), s.needles, public[name]); len(found) == 0 {
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

// Every exported function that is given or makes a secret, or a type that holds one, is
// among the operations.
func TestEveryOperation(t *testing.T) {
	have := operations(t)
	for pkg, dir := range map[string]string{"batch": "batch", "secp256k1": ".", "ecdsa": "ecdsa", "schnorr": "schnorr", "ecdh": "ecdh"} {
		files, err := filepath.Glob("../../" + dir + "/*.go")
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
				if f.Type.Results != nil {
					fields = append(fields, f.Type.Results.List...)
				}
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
					case "secp256k1.SecretKey", "schnorr.KeyPair":
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
			_ = m.SetVartime(generator)
			var found bool
			secrettest.Deeper(depth, func() {
				group.Wiped(func() {
					var own [2 << 10]byte
					var d group.SecretScalar
					out := make([][33]byte, 1)
					secrettest.Touch(&own[0])
					at := uintptr(unsafe.Pointer(&d))
					_ = m.SecretMul(out, &d)
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
