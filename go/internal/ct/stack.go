package ct

import "unsafe"

// How much of the stack a call of WipedShort, Wiped and WipedLong clears: at
// least 1.15 times what any f called so takes, by the frames of its calls in a build by
// Go 1.26 (go tool objdump). In builds without optimization, and in instrumented ones,
// an f may take more.
type (
	shortFrame  [1 << 10]byte
	middleFrame [9 << 10]byte
	longFrame   [16 << 10]byte
)

// Wiped calls f and, once f returns, clears the stack and the registers that f
// worked with, so that no local variable, no register saved and no state of a
// hash function stays there. Neither does a copy of the stack: there is room on
// it before f begins, so that it need not grow, and where the processor's code
// for that is here (amd64 and arm64, without the build tag purego) so much of it
// is in use that the collector does not shrink it. On arm64 f runs under FEAT_DIT,
// where the processor has it. f does not panic and keeps to
// the size of middleFrame; its results are variables that it captures, which are
// not cleared.
func Wiped(f func()) { wipedMiddle(f) }

// WipedShort is Wiped for an f that keeps to the size of shortFrame.
func WipedShort(f func()) { wipedShort(f) }

// WipedLong is Wiped for an f that keeps to the size of longFrame.
func WipedLong(f func()) { wipedLong(f) }

// In the following three the order matters. Once frame has returned there is
// room; it may also have been where the collector shrank the stack. What decides
// whether that may happen again is asked afterwards, and the stack does not move
// between the answer and f.

//go:noinline
func wipedShort(f func()) {
	frame[shortFrame](false)
	if n := shallow(); n > 0 {
		deeper(f, wipeShort, n)
		return
	}
	independent(f)
	ClearRegisters()
	frame[shortFrame](true)
}

//go:noinline
func wipedMiddle(f func()) {
	frame[middleFrame](false)
	if n := shallow(); n > 0 {
		deeper(f, wipeMiddle, n)
		return
	}
	independent(f)
	ClearRegisters()
	frame[middleFrame](true)
}

//go:noinline
func wipedLong(f func()) {
	frame[longFrame](false)
	if n := shallow(); n > 0 {
		deeper(f, wipeLong, n)
		return
	}
	independent(f)
	ClearRegisters()
	frame[longFrame](true)
}

// frame has a frame of more than the size of A, which entering it makes room
// for, and clears it if wipe is set.
//
//go:noinline
func frame[A any](wipe bool) {
	if wipe {
		var b A
		keep(unsafe.Pointer(&b))
	}
}

// keep stands for a use of what b points to.
//
//go:noinline
func keep(b unsafe.Pointer) {}

// shallow returns by how many bytes less than a quarter of the stack is in use,
// 0 if it is not less. The collector halves a stack, and frees the old one as it
// is, where a goroutine that it finds at the entry of a function uses less than
// a quarter (runtime.shrinkstack).
func shallow() uintptr {
	used, size := stackUse()
	if used >= size/4 {
		return 0
	}
	return size/4 - used
}

// Which of the three functions it is.
type wipe int

const (
	wipeShort wipe = iota
	wipeMiddle
	wipeLong
)

// deeper calls f as one of the three does, with about n bytes more of the stack
// in use, or less: it is called again then. The steps are small where the stack
// is, so that it need not grow for them.
func deeper(f func(), w wipe, n uintptr) {
	switch {
	case n > 64<<10:
		below[[64 << 10]byte](f, w, false)
	case n > 4<<10:
		below[[4 << 10]byte](f, w, false)
	case n > 1<<10:
		below[[1 << 10]byte](f, w, false)
	default:
		below[[1 << 9]byte](f, w, false)
	}
}

// below has a frame of more than the size of A, and does not touch it.
//
//go:noinline
func below[A any](f func(), w wipe, never bool) {
	if never {
		var b A
		keep(unsafe.Pointer(&b))
	}
	switch w {
	case wipeShort:
		wipedShort(f)
	case wipeMiddle:
		wipedMiddle(f)
	default:
		wipedLong(f)
	}
}
