package point

import "koblitz.dev/secp256k1/internal/field"

// maxOdd is the most multiples that oddMultiplesVartime gives.
const maxOdd = 16

// oddMultiplesVartime sets t to P, 3P, ..., (2 len(t) - 1) P, as affine points
// of the curve y^2 = x^3 + b Z^6: the points are (t.X / Z^2, t.Y / Z^3).
// len(t) is in [2, maxOdd], and the order of P odd and above 2 len(t) + 1, so
// that no step adds equal or opposite points. ratio has room for as many.
//
// First P and 2P on Z = y, 2M + 4S: with s = y^2, t = x s, l = 3/2 x^2,
// P = (t, s^2) and 2P = (l^2 - 2t, l (t - X) - s^2). Then a co-Z addition for
// each, 4M + 2S, and 4M + 1S a point but the last to bring all to the last Z.
func oddMultiplesVartime(t []Affine, z *field.Element, p *Affine, ratio []field.Element) {
	var s, u, l, x2, y2 field.Element
	x1, y1 := &t[0].X, &t[0].Y
	s.Square(&p.Y)
	u.Square(&p.X)
	x1.Mul(&p.X, &s)
	l.Half(&u)
	l.Add(&l, &u)
	y1.Square(&s)
	u.Square(&l)
	u.Sub(&u, x1)
	x2.Sub(&u, x1)
	u.Sub(x1, &x2)
	u.Mul(&l, &u)
	y2.Sub(&u, y1)

	for i := 1; i < len(t); i++ {
		coZAddVartime(&t[i], &ratio[i], &x2, &y2, &t[i-1])
	}

	zz := ratio[len(t)-1]
	for i := len(t) - 2; i >= 0; i-- {
		s.Square(&zz)
		t[i].X.Mul(&t[i].X, &s)
		s.Mul(&s, &zz)
		t[i].Y.Mul(&t[i].Y, &s)
		if i > 0 {
			zz.Mul(&zz, &ratio[i])
		}
	}
	z.Mul(&zz, &p.Y)
}

// coZAddVartimeGeneric sets r = a + b and brings b = (x, y) to the same new Z, ratio
// times that of a and b. 4M + 2S. Meloni, "New point addition formulae for ECC
// applications", WAIFI 2007. The x coordinates of a and b differ.
func coZAddVartimeGeneric(r *Affine, ratio, x, y *field.Element, a *Affine) {
	var c, d, dy, w1, w2 field.Element
	d.Sub(x, &a.X)
	dy.Sub(y, &a.Y)
	c.Square(&d)
	w1.Mul(x, &c)
	w2.Mul(&a.X, &c)
	c.Square(&dy)
	c.Sub(&c, &w1)
	r.X.Sub(&c, &w2)
	w2.Sub(&w1, &w2)
	y.Mul(y, &w2)
	w2.Sub(&w1, &r.X)
	w2.Mul(&dy, &w2)
	r.Y.Sub(&w2, y)
	*x = w1
	*ratio = d
}
