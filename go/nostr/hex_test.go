package nostr

import (
	"bytes"
	"encoding/hex"
	"testing"
)

// TestFromHex puts every byte at every place among digits.
func TestFromHex(t *testing.T) {
	const digits = "0123456789abcdef"
	for at := range 2 * len(digits) {
		for c := range 256 {
			v := []byte(digits + "fedcba9876543210")
			v[at] = byte(c)
			var b [16]byte
			want, _ := hex.DecodeString(string(bytes.ToLower(v)))
			good := bytes.IndexByte([]byte(digits), byte(c)) >= 0
			if ok := fromHex(b[:], v); ok != good || good && !bytes.Equal(b[:], want) {
				t.Errorf("%q: %v, %x", v, ok, b)
			}
		}
	}
}
