package ct

// How much of the stack a call of WipedShort, Wiped and WipedLong clears: at
// least 1.5 times what any f called so takes.
const (
	shortSize = 1 << 10
	stackSize = 4 << 10
	longSize  = 9 << 10
)

// Wiped calls f and, once f returns, clears the stack that f worked on, so that
// no local variable, no register saved and no state of a hash function stays
// there. There is room on the stack before f begins, so that it is not moved and
// no copy stays behind. f does not panic and keeps to stackSize bytes; its
// results are variables that it captures, which are not cleared.
//
//go:noinline
func Wiped(f func()) {
	stack(false)
	f()
	stack(true)
}

// WipedShort is Wiped for an f that keeps to shortSize bytes.
//
//go:noinline
func WipedShort(f func()) {
	shortStack(false)
	f()
	shortStack(true)
}

// WipedLong is Wiped for an f that keeps to longSize bytes.
//
//go:noinline
func WipedLong(f func()) {
	longStack(false)
	f()
	longStack(true)
}

// stack has a frame of more than stackSize bytes, which entering it makes room
// for, and clears it if wipe is set.
//
//go:noinline
func stack(wipe bool) {
	if wipe {
		var b [stackSize]byte
		keep(&b[0])
	}
}

//go:noinline
func shortStack(wipe bool) {
	if wipe {
		var b [shortSize]byte
		keep(&b[0])
	}
}

//go:noinline
func longStack(wipe bool) {
	if wipe {
		var b [longSize]byte
		keep(&b[0])
	}
}

// keep stands for a use of what b begins.
//
//go:noinline
func keep(b *byte) {}
