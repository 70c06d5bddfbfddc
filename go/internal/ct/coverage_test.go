//go:build linux && amd64 && !purego

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
	"slices"
	"strings"
	"testing"
)

// notUnderMemcheck are the functions that have a secret and are not run by memcheck,
// and why.
var notUnderMemcheck = map[string]string{
	"secp256k1.SecretKey.Format":        "prints the type's name",
	"group.SecretScalar.Format":         "prints the type's name",
	"group.SecretElement.Format":        "prints the type's name",
	"group.SecretPoint.Format":          "prints the type's name",
	"group.NonceGenerator.Format":       "prints the type's name",
	"schnorr.KeyPair.Format":            "prints the type's name",
	"secp256k1.SecretKey.MarshalText":   "fails",
	"secp256k1.SecretKey.UnmarshalText": "fails",
	"schnorr.KeyPair.MarshalText":       "fails",
	"schnorr.KeyPair.UnmarshalText":     "fails",
	"ecdsa.StandardSecretKey":           "package math/big takes variable time, as the documentation says",
	"ecdsa.FromStandardSecretKey":       "package math/big takes variable time, as the documentation says",
}

// TestCoverage finds each exported function and method that has a secret, as its
// receiver, an argument or a result, among those that memcheck runs.
func TestCoverage(t *testing.T) {
	list := exec.Command("go", "list", "-export", "-deps", "-tags=valgrind", "-f", "{{.ImportPath}}\t{{.Export}}", "./memcheck", "koblitz.dev/secp256k1/...")
	list.Env = append(os.Environ(), "GOWORK=off")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })

	program, err := parser.ParseFile(fset, "memcheck/main.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports}
	if _, err := config.Check("koblitz.dev/secp256k1/internal/ct/memcheck", fset, []*ast.File{program}, &info); err != nil {
		t.Fatal(err)
	}
	run := map[string]bool{}
	for _, o := range info.Uses {
		if f, ok := o.(*types.Func); ok {
			run[nameOf(f)] = true
		}
	}

	var public []*types.Package
	secrets := map[string]bool{} // and whether one was seen
	for path := range files {
		if path != "koblitz.dev/secp256k1" && !strings.HasPrefix(path, "koblitz.dev/secp256k1/") || strings.Contains(path, "internal") {
			continue
		}
		pkg, err := imports.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		public = append(public, pkg)
		for _, named := range exportedTypes(pkg) {
			// Who prints as a name alone has something to hide, whatever it is made of.
			printer := types.NewMethodSet(types.NewPointer(named)).Lookup(pkg, "Format")
			printsName := printer != nil && printer.Type().(*types.Signature).Params().Len() == 2
			if holdsSecret(named, map[types.Type]bool{}) && !printsName {
				t.Errorf("%s holds a secret and has no method Format that keeps it from being printed", typeName(named))
			}
			if printsName {
				secrets[typeName(named)] = false
			}
		}
	}
	isSecret := func(v *types.Var) bool {
		_, ok := secrets[typeName(v.Type())]
		if ok {
			secrets[typeName(v.Type())] = true
		}
		return ok
	}
	hasSecret := func(s *types.Signature) bool {
		return s.Recv() != nil && isSecret(s.Recv()) || slices.ContainsFunc(slices.Collect(s.Params().Variables()), isSecret) ||
			slices.ContainsFunc(slices.Collect(s.Results().Variables()), isSecret)
	}
	functions := 0
	for _, pkg := range public {
		for _, f := range exported(pkg) {
			if !hasSecret(f.Signature()) {
				continue
			}
			functions++
			if _, excepted := notUnderMemcheck[nameOf(f)]; run[nameOf(f)] == excepted {
				t.Errorf("%s is neither run by memcheck nor excepted, or both", nameOf(f))
			}
		}
	}
	t.Logf("%d functions have one of %d secrets", functions, len(secrets))
	if len(secrets) == 0 {
		t.Error("no type is secret")
	}
	for name, seen := range secrets {
		if !seen {
			t.Errorf("no function has a %s", name)
		}
	}
}

// exportedTypes are the exported types of a package but interfaces and aliases.
func exportedTypes(pkg *types.Package) (list []*types.Named) {
	for _, name := range pkg.Scope().Names() {
		if o, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && o.Exported() && !o.IsAlias() {
			if named, ok := o.Type().(*types.Named); ok && !types.IsInterface(named) {
				list = append(list, named)
			}
		}
	}
	return list
}

// exported are the exported functions and methods of a package.
func exported(pkg *types.Package) (list []*types.Func) {
	for _, name := range pkg.Scope().Names() {
		if f, ok := pkg.Scope().Lookup(name).(*types.Func); ok {
			list = append(list, f)
		}
	}
	for _, named := range exportedTypes(pkg) {
		list = slices.AppendSeq(list, named.Methods())
	}
	return slices.DeleteFunc(list, func(f *types.Func) bool { return !f.Exported() })
}

// holdsSecret tells whether a value of type t has one of a type of the internal packages whose
// name begins with Secret. seen are the types that were asked about.
func holdsSecret(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	if named, ok := t.(*types.Named); ok {
		pkg := named.Obj().Pkg()
		if pkg != nil && strings.Contains(pkg.Path(), "/internal/") && strings.HasPrefix(named.Obj().Name(), "Secret") {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return holdsSecret(f.Type(), seen) })
	case interface{ Elem() types.Type }: // arrays, slices, pointers, maps, channels
		return holdsSecret(u.Elem(), seen)
	}
	return false
}

// nameOf is a function's name, as package.Type.Method.
func nameOf(f *types.Func) string {
	if recv := f.Signature().Recv(); recv != nil {
		return typeName(recv.Type()) + "." + f.Name()
	}
	if f.Pkg() == nil {
		return f.Name()
	}
	return f.Pkg().Name() + "." + f.Name()
}

// typeName is the name of a type, or of what it is a pointer to or a slice of.
func typeName(t types.Type) string {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Named:
			if u.Obj().Pkg() == nil {
				return u.Obj().Name()
			}
			return u.Obj().Pkg().Name() + "." + u.Obj().Name()
		default:
			return ""
		}
	}
}
