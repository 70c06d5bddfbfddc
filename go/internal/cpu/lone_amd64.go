//go:build amd64 && !purego

package cpu

import (
	"sync/atomic"
	"unsafe"
)

const (
	// loneTicks is one or two milliseconds.
	loneTicks = 1 << 22
	// Less later than that the time is not written, so that threads do not wait for one
	// another's writes.
	noteTicks = loneTicks / 8
	// What follows within that, some 50 microseconds, is still part of a lone call.
	sameTicks = 1 << 17
)

// asked is about when Lone was asked, in ticks, but for the lowest bit, which tells its
// answer.
var asked atomic.Uint64

// asksClock tells whether Lone does.
const asksClock = true

// Lone tells whether nobody has asked for a millisecond or two, or whether that was so
// just before. Between calls that follow one another code stays in the caches; after a
// pause other data is there. It depends on the time between calls alone, so on no secret,
// and no result may depend on it.
func Lone() bool {
	if s := said.Load(); s != byClock {
		return s == always
	}
	now, last := ticks(), asked.Load()
	is, note := lone(now, last)
	if note != last {
		asked.Store(note)
	}
	return is
}

// lone is the answer now, and what asked becomes. The counter may have begun anew, and
// another thread may have asked since now.
func lone(now, last uint64) (is bool, note uint64) {
	switch passed := int64(now - last); {
	case passed >= loneTicks || passed <= -noteTicks:
		return true, now | 1
	case passed >= noteTicks:
		return false, now &^ 1
	default:
		return last&1 != 0 && passed < sameTicks, last
	}
}

// ticks is the time stamp counter, which the runtime reads, too (runtime.cputicks).
//
//go:noescape
func ticks() uint64

// Fetch begins to load memory into the second-level cache, and does not wait. It never
// faults.
func Fetch(from unsafe.Pointer, bytes uintptr) { fetch(uintptr(from), bytes) }

// FetchAt is Fetch of code of assembly.
func FetchAt(from, bytes uintptr) { fetch(from, bytes) }

// FetchCode is Fetch of code from the function f on, which is none of assembly. With
// another size than the function's only time is lost.
func FetchCode[F any](f F, bytes uintptr) { fetch(**(**uintptr)(unsafe.Pointer(&f)), bytes) }

//go:noescape
func fetch(from, bytes uintptr)
