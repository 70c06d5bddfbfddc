//go:build amd64 && !purego

package point

import "koblitz.dev/secp256k1/internal/field"

// largestB3 is the most that addProjective takes.
const largestB3 = 1<<32 - 1

// The routines under test, variables for the mutation test.
var (
	doubleNTested         = doubleNAsm
	doubleNVartimeTested  = doubleNVartimeAsm
	addMixedVartimeTested = addMixedVartimeAsm
	coZAddVartimeTested   = coZAddVartimeAsm
	addCompleteTested     = addCompleteAsm
	addProjectiveTested   = addProjectiveAsm
	prefetchTested        = prefetchAsm
)

var comparisons = []comparison{
	{name: "doubleNAsm", asm: func(o *operands) { doubleNTested(o.z.asSecret(), o.n) },
		generic: func(o *operands) { doubleNGeneric(o.z.asSecret(), o.n) }},
	{name: "doubleNVartimeAsm", asm: func(o *operands) { doubleNVartimeTested(&o.z, o.n) },
		generic: func(o *operands) { doubleNGeneric(o.z.asSecret(), o.n) }},
	{name: "addMixedVartimeAsm",
		asm:     func(o *operands) { o.finish(addMixedVartimeTested(&o.z, &o.b, &o.z.Z)) },
		generic: func(o *operands) { o.n = addMixedVartimeGeneric(&o.z, &o.b, &o.z.Z) + 1 },
		az:      func(o *operands) *field.Element { return &o.z.Z }},
	{name: "addMixedVartimeAsm", // on another scale
		asm:     func(o *operands) { o.finish(addMixedVartimeTested(&o.z, &o.b, &o.x)) },
		generic: func(o *operands) { o.n = addMixedVartimeGeneric(&o.z, &o.b, &o.x) + 1 },
		az:      func(o *operands) *field.Element { return &o.x }},
	{name: "coZAddVartimeAsm",
		asm:     func(o *operands) { coZAddVartimeTested(&o.r, &o.z.X, &o.x, &o.y, &o.b) },
		generic: func(o *operands) { coZAddVartimeGeneric(&o.r, &o.z.X, &o.x, &o.y, &o.b) }},
	{name: "coZAddVartimeAsm", // r = a
		asm:     func(o *operands) { coZAddVartimeTested(&o.b, &o.z.X, &o.x, &o.y, &o.b) },
		generic: func(o *operands) { coZAddVartimeGeneric(&o.b, &o.z.X, &o.x, &o.y, &o.b) }},
	{name: "addCompleteAsm", asm: func(o *operands) { addCompleteTested(o.z.asSecret(), o.b.hide()) },
		generic: func(o *operands) { addCompleteGeneric(o.z.asSecret(), o.b.hide()) }},
	{name: "addProjectiveAsm",
		asm:     func(o *operands) { o.projective(addProjectiveTested) },
		generic: func(o *operands) { o.projective(addProjectiveGeneric) }},
}
