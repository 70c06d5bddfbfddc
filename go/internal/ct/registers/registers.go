//go:build amd64 || arm64

// Package registers tells tests what is in the processor's registers. Nothing
// else imports it.
package registers

import "bytes"

// Contents has the vector registers first, 64 bytes each on amd64 and 16 on
// arm64, then general ones.
type Contents [32*64 + 32*8]byte

// Store writes what the registers hold to b, as far as calling it keeps it.
func Store(b *Contents) { store(b, kind) }

// Plant fills the vector registers with b's first bytes, and on arm64 the general ones
// with the next.
func Plant(b *Contents) { plant(b, kind) }

var contents Contents

// After calls f and returns which of the needles are in a register then.
func After(f func(), needles map[string][]byte) (found []string) {
	f()
	Store(&contents)
	for what, piece := range needles {
		if bytes.Contains(contents[:], piece) {
			found = append(found, what)
		}
	}
	return found
}

//go:noescape
func store(b *Contents, kind int)

//go:noescape
func plant(b *Contents, kind int)
