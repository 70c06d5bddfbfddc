//go:build arm64 && !purego

package point

import "koblitz.dev/secp256k1/internal/field"

// largestB3 is the most that addProjective takes.
const largestB3 = 1<<31 - 1

var prefetchTested = prefetchAsm

// routines are those of one form of products.
type routines struct {
	doubleN        func(z *secretJacobian, n int)
	doubleNVartime func(z *Jacobian, n int)
	addMixed       func(z *Jacobian, b *Affine) int
	addScaled      func(z *Jacobian, b *Affine, scale *field.Element) int
	coZAdd         func(r *[2]Affine, ratio *field.Element, a *[2]Affine)
	addComplete    func(z *secretJacobian, b *SecretAffine)
	addProjective  func(z *projective, b *SecretAffine, b3 uint32)
}

func (r *routines) comparisons(form string) []comparison {
	return []comparison{
		{name: "doubleN" + form, asm: func(o *operands) { r.doubleN(o.z.asSecret(), o.n) },
			generic: func(o *operands) { doubleNGeneric(o.z.asSecret(), o.n) }},
		{name: "doubleNVartime" + form, asm: func(o *operands) { r.doubleNVartime(&o.z, o.n) },
			generic: func(o *operands) { doubleNGeneric(o.z.asSecret(), o.n) }},
		{name: "addMixedVartime" + form,
			asm:     func(o *operands) { o.finish(r.addMixed(&o.z, &o.b)) },
			generic: func(o *operands) { o.n = addMixedVartimeGeneric(&o.z, &o.b, &o.z.Z) + 1 },
			az:      func(o *operands) *field.Element { return &o.z.Z }},
		{name: "addScaledVartime" + form,
			asm:     func(o *operands) { o.finish(r.addScaled(&o.z, &o.b, &o.x)) },
			generic: func(o *operands) { o.n = addMixedScaledVartimeGeneric(&o.z, &o.b, &o.x) + 1 },
			az:      func(o *operands) *field.Element { var az field.Element; az.Mul(&o.z.Z, &o.x); return &az }},
		{name: "coZAddVartime" + form,
			asm: func(o *operands) {
				var sum [2]Affine
				r.coZAdd(&sum, &o.z.X, &[2]Affine{o.b, {o.x, o.y}})
				o.r, o.x, o.y = sum[0], sum[1].X, sum[1].Y
			},
			generic: func(o *operands) { coZAddVartimeGeneric(&o.r, &o.z.X, &o.x, &o.y, &o.b) }},
		{name: "coZAddVartime" + form, // r = a
			asm: func(o *operands) {
				sum := [2]Affine{o.b, {o.x, o.y}}
				r.coZAdd(&sum, &o.z.X, &sum)
				o.b, o.x, o.y = sum[0], sum[1].X, sum[1].Y
			},
			generic: func(o *operands) { coZAddVartimeGeneric(&o.b, &o.z.X, &o.x, &o.y, &o.b) }},
		{name: "addComplete" + form, asm: func(o *operands) { r.addComplete(o.z.asSecret(), o.b.hide()) },
			generic: func(o *operands) { addCompleteGeneric(o.z.asSecret(), o.b.hide()) }},
		{name: "addProjective" + form,
			asm:     func(o *operands) { o.projective(r.addProjective) },
			generic: func(o *operands) { o.projective(addProjectiveGeneric) }},
	}
}

var comparisons = append(
	(&routines{doubleNWideAsm, doubleNVartimeWideAsm, addMixedVartimeWideAsm, addScaledVartimeWideAsm,
		coZAddVartimeWideAsm, addCompleteWideAsm, addProjectiveWideAsm}).comparisons("WideAsm"),
	(&routines{doubleNNarrowAsm, doubleNVartimeNarrowAsm, addMixedVartimeNarrowAsm, addScaledVartimeNarrowAsm,
		coZAddVartimeNarrowAsm, addCompleteNarrowAsm, addProjectiveNarrowAsm}).comparisons("NarrowAsm")...)
