//go:build !cgo_secp

package main

// registrations lists the contenders of worker-go.
var registrations = []registration{
	{koblitzName, openKoblitz},
	{"btcec", openBtcec},
	{"decred", openDecred},
	{"gnark-crypto", openGnark},
	{"secp256k1-voi", openVoi},
	{"libsecp256k1-purego", openPurego},
}
