package libsecp

import (
	"sync"
	"unsafe"
)

// ECDH returns the SHA-256 of the compressed point sec * pub.
func (l *Library) ECDH(sec, pub []byte) ([]byte, error) { return l.exchange(sec, pub, 0) }

// ECDHRaw returns the 32-byte x coordinate of sec * pub, which is no uniform
// key: hash it.
func (l *Library) ECDHRaw(sec, pub []byte) ([]byte, error) { return l.exchange(sec, pub, rawX()) }

func (l *Library) exchange(sec, pub []byte, hash uintptr) ([]byte, error) {
	if err := l.need(ecdh); err != nil {
		return nil, err
	}
	if err := checkSize("secret key", sec, 32); err != nil {
		return nil, err
	}
	var p pubkey
	if err := l.parse(&p, pub); err != nil {
		return nil, err
	}
	out := make([]byte, 32)
	if !call(l, ecdh, uintptr(unsafe.Pointer(&out[0])), uintptr(unsafe.Pointer(&p)), uintptr(unsafe.Pointer(&sec[0])), hash, 0) {
		return nil, ErrSecretKey
	}
	return out, nil
}

// rawX is a secp256k1_ecdh_hash_function that copies x. C calls it with memory
// of its own stack and the result's.
var rawX = sync.OnceValue(func() uintptr {
	return callback(func(out, x, _, _ unsafe.Pointer) int {
		*(*[32]byte)(out) = *(*[32]byte)(x)
		return 1
	})
})
