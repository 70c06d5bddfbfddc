package sigfile

import (
	"strings"
	"testing"

	"koblitz.dev/secp256k1/nostr"
)

// A secret in a wrong place does not come out with the reason.
func TestSecretsAreNotQuoted(t *testing.T) {
	const secret = "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5"
	for _, c := range []struct{ name, row string }{
		{"alg", secret + ",,00,00,00,"},
		{"pubkey", "ecdsa,," + secret + ",00,00,"},
		{"digest", "ecdsa,,00," + secret + ",00,"},
		{"sig", "ecdsa,,00,00," + secret + ","},
	} {
		r, err := NewReader(strings.NewReader(header + c.row + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		line, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Parse(line)
		if err == nil || strings.Contains(err.Error(), secret[:12]) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for _, member := range []string{`"id":"` + secret + `"`, `"kind":"` + secret + `"`, `"created_at":"` + secret + `"`} {
		if _, err := nostr.ParseEvent([]byte("{" + member + "}")); err == nil || strings.Contains(err.Error(), secret[:12]) {
			t.Errorf("%s: %v", member, err)
		}
	}
}
