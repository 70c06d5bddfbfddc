// Package libsecp signs and verifies with any shared library that has
// libsecp256k1's interface: libsecp256k1 itself, this project's engine, or a
// copy under another symbol prefix, as the Rust crates carry it. It is loaded
// at run time by [github.com/ebitengine/purego], so no C compiler is needed.
//
// Everything goes in and out as standard encodings: secret keys are 32 bytes
// big-endian, public keys 33 or 65 bytes (SEC 1), x-only keys 32 bytes
// (BIP-340), ECDSA signatures 64 bytes (r then s, big-endian each), digests 32
// bytes. An argument of another size is an error and never reaches the library.
// Results are freshly allocated. Whether time depends on a secret is up to
// the library: libsecp256k1 and the engine are constant time.
//
// A [Library] is safe for concurrent use.
package libsecp

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unsafe"
)

// DefaultPrefix is what the names of libsecp256k1's functions start with.
const DefaultPrefix = "secp256k1_"

// ErrNotLibrary: [Open] was given a file that is not a shared library, lacks libsecp256k1's
// functions, or gives wrong answers.
var ErrNotLibrary = errors.New("not a libsecp256k1 library")

// ErrUnsupported: shared libraries cannot be loaded on this system.
var ErrUnsupported = errors.New("libsecp: shared libraries are loaded on macOS, common processors' Linux, NetBSD on amd64 and arm64, and with cgo on FreeBSD")

// A MissingSymbolError says which function a library lacks. [Open] returns it
// for one that nothing works without, a method for one of an optional module:
// ecdh, recovery, extrakeys, schnorrsig.
type MissingSymbolError struct {
	Library string // as given to Open
	Symbol  string // with its prefix
}

func (e *MissingSymbolError) Error() string {
	return fmt.Sprintf("libsecp: %s has no %s: too old, or built without that module", e.Library, e.Symbol)
}

// A Library is a loaded shared library with a context of its own, which is blinded with fresh
// randomness if the library can do that. [Open] returns one; its zero value is not usable, nor
// are those of [Signer] and [Generator], and methods that need the library panic on them.
type Library struct {
	name   string
	prefix string
	fn     [symbols]uintptr // by symbol; 0: absent
	ctx    uintptr
	memory []uint64 // of the context, where the library does not allocate it
}

// opened keeps every library: one that is loaded stays so until the process
// ends, and its context with it.
var (
	openedMutex sync.Mutex
	opened      = map[[2]string]*Library{}
)

// Open loads a shared library and checks that it gives the published answers.
//
// A name without a separator, such as "libsecp256k1.so.7", goes to the system's
// loader. Any other must be an absolute path. A relative path is refused, and so
// is a bare name where LD_LIBRARY_PATH has a relative or an empty entry: nothing
// is ever loaded because of the working directory.
//
// The prefix is what the names of the library's functions start with; empty
// means [DefaultPrefix].
//
// A library stays loaded until the process ends; opening it again by the same
// name and prefix returns the same one.
//
// A missing file wraps [io/fs.ErrNotExist], a file that is no such library
// [ErrNotLibrary], and one that lacks a function is a [MissingSymbolError].
func Open(name, prefix string) (*Library, error) {
	if prefix == "" {
		prefix = DefaultPrefix
	}
	if strings.ContainsRune(name, 0) || strings.ContainsRune(prefix, 0) {
		return nil, errors.New("libsecp: a zero byte in the library's name or prefix")
	}
	openedMutex.Lock()
	defer openedMutex.Unlock()
	key := [2]string{name, prefix}
	if l := opened[key]; l != nil {
		return l, nil
	}
	handle, err := load(name)
	if err != nil {
		return nil, err
	}
	l := &Library{name: name, prefix: prefix}
	if err := l.bind(handle); err != nil {
		return nil, err
	}
	if err := l.createContext(); err != nil {
		return nil, err
	}
	if err := l.selfTest(); err != nil {
		return nil, fmt.Errorf("libsecp: %s: %w: %w", name, ErrNotLibrary, err)
	}
	opened[key] = l
	return l, nil
}

// Name returns the name that the library was opened by.
func (l *Library) Name() string { return l.name }

// bind looks up all functions.
func (l *Library) bind(handle uintptr) error {
	found := 0
	for s := range symbols {
		if l.fn[s] = lookup(handle, l.prefix+names[s]); l.fn[s] != 0 {
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("libsecp: %s: %w: no function of its interface starts with %q", l.name, ErrNotLibrary, l.prefix)
	}
	return l.need(required...)
}

// need returns an error for the first of the functions that is absent.
func (l *Library) need(list ...symbol) error {
	for _, s := range list {
		if l.fn[s] == 0 {
			return &MissingSymbolError{Library: l.name, Symbol: l.prefix + names[s]}
		}
	}
	return nil
}

// createContext uses context_create, or where that is absent, as in the Rust
// crates' C, context_preallocated_create on memory of ours.
func (l *Library) createContext() error {
	const flags = 0x301 // SECP256K1_CONTEXT_SIGN | _VERIFY: old versions need both
	if l.fn[contextCreate] != 0 {
		l.ctx = invoke(l.fn[contextCreate], flags)
	} else {
		if err := l.need(contextPreallocatedSize, contextPreallocatedCreate); err != nil {
			return err
		}
		size := invoke(l.fn[contextPreallocatedSize], flags)
		if size == 0 || size > 16<<20 {
			return fmt.Errorf("libsecp: %s: %w: a context of %d bytes", l.name, ErrNotLibrary, size)
		}
		l.memory = make([]uint64, (size+7)/8)
		l.ctx = invoke(l.fn[contextPreallocatedCreate], uintptr(unsafe.Pointer(unsafe.SliceData(l.memory))), flags)
	}
	if l.ctx == 0 {
		return fmt.Errorf("libsecp: %s: no context", l.name)
	}
	if l.fn[contextRandomize] != 0 {
		var seed [32]byte
		rand.Read(seed[:])
		defer clear(seed[:])
		if !call(l, contextRandomize, uintptr(unsafe.Pointer(&seed))) {
			return fmt.Errorf("libsecp: %s: context_randomize failed", l.name)
		}
	}
	return nil
}

// call calls a function that takes the context first and returns an int, and
// returns whether that is 1: the rest of the register is not defined. What is
// converted to uintptr in the argument list is kept alive, and on the heap,
// which does not move, until call returns.
//
//go:uintptrescapes
func call(l *Library, s symbol, args ...uintptr) bool {
	var all [8]uintptr
	all[0] = l.ctx
	n := copy(all[1:], args)
	return int32(invoke(l.fn[s], all[:n+1]...)) == 1
}
