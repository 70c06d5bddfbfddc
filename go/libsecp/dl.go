//go:build (darwin || (freebsd && cgo) || (netbsd && (amd64 || arm64)) || (linux && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64))) && !android && !faketime

package libsecp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// load loads a library as Open says.
func load(name string) (handle uintptr, err error) {
	candidates, err := resolve(name, runtime.GOOS, os.Getenv("LD_LIBRARY_PATH"))
	if err != nil {
		return 0, err
	}
	// The loader keeps the text of its last error for each thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, c := range candidates {
		if handle, err = purego.Dlopen(c, purego.RTLD_NOW|purego.RTLD_LOCAL); err == nil {
			return handle, nil
		}
	}
	// A bare name's error is the loader's text, which names a missing file of
	// the library's dependencies as well.
	kind := ErrNotLibrary
	if strings.HasPrefix(err.Error(), name+": ") && strings.Contains(err.Error(), "No such file") || len(candidates) > 1 {
		kind = fs.ErrNotExist
	}
	return 0, fmt.Errorf("libsecp: %s: %w: %w", name, kind, errors.New(strings.TrimPrefix(err.Error(), name+": ")))
}

// lookup returns the address of a function, or 0.
func lookup(handle uintptr, name string) uintptr {
	f, err := purego.Dlsym(handle, name)
	if err != nil {
		return 0
	}
	return f
}

// invoke calls a function with integers and pointers, and returns what it does.
func invoke(f uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(f, args...)
	return r
}

// callback returns the address of a function that C can call; f is a
// secp256k1_ecdh_hash_function.
func callback(f func(out, x, y, data unsafe.Pointer) int) uintptr { return purego.NewCallback(f) }
