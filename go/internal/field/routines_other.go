//go:build (!amd64 && !arm64) || purego

package field

import "koblitz.dev/secp256k1/internal/limbs"

func mul(z, x, y *limbs.Int) { mulGeneric(z, x, y) }

func square(z, x *limbs.Int) { squareGeneric(z, x) }

func squareNVartime(z, x *limbs.Int, n int) { squareNGeneric(z, x, n) }

func mulSub(z, a, b, c, d *limbs.Int) { mulSubGeneric(z, a, b, c, d) }
