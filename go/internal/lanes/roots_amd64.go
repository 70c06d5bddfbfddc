//go:build amd64 && !purego

package lanes

import "koblitz.dev/secp256k1/internal/field"

// Words is a number below 2^256 in each lane: word i of 64 bits of lane j is at [i][j].
type Words [4][Width]uint64

// Set sets a lane to x.
func (z *Words) Set(lane int, x *field.Element) {
	lane &= Width - 1
	z[0][lane], z[1][lane], z[2][lane], z[3][lane] = x[0], x[1], x[2], x[3]
}

// Get returns a lane.
func (z *Words) Get(lane int) field.Element {
	lane &= Width - 1
	return field.Element{z[0][lane], z[1][lane], z[2][lane], z[3][lane]}
}

// SetWords sets z = x.
func (z *Element) SetWords(x *Words) { fromWordsAsm(z, x) }

// PutWords sets x to z mod p, below p.
func (z *Element) PutWords(x *Words) { toWordsAsm(x, z) }

// PowerStep sets z to x, squared n times, n at least 1, times y. z may be x or y.
func PowerStep(z, x, y *[2]Element, n int) { powerStepAsm(z, x, y, n) }

// RightSide sets z = x^3 + 7.
func (z *Element) RightSide(x *Element) { rightSideAsm(z, x) }
