package ct_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// exports finds what the compiler knows of a package.
func exports(t *testing.T) func(path string) (io.ReadCloser, error) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("SKIPPED types of secrets: install Go 1.26")
	}
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "koblitz.dev/secp256k1/schnorr")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// Secrets are held by their types: none of these lines compiles, and each fails
// for the reason beside it. The first ones do, so that the others are not
// refused for something else.
func TestTypes(t *testing.T) {
	const head = `package p

import (
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/point"
	"koblitz.dev/secp256k1/internal/scalar"
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/schnorr"
)

var (
	b [32]byte
	c, c2 ct.Choice
	d, d2 digit.Digit
	entry digit.Entry
	e, e2 field.Secret
	public field.Element
	k, k2 scalar.Secret
	n scalar.Scalar
	v scalar.SignedBits
	a, a2 point.SecretAffine
	p point.Affine
	j point.Jacobian
	ge, ge2 group.SecretElement
	gk, gk2 group.SecretScalar
	gp, gp2 group.SecretPoint
	gpublic group.Point
	gn group.Scalar
	key, key2 secp256k1.SecretKey
	pair, pair2 schnorr.KeyPair
)

func f() {
	`
	const (
		notComparable = "cannot be compared"
		noMethod      = "undefined"
		private       = "unexported"
		otherType     = "cannot use"
		noConversion  = "cannot convert"
	)
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", exports(t))
	for _, c := range []struct{ code, reason string }{
		{"e.Mul(&e, &e2); k.Mul(&k, &k2); _ = d.Negative(); point.PublicBaseMul(&p, &k)", ""},
		{"_ = c.And(c2).Or(c2.Not()).Declassify(); _ = ct.Bit(1); k.CondNegate(&k, k.IsHigh()); d.FromMemory(&entry, nil)", ""},
		{"point.AddBaseVartime(&j, &j, &n); public.InvertVartime(&public); _ = p == p; _ = public == public", ""},

		{"gp.Mul(&gk, &gpublic); ge.Mul(&ge, &ge2); gpublic.MulVartime(&gn, &gpublic); _ = gn == gn", ""},

		{"_ = e == e2", notComparable},
		{"_ = ge == ge2", notComparable},
		{"_ = gk == gk2", notComparable},
		{"_ = gp == gp2", notComparable},
		{"_ = gpublic == gpublic", notComparable},
		{"_ = k == k2", notComparable},
		{"_ = a == a2", notComparable},
		{"_ = v == v", notComparable},
		{"_ = d == d2", notComparable},
		{"_ = c == c2", notComparable},
		{"_ = k.IsHigh() == k2.IsHigh()", notComparable},
		{"_ = d.Negative() == d2.Negative()", notComparable},
		{"_ = k.IsHigh() == 1", "untyped int"},
		{"_ = gk.Equal(&gk2) == 1", "untyped int"},
		{"_ = d.Negative() != 0", "untyped int"},
		{"_ = k.IsZero() | k.IsOdd()", "not defined"},
		{"_ = 1 - k.IsOdd()", "untyped int"},
		{"_ = -e.IsOdd()", "not defined"},
		{"_ = [2]int{}[d.Negative()]", "must be integer"},
		{"switch k.IsOdd() { case ct.Bit(1): }", "cannot switch"},
		{"for k.IsOdd() { }", "non-boolean condition"},
		{"if k.SetBytes(&b) { }", "non-boolean condition"},
		{"if k.Equal(&k2) { }", "non-boolean condition"},
		{"if d.Negative() { }", "non-boolean condition"},
		{"_ = !k.IsHigh()", "not defined"},
		{"_ = k.IsHigh() && k.IsOdd()", "not defined"},
		{"_ = key == key2", notComparable},
		{"_ = pair == pair2", notComparable},
		{"_ = map[scalar.Secret]int{}", "invalid map key"},

		{"_ = c.bit", private},
		{"_ = ct.Choice{bit: 1}", private},
		{"_ = uint64(c)", noConversion},
		{"_ = int(k.IsHigh())", noConversion},
		{"_ = bool(k.IsHigh())", noConversion},
		{"_ = d.index", private},
		{"_ = digit.Digit{1}", private},
		{"_ = uint64(k.Digit(0, 1))", noConversion},
		{"_ = [32]int{}[d]", "must be integer"},
		{"_ = entry.X.e[0]", private},
		{"_ = entry.X == entry.Y", notComparable},
		{"_ = [8]uint64(entry)", noConversion},
		{"_ = int(d)", noConversion},
		{"_ = e.e", private},
		{"_ = [4]uint64(e)", noConversion},
		{"_ = field.Element(e)", noConversion},
		{"_ = k.d", private},
		{"_ = scalar.Scalar(k)", noConversion},
		{"_ = v.v[0]", private},
		{"_ = a.x", private},
		{"_ = point.Affine(a)", noConversion},
		{"_ = key.d", private},
		{"_ = pair.d", private},
		{"_ = secp256k1.XOnlyPublicKey(secp256k1.PublicKey{})", noConversion},
		{"_ = secp256k1.PublicKey(secp256k1.XOnlyPublicKey{})", noConversion},

		{"_ = group.Scalar(gk)", noConversion},
		{"_ = group.Element(ge)", noConversion},
		{"_ = group.Point(gp)", noConversion},
		{"_ = gk.s", private},
		{"_ = gp.p", private},
		{"_ = ge.e", private},

		{"gk.InvertVartime(&gk)", noMethod},
		{"_ = gk.IsZeroVartime()", noMethod},
		{"_ = gp.EqualVartime(&gp2)", noMethod},
		{"_ = ge.IsZeroVartime()", noMethod},
		{"gk.IsZero().Select(&[4]uint64{}, &[4]uint64{1}, &[4]uint64{})", noMethod},
		{"c.Negate(&[4]uint64{}, &[4]uint64{1}, 2)", noMethod},
		{"if gk.IsZero() { }", "non-boolean condition"},
		{"if gp.IsInfinity() { }", "non-boolean condition"},
		{"gpublic.MulVartime(&gk, &gpublic)", otherType},
		{"gpublic.AddVartime(&gp, &gpublic)", otherType},
		{"gp.Mul(&gn, &gpublic)", otherType},
		{"gp.Mul(&gk, &gp2)", otherType},
		{"gn.Mul(&gn, &gk)", otherType},

		{"_ = k.Bits(0, 6)", noMethod},
		{"_ = k.IsZeroVartime()", noMethod},
		{"k.InvertVartime(&k)", noMethod},
		{"k.SplitVartime(nil, nil)", noMethod},
		{"_ = e.IsZeroVartime()", noMethod},
		{"e.InvertVartime(&e)", noMethod},
		{"_ = e.SqrtVartime(&e)", noMethod},
		{"_ = a.OnCurveVartime()", noMethod},
		{"if k.IsZero() { }", "non-boolean condition"},
		{"if e.IsOdd() { }", "non-boolean condition"},

		{"point.AddBaseVartime(&j, &j, &k)", otherType},
		{"point.DoubleBaseVartime(&j, &k, &n, &j)", otherType},
		{"point.SecretMul(&p, &k, &j)", otherType},
		{"k.CondNegate(&k, 1)", otherType},
		{"k.Select(&k, &k2, true)", otherType},
		{"gk.Select(&gk, &gk2, 1)", otherType},
		{"gp.Select(&gp, &gp2, 0)", otherType},
		{"d.FromMemory(&[8]uint64{}, nil)", otherType},
		{"d.FromConstants(&p, \"\")", otherType},
		{"_ = digit.New(k.IsOdd(), 1)", otherType},
		{"k = n", otherType},
		{"e = public", otherType},
		{"k = scalar.Secret(n)", noConversion},
		{"k.SetPublic(&k2)", otherType},
		{"n.SetBytes(&k)", otherType},
		{"j.AddMixedVartime(&j, &a)", otherType},
		{"public.Mul(&public, &e)", otherType},
		{"n.Mul(&n, &k)", otherType},
	} {
		file, err := parser.ParseFile(fset, "p.go", head+c.code+"\n}\n", parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", c.code, err)
		}
		config := types.Config{Importer: imports}
		_, err = config.Check("koblitz.dev/secp256k1/internal/p", fset, []*ast.File{file}, nil)
		switch {
		case c.reason == "" && err != nil:
			t.Errorf("%s: %v", c.code, err)
		case c.reason != "" && err == nil:
			t.Errorf("%s compiles", c.code)
		case c.reason != "" && !strings.Contains(err.Error(), c.reason):
			t.Errorf("%s is refused, but for another reason: %v", c.code, err)
		}
	}
}
