package main

import (
	"runtime"
	"runtime/debug"
)

// A scheme is one implementation of one signature algorithm. Keys, messages
// and signatures are the same for all schemes of one family, so that each can
// verify what another signs.
type scheme struct {
	name    string
	family  string
	version string
	date    string // ISO release date of that version, empty when unknown
	path    string // module path, or file of a shared library
	flags   string // encodings, and what else a reader should know
	vartime string // why signing takes variable time and where that was read; empty when it does not

	// key derives a secret key from a seed: a number in [1, 2^254), big-endian.
	key func(seed *[32]byte) (key, error)

	// verify judges encoded input of any content and length: key and signature
	// are decoded, and checked for membership of the group, in the call.
	verify func(public, msg, sig []byte) bool
}

// A key is a prepared secret key.
type key struct {
	public []byte                           // encoded public key
	sign   func(msg []byte) ([]byte, error) // encoded signature of a 32-byte message
}

// released holds the release dates of the modules that go.mod requires.
var released = map[string]string{
	"github.com/btcsuite/btcd/btcec/v2@v2.5.0":                                   "2026-05-15",
	"github.com/consensys/gnark-crypto@v0.21.0":                                  "2026-08-10",
	"github.com/oasisprotocol/curve25519-voi@v0.0.0-20230904125328-1f23a7beb09a": "2023-09-04",
	"github.com/supranational/blst@v0.3.17":                                      "2026-07-24",
}

// from fills in what is known of the module that s comes from; the standard
// library is the empty path.
func (s scheme) from(module string) scheme {
	if module == "" {
		s.path, s.version = "standard library", runtime.Version()
		return s
	}
	s.path, s.version = module, moduleVersion(module)
	s.date = released[module+"@"+s.version]
	return s
}

// moduleVersion returns the version of a module that this program was built
// with, or nothing when the build does not say, as in a test, or the module is
// a folder.
func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == path && m.Replace == nil {
			return m.Version
		}
	}
	return ""
}

// schemes lists what is compiled in; shared libraries come on top.
func schemes() []scheme {
	return append([]scheme{
		koblitzECDSA(), koblitzSchnorr(), btcecECDSA(), btcecSchnorr(), p256(), ed25519Standard(), ed25519Voi(), ristretto(), blsGnark(),
	}, blsNative()...)
}
