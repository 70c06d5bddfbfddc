package point

// params are what the multiplications take of the curve besides the formulas.
// The tests have others, of subgroups of order 7, 13 and 199.
type params struct {
	// Odd multiples of G and of 2^128 G, 2^(window-2) each.
	g, g128 *table
	window  uint
	// The multiples of G by each window of a scalar: blocks of 2^(window-1).
	fixedBase                        *table
	fixedBaseWindow, fixedBaseBlocks uint
	// NAF window of the halves of u2, at most 5.
	qWindow uint
	// Groups of signed bits of a secret scalar's halves; window at most 5.
	secretWindow, secretGroups uint
	// Three times the curve's b.
	b3 uint32
}

// Windows of 15 for G take tables of 1 MB; those of 14 would take half of it and one
// addition more of some 60. The engine, which has 14, measured no difference between
// them, cold or warm; here 14 has not been measured.
var secp256k1 = params{
	g: &tableG, g128: &tableG128, window: 15,
	fixedBase: &tableFixedBase, fixedBaseWindow: 6, fixedBaseBlocks: 43,
	qWindow:      5,
	secretWindow: 5, secretGroups: 26,
	b3: 3 * curveB,
}
