//go:build linux && (amd64 || arm64) && !purego

package ct_test

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"testing"

	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/rfc6979"
	"koblitz.dev/secp256k1/internal/secrettest"
)

// nonceMask is the mask of the nonce with which a key signs a digest.
func nonceMask(key, digest []byte) (m secrettest.Masked) {
	b := make([]byte, 32)
	ct.Wiped(func() {
		var g rfc6979.Generator
		var k [32]byte
		g.Init((*[32]byte)(key), (*[32]byte)(digest), nil)
		g.Next(&k)
		copy(b, k[:])
	})
	m = secrettest.Mask(b)
	clear(b)
	return m
}

// growStack makes the stack grow by more than 256 KB.
//
//go:noinline
func growStack() {
	var b [256 << 10]byte
	secrettest.Touch(&b[0])
}

// Nothing is left of a stack that the collector shrank while a function worked
// with secrets on it: goroutines that have used much of their stacks before sign
// while another one collects.
func TestNoCopyOfShrunkStack(t *testing.T) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	buf := make([]uint64, 1<<13)
	const rounds = 30
	found := 0
	for i := range rounds {
		key := sha256.Sum256(fmt.Appendf(nil, "shrunk %d", i))
		digest := make([]byte, 32)
		digest[0] = byte(i)
		wanted := nonceMask(key[:], digest)
		_ = theKey.SetBytes(key[:])
		clear(key[:])
		done := make(chan struct{})
		go func() {
			defer close(done)
			growStack()
			for range 2000 {
				_, _ = ecdsa.Sign(&theKey, digest)
			}
		}()
		<-done
		theKey.Wipe()
		found += wanted.InMemory(t, buf)
	}
	close(stop)
	<-stopped
	if found != 0 {
		t.Errorf("%d copies of nonces in %d rounds", found, rounds)
	}
}
