//go:build arm64 && !purego

package field

import "koblitz.dev/secp256k1/internal/limbs"

// comparisonsOf are those of the routines of one form of products.
func comparisonsOf(form string, mul func(z, x, y *limbs.Int), square func(z, x *limbs.Int),
	squareN func(z, x *limbs.Int, n int), mulSub func(z, a, b, c, d *limbs.Int)) []comparison {
	return []comparison{
		{"mul" + form, 2,
			func(z *limbs.Int, a [4]*limbs.Int, _ int) { mul(z, a[0], a[1]) },
			func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulGeneric(z, a[0], a[1]) }},
		{"square" + form, 1,
			func(z *limbs.Int, a [4]*limbs.Int, _ int) { square(z, a[0]) },
			func(z *limbs.Int, a [4]*limbs.Int, _ int) { squareGeneric(z, a[0]) }},
		{"squareNVartime" + form, 1,
			func(z *limbs.Int, a [4]*limbs.Int, n int) { squareN(z, a[0], n) },
			func(z *limbs.Int, a [4]*limbs.Int, n int) { squareNGeneric(z, a[0], n) }},
		{"mulSub" + form, 4,
			func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulSub(z, a[0], a[1], a[2], a[3]) },
			func(z *limbs.Int, a [4]*limbs.Int, _ int) { mulSubGeneric(z, a[0], a[1], a[2], a[3]) }},
	}
}

var comparisons = append(
	comparisonsOf("WideAsm", mulWideAsm, squareWideAsm, squareNVartimeWideAsm, mulSubWideAsm),
	comparisonsOf("NarrowAsm", mulNarrowAsm, squareNarrowAsm, squareNVartimeNarrowAsm, mulSubNarrowAsm)...)
