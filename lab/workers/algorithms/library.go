package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// libraryFamilies are the algorithms of a library with libsecp256k1's interface.
var libraryFamilies = []string{ecdsaFamily, schnorrFamily}

const librarySuffix = "-libsecp256k1"

// A library is a shared library with that interface.
type library struct {
	path   string
	prefix string // of its symbols, such as "secp256k1_"
}

const (
	contextFlags   = 0x301 // SECP256K1_CONTEXT_VERIFY | SIGN, which old versions need
	compressedFlag = 0x102 // SECP256K1_EC_COMPRESSED
)

// functions holds a context and the addresses of the functions that work on it.
type functions struct {
	context uintptr

	pubkeyCreate, pubkeyParse, pubkeySerialize uintptr
	sigParse, sigSerialize                     uintptr
	ecdsaSign, ecdsaVerify                     uintptr

	keypairCreate, keypairXonly uintptr
	xonlyParse, xonlySerialize  uintptr
	schnorrSign, schnorrVerify  uintptr
}

// load opens the library, for the life of the program, and gives its schemes:
// ECDSA, and Schnorr unless it was built without. A path without a slash is
// one in the working directory; nothing is searched for.
func (l library) load() ([]scheme, error) {
	path := l.path
	if !strings.Contains(path, "/") {
		path = "./" + path
	}
	runtime.LockOSThread() // the loader keeps the text of its last error for each thread
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	runtime.UnlockOSThread()
	if err != nil {
		return nil, err
	}
	find := func(name string) uintptr {
		at, err := purego.Dlsym(handle, l.prefix+name)
		if err != nil {
			return 0
		}
		return at
	}
	f := &functions{
		pubkeyCreate: find("ec_pubkey_create"), pubkeyParse: find("ec_pubkey_parse"), pubkeySerialize: find("ec_pubkey_serialize"),
		sigParse: find("ecdsa_signature_parse_compact"), sigSerialize: find("ecdsa_signature_serialize_compact"),
		ecdsaSign: find("ecdsa_sign"), ecdsaVerify: find("ecdsa_verify"),

		keypairCreate: find("keypair_create"), keypairXonly: find("keypair_xonly_pub"),
		xonlyParse: find("xonly_pubkey_parse"), xonlySerialize: find("xonly_pubkey_serialize"),
		schnorrSign: find("schnorrsig_sign32"), schnorrVerify: find("schnorrsig_verify"),
	}
	all := func(addresses ...uintptr) bool {
		for _, a := range addresses {
			if a == 0 {
				return false
			}
		}
		return true
	}
	if !all(f.pubkeyCreate, f.pubkeyParse, f.pubkeySerialize, f.sigParse, f.sigSerialize, f.ecdsaSign, f.ecdsaVerify) {
		return nil, fmt.Errorf("%s lacks functions of libsecp256k1 that begin with %q", l.path, l.prefix)
	}
	if f.context, err = newContext(find("context_create"), find("context_preallocated_size"), find("context_preallocated_create")); err != nil {
		return nil, fmt.Errorf("%s: %w", l.path, err)
	}

	ecdsa := scheme{
		name: ecdsaFamily + librarySuffix, family: ecdsaFamily,
		path:  l.path,
		flags: "RFC 6979; key 33 bytes, signature r s; called through purego",
		key:   f.ecdsaKey, verify: f.verifyECDSA,
	}
	if !all(f.keypairCreate, f.keypairXonly, f.xonlyParse, f.xonlySerialize, f.schnorrSign, f.schnorrVerify) {
		return []scheme{ecdsa}, nil
	}
	schnorr := ecdsa
	schnorr.name, schnorr.family = schnorrFamily+librarySuffix, schnorrFamily
	schnorr.flags = "BIP-340, auxiliary randomness of zeros; called through purego"
	schnorr.key, schnorr.verify = f.schnorrKey, f.verifySchnorr
	return []scheme{ecdsa, schnorr}, nil
}

// newContext makes a context by the first way that the library has; the
// addresses are 0 for functions that it lacks.
func newContext(create, size, preallocated uintptr) (uintptr, error) {
	var context uintptr
	switch {
	case create != 0:
		context, _, _ = purego.SyscallN(create, contextFlags)
	case size != 0 && preallocated != 0:
		n, _, _ := purego.SyscallN(size, contextFlags)
		// Mapped rather than Go's memory, as the library keeps the pointer.
		memory, err := unix.Mmap(-1, 0, int(n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil {
			return 0, fmt.Errorf("memory for the context: %w", err)
		}
		context, _, _ = purego.SyscallN(preallocated, uintptr(unsafe.Pointer(&memory[0])), contextFlags)
	}
	if context == 0 {
		return 0, errors.New("no context")
	}
	return context, nil
}

type pointer = unsafe.Pointer

var errSecret = errors.New("the secret key is out of range")
var errSign = errors.New("signing failed")

// callC says whether the function returned 1. A pointer argument has to be
// converted to uintptr in the argument list itself, which keeps what it points
// at alive and in place.
//
//go:uintptrescapes
func callC(function uintptr, args ...uintptr) bool {
	r, _, _ := purego.SyscallN(function, args...)
	return int32(r) == 1
}

func (f *functions) ecdsaKey(seed *[32]byte) (key, error) {
	secret := *seed
	var parsed [64]byte
	var public [33]byte
	length := uintptr(len(public))
	if !callC(f.pubkeyCreate, f.context, uintptr(pointer(&parsed)), uintptr(pointer(&secret))) ||
		!callC(f.pubkeySerialize, f.context, uintptr(pointer(&public)), uintptr(pointer(&length)), uintptr(pointer(&parsed)), compressedFlag) {
		return key{}, errSecret
	}
	return key{public[:], func(msg []byte) ([]byte, error) {
		var sig, out [64]byte
		if len(msg) != 32 ||
			!callC(f.ecdsaSign, f.context, uintptr(pointer(&sig)), uintptr(pointer(&msg[0])), uintptr(pointer(&secret)), 0, 0) ||
			!callC(f.sigSerialize, f.context, uintptr(pointer(&out)), uintptr(pointer(&sig))) {
			return nil, errSign
		}
		return out[:], nil
	}}, nil
}

func (f *functions) verifyECDSA(public, msg, sig []byte) bool {
	if len(public) == 0 || len(msg) != 32 || len(sig) != 64 {
		return false
	}
	var p, s [64]byte
	return callC(f.pubkeyParse, f.context, uintptr(pointer(&p)), uintptr(pointer(&public[0])), uintptr(len(public))) &&
		callC(f.sigParse, f.context, uintptr(pointer(&s)), uintptr(pointer(&sig[0]))) &&
		callC(f.ecdsaVerify, f.context, uintptr(pointer(&s)), uintptr(pointer(&msg[0])), uintptr(pointer(&p)))
}

func (f *functions) schnorrKey(seed *[32]byte) (key, error) {
	secret := *seed
	var pair [96]byte
	var xonly [64]byte
	var public, aux [32]byte
	if !callC(f.keypairCreate, f.context, uintptr(pointer(&pair)), uintptr(pointer(&secret))) ||
		!callC(f.keypairXonly, f.context, uintptr(pointer(&xonly)), 0, uintptr(pointer(&pair))) ||
		!callC(f.xonlySerialize, f.context, uintptr(pointer(&public)), uintptr(pointer(&xonly))) {
		return key{}, errSecret
	}
	return key{public[:], func(msg []byte) ([]byte, error) {
		var sig [64]byte
		if len(msg) != 32 ||
			!callC(f.schnorrSign, f.context, uintptr(pointer(&sig)), uintptr(pointer(&msg[0])), uintptr(pointer(&pair)), uintptr(pointer(&aux))) {
			return nil, errSign
		}
		return sig[:], nil
	}}, nil
}

func (f *functions) verifySchnorr(public, msg, sig []byte) bool {
	if len(public) != 32 || len(msg) != 32 || len(sig) != 64 {
		return false
	}
	var p [64]byte
	return callC(f.xonlyParse, f.context, uintptr(pointer(&p)), uintptr(pointer(&public[0]))) &&
		callC(f.schnorrVerify, f.context, uintptr(pointer(&sig[0])), uintptr(pointer(&msg[0])), uintptr(len(msg)), uintptr(pointer(&p)))
}
