//go:build !purego && !cgo_secp

package main

// koblitzName is this project's Go module as a contender.
const koblitzName = "go"
