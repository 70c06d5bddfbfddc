package secp256k1

import (
	"reflect"
	"testing"
)

// A conversion between types whose numbers have different moduli does not
// compile.
func TestConversions(t *testing.T) {
	for _, c := range []struct {
		from, to reflect.Type
		want     bool
	}{
		{reflect.TypeFor[FieldVal](), reflect.TypeFor[struct{ limbs limbs }](), true},
		{reflect.TypeFor[FieldVal](), reflect.TypeFor[ModNScalar](), false},
		{reflect.TypeFor[ModNScalar](), reflect.TypeFor[FieldVal](), false},
	} {
		if got := c.from.ConvertibleTo(c.to); got != c.want {
			t.Errorf("%v(%v): %v", c.to, c.from, got)
		}
	}
}
