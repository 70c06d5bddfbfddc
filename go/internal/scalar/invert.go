package scalar

// invert sets z = x^(n - 2) = 1 / x, 0 for 0.
func invert(z, x *limbs) {
	e := limbs{n0 - 2, n1, n2, n3}
	t, a := limbs{1}, *x
	for i := 255; i >= 0; i-- {
		mul(&t, &t, &t)
		if e[i/64]>>(i%64)&1 == 1 {
			mul(&t, &t, &a)
		}
	}
	*z = t
}
