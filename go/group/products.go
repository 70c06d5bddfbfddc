package group

import "koblitz.dev/secp256k1/internal/point"

// A Products is a sum of many products of a public scalar and a public point. For hundreds of
// products it takes less time than [Point.MultiMulVartime]; for 2,000 with AVX-512 IFMA, a
// twentieth of the time of the single products. It keeps its memory, about 300 bytes a product
// and 80 KB, for the next sum. The zero value has no products.
//
//	p.Reset(n)
//	for i := range n {
//		p.SetPoint(i, &points[i])
//		p.SetScalarVartime(i, &scalars[i])
//	}
//	p.SumVartime(&sum)
type Products struct{ p point.Products }

// Reset starts a sum of n products; a negative n counts as 0. For each of them SetPoint must be
// called, then SetScalarVartime once. It allocates if there were never as many.
func (p *Products) Reset(n int) { p.p.Reset(max(n, 0)) }

// SetPoint sets the point of product i, in [0, n). Another i panics, as an index of a slice
// does.
func (p *Products) SetPoint(i int, a *AffinePoint) { p.p.SetPoint(i, &a.a) }

// SetScalarVartime sets the scalar of product i, in [0, n), whose point has been set. A scalar
// below 2^128 takes half the time. Another i panics, as an index of a slice does.
func (p *Products) SetScalarVartime(i int, k *Scalar) { p.p.SetScalarVartime(i, &k.s) }

// SumVartime sets z to the sum of the products, and leaves p without products.
func (p *Products) SumVartime(z *Point) { p.p.SumVartime(&z.j) }
