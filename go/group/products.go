package group

import "koblitz.dev/go/internal/point"

// Products are products of public scalars and points that are to be added up. A sum of
// hundreds takes less time, by buckets, than [Point.MultiMulVartime]; of 2,000 with
// AVX-512 IFMA a twentieth of that of the products. The memory, about 300 bytes a
// product and 80 KB, is kept for the next sum. The zero value is no products.
type Products struct{ p point.Products }

// Reset makes p n products, each of whose points is to be set, and then its scalar, once.
// It allocates if there were never as many.
func (p *Products) Reset(n int) { p.p.Reset(n) }

// SetPoint sets the point of product i.
func (p *Products) SetPoint(i int, a *AffinePoint) { p.p.SetPoint(i, &a.a) }

// SetScalarVartime sets the scalar of product i. One below 2^128 costs half.
func (p *Products) SetScalarVartime(i int, k *Scalar) { p.p.SetScalarVartime(i, &k.s) }

// SumVartime sets z to the sum of the products, and leaves p without any.
func (p *Products) SumVartime(z *Point) { p.p.SumVartime(&z.j) }
