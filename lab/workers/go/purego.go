//go:build !cgo_secp

package main

import (
	"crypto/rand"
	"debug/elf"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"
)

// A clib is a shared library with libsecp256k1's ABI. All calls go through
// purego.SyscallN, most of them by way of call: uintptr arguments, no
// reflection. RegisterLibFunc makes a reflect.MakeFunc of every function, which
// costs several times as much a call.
//
// Memory that C writes to is Go's: an element of a batch's slices. Both are
// marked go:uintptrescapes, so what is converted to uintptr among their
// arguments is kept alive and where it is until the call returns; the conversion
// has to be in the call itself.
type clib struct {
	handle uintptr
	prefix string

	ctx uintptr

	fn map[string]uintptr // functions by their name without prefix; 0: absent
}

const (
	contextFlags = 0x301 // SECP256K1_CONTEXT_SIGN | _VERIFY; old versions need both
	uncompressed = 2     // SECP256K1_EC_UNCOMPRESSED
)

// required is the functions that this worker does not do without.
var required = []string{
	"ec_pubkey_create", "ec_pubkey_parse", "ec_pubkey_serialize", "ecdsa_sign", "ecdsa_verify",
	"ecdsa_signature_parse_compact", "ecdsa_signature_serialize_compact", "ecdsa_signature_parse_der",
}

// Opaque objects of the ABI, as byte arrays of their sizes.
type (
	cPubkey  [64]byte
	cXonly   [64]byte
	cSig     [64]byte
	cRecSig  [65]byte
	cKeypair [96]byte
)

// openPurego loads a library by its path, never by a search.
func openPurego(o options) (*contender, error) {
	if o.library == "" {
		return nil, errors.New("needs --library PATH")
	}
	path, err := filepath.Abs(o.library)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	l, err := loadLibrary(path, o.prefix)
	if err != nil {
		return nil, err
	}
	empty, err := l.emptyOp()
	if err != nil {
		return nil, err
	}
	c := &contender{
		path:   path,
		flags:  goFlags("purego="+moduleVersion(puregoModule), "SyscallN", "prefix="+l.prefix),
		claims: []string{"rfc6979", "low_s", "alloc"},
		ops:    append([]operation{empty}, l.ops()...),
	}
	if _, has := c.find("schnorr_sign"); has {
		c.claims = append(c.claims, "bip340")
	}
	if _, has := c.find("ellswift_create"); has {
		c.claims = append(c.claims, "ellswift_exact")
	}
	if l.rejectsHighS() {
		c.claims = append(c.claims, "rejects_high_s")
	}
	return c, nil
}

// loadLibrary loads the library and creates its context, randomised where that
// exists.
func loadLibrary(path, prefix string) (*clib, error) {
	runtime.LockOSThread() // the loader keeps the text of its last error for each thread
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	runtime.UnlockOSThread()
	if err != nil {
		return nil, err
	}
	if prefix == "" {
		if prefix, err = findPrefix(path); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	l := &clib{handle: handle, prefix: prefix, fn: map[string]uintptr{}}
	for _, name := range required {
		if l.sym(name) == 0 {
			return nil, fmt.Errorf("%s: no symbol %s%s", path, prefix, name)
		}
	}
	if err := l.createContext(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if f := l.sym("context_randomize"); f != 0 {
		var seed [32]byte
		rand.Read(seed[:])
		if !call(f, l.ctx, uintptr(unsafe.Pointer(&seed))) {
			return nil, fmt.Errorf("%s: context_randomize failed", path)
		}
	}
	return l, nil
}

// findPrefix returns what the names of a library's functions start with:
// secp256k1_ where that is so, or where the file is not ELF, else what all that
// are required have, if that is one prefix.
func findPrefix(path string) (string, error) {
	const usual = "secp256k1_"
	file, err := elf.Open(path)
	if err != nil {
		return usual, nil
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return "", err
	}
	exported := map[string]bool{}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			exported[s.Name] = true
		}
	}
	var found []string
	for name := range exported {
		prefix, is := strings.CutSuffix(name, required[0])
		lacks := func(other string) bool { return !exported[prefix+other] }
		if is && !slices.ContainsFunc(required, lacks) {
			found = append(found, prefix)
		}
	}
	slices.Sort(found)
	switch {
	case len(found) == 0:
		return "", errors.New("exports no libsecp256k1 interface")
	case slices.Contains(found, usual):
		return usual, nil
	case len(found) > 1:
		return "", fmt.Errorf("several prefixes (%s): choose one with --prefix", strings.Join(found, ", "))
	}
	return found[0], nil
}

// createContext uses context_create, or the context_preallocated_* calls on
// memory of its own, outside Go's heap: the C of the Rust crates has only those.
func (l *clib) createContext() error {
	if f := l.sym("context_create"); f != 0 {
		l.ctx, _, _ = purego.SyscallN(f, contextFlags)
		if l.ctx == 0 {
			return errors.New("context_create failed")
		}
		return nil
	}
	size, create := l.sym("context_preallocated_size"), l.sym("context_preallocated_create")
	if size == 0 || create == 0 {
		return errors.New("neither context_create nor context_preallocated_create")
	}
	n, _, _ := purego.SyscallN(size, contextFlags)
	mem, err := syscall.Mmap(-1, 0, int(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return err
	}
	l.ctx, _, _ = purego.SyscallN(create, uintptr(unsafe.Pointer(&mem[0])), contextFlags)
	if l.ctx == 0 {
		return errors.New("context_preallocated_create failed")
	}
	return nil
}

// sym returns the address of a function, or 0.
func (l *clib) sym(name string) uintptr {
	if f, ok := l.fn[name]; ok {
		return f
	}
	f, err := purego.Dlsym(l.handle, l.prefix+name)
	if err != nil {
		f = 0
	}
	l.fn[name] = f
	return f
}

// call reports whether a function that returns an int returns 1; the rest of the
// register is not defined.
//
//go:uintptrescapes
func call(f uintptr, args ...uintptr) bool {
	r, _, _ := purego.SyscallN(f, args...)
	return int32(r) == 1
}

// emptyOp calls C's labs, which does nothing to speak of.
func (l *clib) emptyOp() (operation, error) {
	labs, err := purego.Dlsym(purego.RTLD_DEFAULT, "labs")
	if err != nil {
		return operation{}, err
	}
	return verdicts("empty",
		func(*struct{}, row) bool { return true },
		func(in []struct{}, ok []bool) {
			for i := range in {
				ok[i] = call(labs, 1)
			}
		}), nil
}

func (l *clib) parsePubkey(out *cPubkey, b []byte) bool {
	return call(l.sym("ec_pubkey_parse"), l.ctx,
		uintptr(unsafe.Pointer(out)), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
}

func (l *clib) parseSig(out *cSig, b []byte) bool {
	return call(l.sym("ecdsa_signature_parse_compact"), l.ctx,
		uintptr(unsafe.Pointer(out)), uintptr(unsafe.Pointer(&b[0])))
}

func (l *clib) parseXonly(out *cXonly, b []byte) bool {
	return call(l.sym("xonly_pubkey_parse"), l.ctx,
		uintptr(unsafe.Pointer(out)), uintptr(unsafe.Pointer(&b[0])))
}

func (l *clib) encodePubkey() func(dst []byte, key *cPubkey) []byte {
	serialize := l.sym("ec_pubkey_serialize")
	return func(dst []byte, key *cPubkey) []byte {
		b := append(dst, make([]byte, 65)...)
		n := uint64(len(b)) // size_t
		purego.SyscallN(serialize, l.ctx, uintptr(unsafe.Pointer(&b[0])),
			uintptr(unsafe.Pointer(&n)), uintptr(unsafe.Pointer(key)), uncompressed)
		return b
	}
}

func (l *clib) encodeSig() func(dst []byte, sig *cSig) []byte {
	serialize := l.sym("ecdsa_signature_serialize_compact")
	return func(dst []byte, sig *cSig) []byte {
		b := append(dst, make([]byte, 64)...)
		purego.SyscallN(serialize, l.ctx, uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(sig)))
		return b
	}
}

// rejectsHighS asks the library, as its version is unknown: does it refuse the
// negated s of a signature that it just made?
func (l *clib) rejectsHighS() bool {
	var seckey, hash [32]byte
	seckey[31], hash[31] = 1, 1
	var pub cPubkey
	var sig cSig
	purego.SyscallN(l.sym("ec_pubkey_create"), l.ctx,
		uintptr(unsafe.Pointer(&pub)), uintptr(unsafe.Pointer(&seckey)))
	purego.SyscallN(l.sym("ecdsa_sign"), l.ctx, uintptr(unsafe.Pointer(&sig)),
		uintptr(unsafe.Pointer(&hash)), uintptr(unsafe.Pointer(&seckey)), 0, 0)
	b := l.encodeSig()(nil, &sig)
	copy(b[32:], negateScalar(b[32:]))
	if !l.parseSig(&sig, b) {
		return false
	}
	return !call(l.sym("ecdsa_verify"), l.ctx, uintptr(unsafe.Pointer(&sig)),
		uintptr(unsafe.Pointer(&hash)), uintptr(unsafe.Pointer(&pub)))
}
