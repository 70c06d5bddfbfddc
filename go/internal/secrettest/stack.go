// Package secrettest has what tests of secrets share: what a call leaves on its stack.
package secrettest

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"runtime"
	"runtime/debug"
	"unsafe"
)

// A function runs gap bytes below what looks at its remains, which has room there.
const gap = 8 << 10

// Remains gives this many bytes, Filler where nothing wrote.
const (
	Visible = 80 << 10
	Filler  = 0xA7
)

// Touch keeps what b points to on the stack.
//
//go:noinline
func Touch(b *byte) {}

// fill writes the filler to the stack, over more than gap + Visible bytes.
//
//go:noinline
func fill() {
	var b [gap + Visible + 1<<10]byte
	for i := range b {
		b[i] = Filler
	}
	Touch(&b[0])
}

// below calls f with a stack that begins gap bytes further down.
//
//go:noinline
func below(f func(), never bool) {
	if never {
		var b [gap]byte
		Touch(&b[0])
	}
	f()
}

// Remains calls f on a filled stack, that of a goroutine of its own which has grown
// before, and returns what is there afterwards, the byte that was nearest to f's
// caller last.
func Remains(f func()) []byte {
	// The collector moves stacks: none may begin, and one that had begun ends.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	out, done := make([]byte, Visible), make(chan struct{})
	go func() {
		defer close(done)
		fill()
		remains(out, f)
	}()
	<-done
	return out
}

//go:noinline
func remains(out []byte, f func()) {
	fill()
	below(f, false)
	var here byte
	for i := range out {
		out[i] = *(*byte)(unsafe.Add(unsafe.Pointer(&here), i-Visible-gap))
	}
}

// Leave leaves b on the stack.
//
//go:noinline
func Leave(b *[32]byte) {
	var c [1 << 10]byte
	copy(c[512:], b[:])
	Touch(&c[0])
}

// Pieces are the forms in which 8 bytes of a number may lie in memory: a limb, the
// bytes of its big-endian form, these as two words of SHA-256, and a limb of 62
// bits, as inversions have them.
func Pieces(name string, v *big.Int) map[string][]byte {
	out := map[string][]byte{}
	for _, size := range []int{64, 62} {
		for at := 0; at < v.BitLen(); at += size {
			w := new(big.Int).Rsh(v, uint(at)).Uint64() << (64 - size) >> (64 - size)
			if w>>32 == 0 || w>>32 == 1<<32-1 || size == 62 && w>>30 == 1<<32-1 {
				continue // may be there for another reason
			}
			what := fmt.Sprintf("%s, %d bits from %d on", name, size, at)
			out[what] = binary.LittleEndian.AppendUint64(nil, w)
			if size == 64 {
				out[what+", big-endian"] = binary.BigEndian.AppendUint64(nil, w)
				out[what+", as words"] = binary.LittleEndian.AppendUint64(nil, w>>32|w<<32)
			}
		}
	}
	return out
}
