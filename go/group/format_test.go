package group_test

import (
	"bytes"
	"fmt"
	"testing"

	"koblitz.dev/secp256k1/group"
)

func TestSecretIsNotPrinted(t *testing.T) {
	b := [32]byte(bytes.Repeat([]byte{0xab}, 32))
	var k group.SecretScalar
	var e group.SecretElement
	var p group.SecretPoint
	var g group.NonceGenerator
	k.SetBytes(&b)
	e.SetBytes(&b)
	p.BaseMul(&k)
	g.Init(&b, &b, nil)
	for want, values := range map[string][]any{
		"group.SecretScalar":   {&k, k},
		"group.SecretElement":  {&e, e},
		"group.SecretPoint":    {&p, p},
		"group.NonceGenerator": {&g, g},
		"group.Choice":         {k.IsOdd(), k.IsOdd().Not()},
	} {
		for _, v := range values {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q", "%o"} {
				if got := fmt.Sprintf(verb, v); got != want {
					t.Errorf("%s prints %q", verb, got)
				}
			}
		}
	}
}
