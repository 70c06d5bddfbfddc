// Package difftest holds the Go packages against the engine and libsecp256k1,
// loaded through package libsecp, and against decred's secp256k1: the same bytes
// and the same verdicts on random and adversarial inputs. It is a module of its
// own, for its dependencies.
package difftest
