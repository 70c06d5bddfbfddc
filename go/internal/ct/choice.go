package ct

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// A Choice is a secret bit, what a predicate of a secret gives. It selects, and
// combines with others; == and if on it do not compile. The zero value is clear.
type Choice struct {
	_   [0]func()
	bit uint64 // 1 when set, else 0
}

// Bit is set when the lowest bit of b is.
func Bit(b uint64) Choice { return Choice{bit: b & 1} }

// Declassify tells whether c is set, which the caller asserts may be known.
func (c Choice) Declassify() bool {
	Public(&c)
	return c.bit != 0
}

// Format writes the name of the type in package group, whatever the verb.
func (Choice) Format(s fmt.State, _ rune) { io.WriteString(s, "group.Choice") }

// ErrText is what package group refuses to make a text of its values with.
var ErrText = errors.New("group: a value of this package has no text")

// MarshalText fails with ErrText.
func (Choice) MarshalText() ([]byte, error) { return nil, ErrText }

// UnmarshalText fails with ErrText, and leaves c as it is.
func (c *Choice) UnmarshalText([]byte) error { return ErrText }

// And is set when c and d are.
func (c Choice) And(d Choice) Choice { return Choice{bit: c.bit & d.bit} }

// Or is set when c or d is.
func (c Choice) Or(d Choice) Choice { return Choice{bit: c.bit | d.bit} }

// Not is set when c is clear.
func (c Choice) Not() Choice { return Choice{bit: c.bit ^ 1} }

// Select sets z = a when c is set and z = b when it is clear. It is no method, which
// users of package group could call, and then branch on z.
func Select(c Choice, z, a, b *[4]uint64) {
	m := -c.bit
	z[0] = b[0] ^ m&(a[0]^b[0])
	z[1] = b[1] ^ m&(a[1]^b[1])
	z[2] = b[2] ^ m&(a[2]^b[2])
	z[3] = b[3] ^ m&(a[3]^b[3])
}

// Negate sets z = -x mod 2^256 - k, loosely, when c is set, and z = x when it is
// clear; k is in [1, 2^63]. -x is 2^256 - k - x = ~x - (k - 1) for ~x = 2^256 - 1 - x.
// On a borrow that is less than 0 by d < k, and d below 2^256 stands, k too high; as
// d + k < 2^64, taking k away stays within the lowest limb.
func Negate(c Choice, z, x *[4]uint64, k uint64) {
	m := -c.bit
	r0, b := bits.Sub64(x[0]^m, m&(k-1), 0)
	r1, b := bits.Sub64(x[1]^m, 0, b)
	r2, b := bits.Sub64(x[2]^m, 0, b)
	r3, b := bits.Sub64(x[3]^m, 0, b)
	z[0], z[1], z[2], z[3] = r0-(-b&k), r1, r2, r3
}
