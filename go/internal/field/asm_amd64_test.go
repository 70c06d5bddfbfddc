//go:build amd64 && !purego

package field

import "koblitz.dev/secp256k1/internal/limbs"

// The routines under test, variables for the mutation test.
var (
	mulTested            = mulAsm
	squareTested         = squareAsm
	squareNVartimeTested = squareNVartimeAsm
	mulSubTested         = mulSubAsm
)

var comparisons = []comparison{
	{"mulAsm", 2,
		func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulTested(z, a[0], a[1]) },
		func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulGeneric(z, a[0], a[1]) }},
	{"squareAsm", 1,
		func(z *limbs.Int, a [4]*limbs.Int, _ int) { squareTested(z, a[0]) },
		func(z *limbs.Int, a [4]*limbs.Int, _ int) { squareGeneric(z, a[0]) }},
	{"squareNVartimeAsm", 1,
		func(z *limbs.Int, a [4]*limbs.Int, n int) { squareNVartimeTested(z, a[0], n) },
		func(z *limbs.Int, a [4]*limbs.Int, n int) { squareNGeneric(z, a[0], n) }},
	{"mulSubAsm", 4,
		func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulSubTested(z, a[0], a[1], a[2], a[3]) },
		func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulSubGeneric(z, a[0], a[1], a[2], a[3]) }},
}
