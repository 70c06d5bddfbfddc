package ct_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"koblitz.dev/go/ecdh"
	"koblitz.dev/go/ecdsa"
	"koblitz.dev/go/internal/secrettest"
	"koblitz.dev/go/koblitz"
	"koblitz.dev/go/schnorr"
	"koblitz.dev/go/signer"
)

// A masked number is the two low limbs of a key, complemented, so that it is not
// found itself.
type masked [2]uint64

func mask(key []byte) masked {
	return masked{^binary.BigEndian.Uint64(key[24:]), ^binary.BigEndian.Uint64(key[16:])}
}

// inMemory counts the key's limbs in the writable memory of this process.
func (m masked) inMemory(t *testing.T, buf []uint64) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	clear(buf)
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&buf[0])), 8*len(buf))
	own := uint64(uintptr(unsafe.Pointer(&buf[0])))
	found := 0
	for lines := bufio.NewScanner(bytes.NewReader(maps)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		var from, to uint64
		if _, err := fmt.Sscanf(f[0], "%x-%x", &from, &to); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(f[1], "rw") {
			continue
		}
		for at := from; at < to; at += uint64(len(raw)) - 16 {
			n, err := mem.ReadAt(raw[:min(uint64(len(raw)), to-at)], int64(at))
			if err != nil && err != io.EOF && n == 0 {
				break
			}
			words := buf[:n/8]
			for i := 0; i+1 < len(words); i++ {
				a := at + uint64(8*i)
				if ^words[i] == m[0] && ^words[i+1] == m[1] && (a < own || a >= own+uint64(len(raw))) {
					found++
				}
			}
		}
	}
	clear(buf)
	return found
}

// deeper calls f with n frames of at least 64 bytes more on the stack.
//
//go:noinline
func deeper(n int, f func()) {
	var b [64]byte
	if n == 0 {
		f()
	} else {
		deeper(n-1, f)
	}
	secrettest.Touch(&b[0])
}

// A function that is given a key leaves no copy of it on a stack that was
// outgrown, wherever on it the function begins. The collector is off: it moves
// stacks by itself.
func TestNoCopyOfOutgrownStack(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED search of memory: run on Linux")
	}
	peer, err := koblitz.ParsePublicKey(sharedPoint().Uncompressed())
	if err != nil {
		t.Fatal(err)
	}
	digest := make([]byte, 32)
	tests := map[string]func(key []byte){
		"signer.Key.InitSec": func(key []byte) {
			_ = theSigner.InitSec(key)
			theSigner.Zero()
		},
		"signer.Key.Generate": func(key []byte) {
			_ = theSigner.Generate()
			sec := theSigner.Sec()
			copy(key, sec)
			clear(sec)
			theSigner.Zero()
		},
		"schnorr.Sign":      with(func(k *koblitz.SecretKey) { _, _ = schnorr.Sign(k, digest, nil) }),
		"ecdsa.Sign":        with(func(k *koblitz.SecretKey) { _, _ = ecdsa.Sign(k, digest) }),
		"ecdh.SharedSecret": with(func(k *koblitz.SecretKey) { _, _ = ecdh.SharedSecret(k, &peer) }),
		"koblitz.PublicKey": with(func(k *koblitz.SecretKey) { _ = k.PublicKey() }),
		"koblitz.TweakAdd":  with(func(k *koblitz.SecretKey) { _ = k.TweakAdd(digest) }),
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
				deeper(depth, func() { f(bytes) })
				close(done)
			}()
			<-done
			wanted := mask(bytes)
			clear(bytes)
			clear(key[:])
			if n := wanted.inMemory(t, buf); n != 0 {
				t.Errorf("%s, %d frames deep: %d copies of the key", name, depth, n)
			}
		}
	}
}

// What holds a key is on no stack.
var (
	theKey    koblitz.SecretKey
	theSigner signer.Key
)

// with is f on a key of these bytes, wiped afterwards.
func with(f func(k *koblitz.SecretKey)) func(key []byte) {
	return func(key []byte) {
		_ = theKey.SetBytes(key)
		f(&theKey)
		theKey.Wipe()
	}
}
