package secrettest

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"koblitz.dev/go/koblitz"
)

// HasNoText checks that a key neither becomes JSON, nor is set by it, on its own and
// as a field. K holds a key and has the methods of a text, *K that of reading one.
func HasNoText[K any](t *testing.T, key *K) {
	t.Helper()
	type holder struct{ K K }
	for name, v := range map[string]any{"pointer": key, "value": *key, "field": holder{*key}, "field by pointer": &holder{*key}} {
		if text, err := json.Marshal(v); !errors.Is(err, koblitz.ErrSecretText) {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
	for _, text := range []string{`{"K":{}}`, `{"K":""}`, `{"K":"` + strings.Repeat("01", 32) + `"}`} {
		h := holder{*key}
		if err := json.Unmarshal([]byte(text), &h); err == nil || !reflect.DeepEqual(h.K, *key) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
