//go:build !((darwin || (freebsd && cgo) || (netbsd && (amd64 || arm64)) || (linux && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64))) && !android && !faketime)

package libsecp

import "unsafe"

func load(string) (uintptr, error) { return 0, ErrUnsupported }

// The others are not called without a library.

func lookup(uintptr, string) uintptr { return 0 }

func invoke(uintptr, ...uintptr) uintptr { return 0 }

func callback(func(out, x, y, data unsafe.Pointer) int) uintptr { return 0 }
