package main

// A library is a shared library with libsecp256k1's interface.
type library struct {
	path    string
	prefix  string // of its symbols, such as "secp256k1_"
	name    string
	version string
	date    string
}
