//go:build (!amd64 && !arm64) || purego

package ct

import "unsafe"

// ClearRegisters overwrites the registers in which code on secrets may have left
// some: it computes with and copies what is public, by the instructions that
// computed with secrets and copied them, and hashes it where those of a hash use
// other registers than numbers do. The copies are one of a size that the compiler
// knows and one of another.
//
//go:noinline
func ClearRegisters() {
	hashPublic()
	mix(&words)
	b := zeros
	copy(b[:publicSize], zeros[:])
	keep(unsafe.Pointer(&b))
}

var (
	zeros      [256]byte
	words      [16]uint64
	publicSize = len(zeros)
)

// mix works on more numbers than there are registers for them.
//
//go:noinline
func mix(w *[16]uint64) {
	w0, w1, w2, w3, w4, w5, w6, w7 := w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]
	w8, w9, wa, wb, wc, wd, we, wf := w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15]
	for range 2 {
		w0, w1, w2, w3, w4, w5, w6, w7 = w8+w1, w9+w2, wa+w3, wb+w4, wc+w5, wd+w6, we+w7, wf+w0
		w8, w9, wa, wb, wc, wd, we, wf = w0+w9, w1+wa, w2+wb, w3+wc, w4+wd, w5+we, w6+wf, w7+w8
	}
	v := [...]uint64{w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf}
	keep(unsafe.Pointer(&v))
}

// stackUse says that all is in use, as it cannot ask.
func stackUse() (used, size uintptr) { return 0, 0 }
