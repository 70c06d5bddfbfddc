//go:build cgo_secp

package main

// registrations lists the contenders of worker-go-cgo.
var registrations = []registration{
	{"libsecp256k1-cgo", openGeth},
}
