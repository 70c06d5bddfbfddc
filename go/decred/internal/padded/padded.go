// Package padded brings bytes of any length to 32, as the module's functions take
// keys and digests.
package padded

// Put sets z to the first 32 bytes of b, or to a shorter b after zeros.
func Put(z *[32]byte, b []byte) {
	b = b[:min(len(b), 32)]
	clear(z[:32-len(b)])
	copy(z[32-len(b):], b)
}
