//go:build purego && !cgo_secp

package main

// koblitzName is this project's Go module, without its assembly, as a contender.
const koblitzName = "go-purego"
