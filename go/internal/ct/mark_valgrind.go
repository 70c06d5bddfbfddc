//go:build valgrind && linux && amd64

package ct

import "unsafe"

// Requests of valgrind.h and memcheck.h.
const (
	runningOnValgrind = 0x1001
	memcheck          = 'M'<<24 | 'C'<<16
	makeMemUndefined  = memcheck + 1
	makeMemDefined    = memcheck + 2
)

// clientRequest asks valgrind, and returns 0 where there is none.
//
//go:noescape
func clientRequest(request, a1, a2, a3, a4, a5 uintptr) uintptr

// Public marks *v as public: code may branch on it.
func Public[T any](v *T) {
	clientRequest(makeMemDefined, uintptr(unsafe.Pointer(v)), unsafe.Sizeof(*v), 0, 0, 0)
}

// Secret marks *v as secret: code must not branch on it, nor use it as an
// address.
func Secret[T any](v *T) {
	clientRequest(makeMemUndefined, uintptr(unsafe.Pointer(v)), unsafe.Sizeof(*v), 0, 0, 0)
}

// UnderValgrind reports whether the marks have an effect.
func UnderValgrind() bool { return clientRequest(runningOnValgrind, 0, 0, 0, 0, 0) != 0 }
