package secp256k1

// What the released module's tests call by other names or take from files that
// name internals.

import (
	"io"
	"math/big"
)

// orderWordZero is the low word of the order.
const orderWordZero = n0 & 0xffffffff

// words returns the words of so many bits that x has.
func words(x *limbs, size uint) (w []uint32) {
	v := new(big.Int)
	for i := range x {
		v.Or(v, new(big.Int).Lsh(new(big.Int).SetUint64(x[i]), uint(64*i)))
	}
	mask := big.NewInt(1<<size - 1)
	for at := uint(0); at < 256; at += size {
		w = append(w, uint32(new(big.Int).And(new(big.Int).Rsh(v, at), mask).Uint64()))
	}
	return w
}

// raw26 returns what the original holds for a field element.
func raw26[T FieldVal | *FieldVal](f T) [10]uint32 {
	if v, is := any(f).(FieldVal); is {
		return [10]uint32(words(&v.limbs, 26))
	}
	return [10]uint32(words(&any(f).(*FieldVal).limbs, 26))
}

// setRaw26 sets f to such words, as they stand where they are below 2^256.
func setRaw26(f *FieldVal, raw [10]uint32) {
	v := new(big.Int)
	for i, w := range raw {
		v.Add(v, new(big.Int).Lsh(big.NewInt(int64(w)), uint(26*i)))
	}
	if v.BitLen() > 256 {
		v.Mod(v, curveParams.P)
	}
	load(&f.limbs, (*[32]byte)(v.FillBytes(make([]byte, 32))))
}

// raw32 returns what the original holds for a scalar.
func raw32[T ModNScalar | *ModNScalar](s T) [8]uint32 {
	if v, is := any(s).(ModNScalar); is {
		return [8]uint32(words(&v.reduced, 32))
	}
	return [8]uint32(words(&any(s).(*ModNScalar).reduced, 32))
}

func flip32(s *ModNScalar, word int32, bits uint32) {
	s.reduced[word/2] ^= uint64(bits) << (32 * (word % 2))
}

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
