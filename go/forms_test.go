package secp256k1_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/schnorr"
)

// A form is what packages json, fmt and gob make of a type without exported fields.
type form struct {
	set      any    // a pointer to a value that is set
	text     string // its text, if it has one
	err      error  // of package json; of the zero value alone where there is a text
	isSecret bool   // and prints as its name alone
	isRoom   bool   // memory or a stream, no value that anyone would store
}

// forms has every such type of the public packages.
func forms(t *testing.T) map[string]form {
	r := &newRows(t, 1)[0]
	var pair schnorr.KeyPair
	if err := pair.SetSecretKey(&r.key); err != nil {
		t.Fatal(err)
	}
	var k group.SecretScalar
	var e group.Element
	var f group.SecretElement
	var p group.Point
	var s group.SecretPoint
	var a group.AffinePoint
	var nonces group.NonceGenerator
	r.key.PutScalar(&k)
	n := k.Declassify()
	e.SetScalar(&n)
	f.SetPublic(&e)
	p = r.pub.Point()
	s.SetPublic(&p)
	a.SetVartime(&p)
	nonces.Init((*[32]byte)(r.secret), (*[32]byte)(r.digest), nil)
	odd := k.IsOdd()
	rsv := r.recoverable.RSV()
	return map[string]form{
		"secp256k1.SecretKey":        {set: &r.key, err: secp256k1.ErrSecretText, isSecret: true},
		"schnorr.KeyPair":            {set: &pair, err: secp256k1.ErrSecretText, isSecret: true},
		"group.SecretScalar":         {set: &k, err: group.ErrText, isSecret: true},
		"group.SecretElement":        {set: &f, err: group.ErrText, isSecret: true},
		"group.SecretPoint":          {set: &s, err: group.ErrText, isSecret: true},
		"group.NonceGenerator":       {set: &nonces, err: group.ErrText, isSecret: true},
		"group.Choice":               {set: &odd, err: group.ErrText, isSecret: true},
		"group.Scalar":               {set: &n, err: group.ErrText},
		"group.Element":              {set: &e, err: group.ErrText},
		"group.Point":                {set: &p, err: group.ErrText},
		"group.AffinePoint":          {set: &a, err: group.ErrText},
		"secp256k1.PublicKey":        {set: &r.pub, text: fmt.Sprintf("%x", r.compressed), err: secp256k1.ErrPublicKey},
		"secp256k1.XOnlyPublicKey":   {set: &r.xonly, text: fmt.Sprintf("%x", r.x), err: secp256k1.ErrPublicKey},
		"ecdsa.Signature":            {set: &r.sig, text: fmt.Sprintf("%x", r.compact), err: ecdsa.ErrSignature},
		"ecdsa.RecoverableSignature": {set: &r.recoverable, text: fmt.Sprintf("%x", rsv), err: ecdsa.ErrSignature},
		"schnorr.Signature":          {set: &r.schnorr, text: fmt.Sprintf("%x", r.bip340), err: schnorr.ErrSignature},
		"group.Multiples":            {set: new(group.Multiples), isRoom: true},
		"group.Products":             {set: new(group.Products), isRoom: true},
		"batch.Scratch":              {set: new(batch.Scratch), isRoom: true},
	}
}

// closedTypes returns the exported types of the module's public packages that have fields and
// export none, and those that are names of types of packages in internal.
func closedTypes(t *testing.T) (names []string) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if entry.Name() == "internal" || entry.Name() == "testdata" || err == nil && path != "." {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() && isClosed(s) {
					names = append(names, file.Name.Name+"."+s.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func isClosed(s *ast.TypeSpec) bool {
	fields, ok := s.Type.(*ast.StructType)
	if !ok {
		_, named := s.Type.(*ast.SelectorExpr)
		return named
	}
	for _, f := range fields.Fields.List {
		for _, name := range f.Names {
			if name.IsExported() {
				return false
			}
		}
	}
	return true
}

// TestForms: no value vanishes into {} or is read from it, wherever it stands, and no
// secret is printed. Each type that could is in the table.
func TestForms(t *testing.T) {
	table := forms(t)
	types := closedTypes(t)
	want := slices.Sorted(maps.Keys(table))
	if slices.Sort(types); !slices.Equal(types, want) {
		t.Errorf("types %v, tests of %v", types, want)
	}
	for name, f := range table {
		pointer := reflect.ValueOf(f.set)
		held := pointer.Type().Elem()
		unset := reflect.New(held)
		if f.isRoom {
			continue
		}
		for what, v := range places(pointer) {
			text, err := json.Marshal(v)
			if f.text == "" && !errors.Is(err, f.err) || f.text != "" && (err != nil || !bytes.Contains(text, []byte(`"`+f.text+`"`))) {
				t.Errorf("%s, %s, in package json: %s, %v", name, what, text, err)
			}
			var b bytes.Buffer
			if err := gob.NewEncoder(&b).Encode(v); err == nil {
				t.Errorf("%s, %s: package gob writes %d bytes", name, what, b.Len())
			}
		}
		for what, v := range places(unset) {
			if text, err := json.Marshal(v); !errors.Is(err, f.err) {
				t.Errorf("%s, zero value, %s, in package json: %s, %v", name, what, text, err)
			}
		}
		texts := []string{`{}`, `""`, `"` + f.text + `00"`, `0`, `[]`}
		if f.text == "" {
			texts = append(texts, `"`+strings.Repeat("01", 32)+`"`)
		}
		for _, text := range texts {
			read, field := reflect.New(held), fieldOf(pointer)
			read.Elem().Set(pointer.Elem())
			if err := json.Unmarshal([]byte(text), read.Interface()); err == nil || !reflect.DeepEqual(read.Interface(), f.set) {
				t.Errorf("%s of %s: %v", name, text, err)
			}
			err := json.Unmarshal([]byte(`{"F":`+text+`}`), field.Interface())
			if err == nil || !reflect.DeepEqual(field.Elem().Field(0).Addr().Interface(), f.set) {
				t.Errorf("%s, a field, of %s: %v", name, text, err)
			}
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
			for _, v := range []any{f.set, pointer.Elem().Interface()} {
				if got := fmt.Sprintf(verb, v); f.isSecret && got != name || got == "" {
					t.Errorf("%s of a %T: %q", verb, v, got)
				}
			}
		}
	}
}

// fieldOf returns a pointer to a structure with a value as its field F.
func fieldOf(pointer reflect.Value) reflect.Value {
	field := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "F", Type: pointer.Type().Elem()}}))
	field.Elem().Field(0).Set(pointer.Elem())
	return field
}

// places returns a value where package json finds some.
func places(pointer reflect.Value) map[string]any {
	held, field := pointer.Type().Elem(), fieldOf(pointer)
	slice := reflect.MakeSlice(reflect.SliceOf(held), 1, 1)
	slice.Index(0).Set(pointer.Elem())
	table := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), held))
	table.SetMapIndex(reflect.ValueOf("k"), pointer.Elem())
	return map[string]any{
		"pointer": pointer.Interface(), "value": pointer.Elem().Interface(), "field": field.Elem().Interface(),
		"field by pointer": field.Interface(), "slice": slice.Interface(), "map": table.Interface(),
	}
}
