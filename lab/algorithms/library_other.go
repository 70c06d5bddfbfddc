//go:build !(darwin || freebsd || linux || netbsd)

package main

import "errors"

// load refuses: shared libraries are only opened where purego has dlopen.
func (l library) load() ([]scheme, error) {
	return nil, errors.New("shared libraries cannot be loaded on this system")
}
