package secp256k1

// What the released module's tests call by other names or take from files that
// name internals.

import (
	"io"
	"math/big"
)

func makeError(kind ErrorKind, desc string) Error { return Error{kind, desc} }

func fromHex(s string) *big.Int { return number(s) }

func hexToModNScalar(s string) *ModNScalar {
	z := new(ModNScalar)
	z.SetByteSlice(number(s).FillBytes(make([]byte, 32)))
	return z
}

func isOnCurve(x, y *FieldVal) bool { return NewPublicKey(x, y).IsOnCurve() }

func bigAffineToJacobian(x, y *big.Int, result *JacobianPoint) { *result = jacobian(x, y) }

func generatePrivateKey(rand io.Reader) (*PrivateKey, error) { return GeneratePrivateKeyFromRand(rand) }

func hexToFieldVal(s string) *FieldVal {
	f := new(FieldVal)
	f.SetByteSlice(number(s).FillBytes(make([]byte, 32)))
	return f
}
