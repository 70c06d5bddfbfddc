package point

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// DoubleBasesVartime sets z[i] = u1[i] G + u2[i] q[i] for slices of one length. z
// may be q.
func DoubleBasesVartime(z []Jacobian, u1, u2 []scalar.Scalar, q []Jacobian) {
	for i := doubleBasesVartime(z, u1, u2, q); i < len(z); i++ {
		DoubleBaseVartime(&z[i], &u1[i], &u2[i], &q[i])
	}
}

// AddBasesVartime sets z[i] = p[i] + t[i] G for slices of one length. z may be p.
func AddBasesVartime(z, p []Jacobian, t []scalar.Scalar) {
	for i := addBasesVartime(z, p, t); i < len(z); i++ {
		AddBaseVartime(&z[i], &p[i], &t[i])
	}
}

// FewestRoots is how many square roots take less time together, where lanes are: of
// fewer, SetXsVartime makes one after the other.
const FewestRoots = 5

// SetXsVartime sets z[i] to what SetXVartime finds for x[i] and odd[i], and ok[i]
// to whether that is a point, for slices of one length.
func SetXsVartime(ok []bool, z []Affine, x []field.Element, odd []int) {
	for i := setXsVartime(ok, z, x, odd); i < len(z); i++ {
		ok[i] = z[i].SetXVartime(&x[i], odd[i])
	}
}
