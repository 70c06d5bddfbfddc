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

// TestPlain puts every byte at every place of texts of every length up to five words
// of 64 bits, and a second one that ends them right behind it.
func TestPlain(t *testing.T) {
	for size := range 40 {
		for at := range size {
			for c := range 256 {
				text := bytes.Repeat([]byte("!#[]\x7f\x80\xff~"), 5)[:size]
				text[at] = byte(c)
				want := size
				if c < ' ' || c == '"' || c == '\\' {
					want = at
				} else if at+1 < size {
					text[at+1], want = '"', at+1
				}
				if n := plain(text); n != want {
					t.Fatalf("%q: %d, want %d", text, n, want)
				}
			}
		}
	}
}
