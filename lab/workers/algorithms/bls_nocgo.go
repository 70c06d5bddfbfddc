//go:build !cgo

package main

// blsNative gives nothing: blst needs a C compiler.
func blsNative() []scheme { return nil }
