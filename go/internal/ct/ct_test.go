package ct

import "testing"

func TestWipe(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5}
	if Wipe(b[1:4]); string(b) != "\x01\x00\x00\x00\x05" {
		t.Errorf("wiped to %x", b)
	}
	Wipe(nil)
}
