package schnorr_test

import (
	"encoding/hex"
	"testing"

	"koblitz.dev/secp256k1/schnorr"
)

func TestTaggedHash(t *testing.T) {
	for _, c := range []struct{ tag, msg, want string }{
		{"", "", "2dba5dbc339e7316aea2683faf839c1b7b1ee2313db792112588118df066aa35"},
		{"BIP0340/aux", string(make([]byte, 32)), "54f169cfc9e2e5727480441f90ba25c488f461c70b5ea5dcaaf7af69270aa514"},
		{"TapTweak", string(make([]byte, 65)), "07f6a41117ac1c842be70db174a244e288403e75f214f565a4fac55863184616"},
		{string(make([]byte, 100)), "message", "7edcf39cb030841ab80c87d8d319fd7d05a1e15469f82448bef43d43ac72b56a"},
	} {
		got := schnorr.TaggedHash([]byte(c.tag), []byte(c.msg))
		if hex.EncodeToString(got[:]) != c.want {
			t.Errorf("tag %q, %d bytes: %x, want %s", c.tag, len(c.msg), got, c.want)
		}
	}
}
