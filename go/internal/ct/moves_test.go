package ct_test

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/secrettest"
	"koblitz.dev/secp256k1/schnorr"
)

// A function that is given a key leaves no copy of it on a stack that was
// outgrown, wherever on it the function begins. The collector is off: it moves
// stacks by itself.
func TestNoCopyOfOutgrownStack(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED search of memory: run on Linux")
	}
	peer, err := secp256k1.ParsePublicKey(secrettest.Peer().Uncompressed())
	if err != nil {
		t.Fatal(err)
	}
	digest := make([]byte, 32)
	tests := map[string]func(key []byte){
		"schnorr.Sign":        with(func(k *secp256k1.SecretKey) { _, _ = schnorr.Sign(k, digest, nil) }),
		"ecdsa.Sign":          with(func(k *secp256k1.SecretKey) { _, _ = ecdsa.Sign(k, digest) }),
		"ecdh.SharedSecret":   with(func(k *secp256k1.SecretKey) { _, _ = ecdh.SharedSecret(k, &peer) }),
		"secp256k1.PublicKey": with(func(k *secp256k1.SecretKey) { _ = k.PublicKey() }),
		"secp256k1.TweakAdd":  with(func(k *secp256k1.SecretKey) { _ = k.TweakAdd(digest) }),
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	buf := make([]uint64, 1<<13)
	for name, f := range tests {
		for depth := 0; depth <= 96; depth += 3 {
			key := sha256.Sum256(fmt.Appendf(nil, "%s %d", name, depth))
			bytes := slices.Clone(key[:])
			done := make(chan struct{})
			go func() {
				secrettest.Deeper(depth, func() { f(bytes) })
				close(done)
			}()
			<-done
			wanted := secrettest.Mask(bytes)
			clear(bytes)
			clear(key[:])
			if n := wanted.InMemory(t, buf); n != 0 {
				t.Errorf("%s, %d frames deep: %d copies of the key", name, depth, n)
			}
		}
	}
}

// What holds a key is on no stack.
var theKey secp256k1.SecretKey

// with is f on a key of these bytes, wiped afterwards.
func with(f func(k *secp256k1.SecretKey)) func(key []byte) {
	return func(key []byte) {
		_ = theKey.SetBytes(key)
		f(&theKey)
		theKey.Wipe()
	}
}
