//go:build valgrind && linux && amd64 && !purego

// Memcheck calls each function and method of the module in the place of Decred's
// that takes constant time, with its secrets marked as undefined, under valgrind.
//
//	valgrind memcheck IMPLEMENTATION [plant]
//
// It prints their names. With a last argument it branches on a secret instead.
package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/difftest/replica/secp256k1"
	"koblitz.dev/secp256k1/internal/difftest/replica/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/difftest/replica/secp256k1/schnorr"
)

func main() {
	runtime.LockOSThread()
	if len(os.Args) < 2 || !ct.UnderValgrind() {
		fmt.Fprintln(os.Stderr, "this program shows nothing outside valgrind")
		os.Exit(2)
	}
	if os.Args[1] == "generic" {
		cpu.ForceGeneric(true)
	} else {
		cpu.ForceAccelerated(false)
	}
	if cpu.Name() != os.Args[1] {
		fmt.Fprintf(os.Stderr, "%s runs, not %s\n", cpu.Name(), os.Args[1])
		os.Exit(2)
	}
	if len(os.Args) > 2 {
		plant()
		return
	}
	names := slices.Sorted(maps.Keys(calls))
	// The first pass grows the stack, which the runtime does not do quietly.
	for _, mark := range []bool{false, true} {
		for _, b := range [][32]byte{
			[32]byte([]byte("an ordinary key of thirty-two by")), {31: 1}, {31: 2},
			{30: 0x40, 31: 0x40}, [32]byte(bytes.Repeat([]byte{0xff}, 32)),
		} {
			for _, name := range names {
				calls[name](newInput(b, mark))
			}
		}
	}
	for _, name := range names {
		fmt.Println(name)
	}
}

// An input is what a call may take: secrets, and the public key of 7.
type input struct {
	b, c [32]byte
	f, g secp256k1.FieldVal
	k, l secp256k1.ModNScalar
	d    *secp256k1.PrivateKey
	hash [32]byte
	pub  *secp256k1.PublicKey
	p    secp256k1.JacobianPoint
}

var seven = secp256k1.PrivKeyFromBytes([]byte{7}).PubKey()

func newInput(b [32]byte, mark bool) *input {
	in := &input{b: b, c: [32]byte{5, 31: 9}, hash: [32]byte{1, 2, 3}, pub: seven}
	if mark {
		ct.Secret(&in.b)
		ct.Secret(&in.c)
		ct.Secret(&in.hash)
	}
	in.f.SetBytes(&in.b)
	in.g.SetBytes(&in.c)
	in.k.SetBytes(&in.b)
	in.l.SetBytes(&in.c)
	in.d = secp256k1.NewPrivateKey(&in.k)
	in.p = secp256k1.MakeJacobianPoint(&in.f, &in.g, &in.f)
	return in
}

// Where results go, without which the compiler leaves out what it inlines.
var (
	truth            bool
	bit              uint32
	array            [32]byte
	pointer          *[32]byte
	slice            []byte
	point            secp256k1.JacobianPoint
	scalar           *secp256k1.ModNScalar
	key              *secp256k1.PrivateKey
	public           *secp256k1.PublicKey
	signature        *ecdsa.Signature
	schnorrSignature *schnorr.Signature
)

// calls are every function that takes constant time.
var calls = map[string]func(*input){
	"FieldVal.Add":                     func(in *input) { in.f.Add(&in.g) },
	"FieldVal.Add2":                    func(in *input) { in.f.Add2(&in.f, &in.g) },
	"FieldVal.AddInt":                  func(in *input) { in.f.AddInt(3) },
	"FieldVal.Bytes":                   func(in *input) { pointer = in.f.Bytes() },
	"FieldVal.Equals":                  func(in *input) { truth = in.f.Equals(&in.g) },
	"FieldVal.Inverse":                 func(in *input) { in.f.Inverse() },
	"FieldVal.IsGtOrEqPrimeMinusOrder": func(in *input) { truth = in.f.IsGtOrEqPrimeMinusOrder() },
	"FieldVal.IsOdd":                   func(in *input) { truth = in.f.IsOdd() },
	"FieldVal.IsOddBit":                func(in *input) { bit = in.f.IsOddBit() },
	"FieldVal.IsOne":                   func(in *input) { truth = in.f.IsOne() },
	"FieldVal.IsOneBit":                func(in *input) { bit = in.f.IsOneBit() },
	"FieldVal.IsZero":                  func(in *input) { truth = in.f.IsZero() },
	"FieldVal.IsZeroBit":               func(in *input) { bit = in.f.IsZeroBit() },
	"FieldVal.Mul":                     func(in *input) { in.f.Mul(&in.g) },
	"FieldVal.Mul2":                    func(in *input) { in.f.Mul2(&in.f, &in.g) },
	"FieldVal.MulInt":                  func(in *input) { in.f.MulInt(8) },
	"FieldVal.Negate":                  func(in *input) { in.f.Negate(1) },
	"FieldVal.NegateVal":               func(in *input) { in.f.NegateVal(&in.g, 1) },
	"FieldVal.Normalize":               func(in *input) { in.f.Normalize() },
	"FieldVal.PutBytes":                func(in *input) { in.f.PutBytes(&in.c) },
	"FieldVal.PutBytesUnchecked":       func(in *input) { in.f.PutBytesUnchecked(in.c[:]) },
	"FieldVal.Set":                     func(in *input) { in.f.Set(&in.g) },
	"FieldVal.SetByteSlice":            func(in *input) { truth = in.f.SetByteSlice(in.c[:20]) },
	"FieldVal.SetBytes":                func(in *input) { bit = in.f.SetBytes(&in.c) },
	"FieldVal.SetInt":                  func(in *input) { in.f.SetInt(uint16(in.c[0])) },
	"FieldVal.Square":                  func(in *input) { in.f.Square() },
	"FieldVal.SquareRootVal":           func(in *input) { truth = in.f.SquareRootVal(&in.g) },
	"FieldVal.SquareVal":               func(in *input) { in.f.SquareVal(&in.g) },
	"FieldVal.Zero":                    func(in *input) { in.f.Zero() },

	"ModNScalar.Add":                func(in *input) { in.k.Add(&in.l) },
	"ModNScalar.Add2":               func(in *input) { in.k.Add2(&in.k, &in.l) },
	"ModNScalar.Bytes":              func(in *input) { array = in.k.Bytes() },
	"ModNScalar.Equals":             func(in *input) { truth = in.k.Equals(&in.l) },
	"ModNScalar.InverseNonConst":    func(in *input) { in.k.InverseNonConst() },
	"ModNScalar.InverseValNonConst": func(in *input) { in.k.InverseValNonConst(&in.l) },
	"ModNScalar.IsOdd":              func(in *input) { truth = in.k.IsOdd() },
	"ModNScalar.IsOverHalfOrder":    func(in *input) { truth = in.k.IsOverHalfOrder() },
	"ModNScalar.IsZero":             func(in *input) { truth = in.k.IsZero() },
	"ModNScalar.IsZeroBit":          func(in *input) { bit = in.k.IsZeroBit() },
	"ModNScalar.Mul":                func(in *input) { in.k.Mul(&in.l) },
	"ModNScalar.Mul2":               func(in *input) { in.k.Mul2(&in.k, &in.l) },
	"ModNScalar.Negate":             func(in *input) { in.k.Negate() },
	"ModNScalar.NegateVal":          func(in *input) { in.k.NegateVal(&in.l) },
	"ModNScalar.PutBytes":           func(in *input) { in.k.PutBytes(&in.c) },
	"ModNScalar.PutBytesUnchecked":  func(in *input) { in.k.PutBytesUnchecked(in.c[:]) },
	"ModNScalar.Set":                func(in *input) { in.k.Set(&in.l) },
	"ModNScalar.SetByteSlice":       func(in *input) { truth = in.k.SetByteSlice(in.c[:20]) },
	"ModNScalar.SetBytes":           func(in *input) { bit = in.k.SetBytes(&in.c) },
	"ModNScalar.SetInt":             func(in *input) { in.k.SetInt(uint32(in.c[0])) },
	"ModNScalar.Square":             func(in *input) { in.k.Square() },
	"ModNScalar.SquareVal":          func(in *input) { in.k.SquareVal(&in.l) },
	"ModNScalar.Zero":               func(in *input) { in.k.Zero() },

	"JacobianPoint.Set":      func(in *input) { in.p.Set(&in.p) },
	"JacobianPoint.ToAffine": func(in *input) { in.p.ToAffine() },
	"MakeJacobianPoint":      func(in *input) { point = secp256k1.MakeJacobianPoint(&in.f, &in.g, &in.f) },
	"ScalarBaseMultNonConst": func(in *input) { secp256k1.ScalarBaseMultNonConst(&in.k, &in.p) },

	"GeneratePrivateKeyFromRand": func(in *input) {
		key, _ = secp256k1.GeneratePrivateKeyFromRand(bytes.NewReader(append(in.b[:], in.c[:]...)))
	},
	"GenerateSharedSecret": func(in *input) { slice = secp256k1.GenerateSharedSecret(in.d, in.pub) },
	"NewPrivateKey":        func(in *input) { key = secp256k1.NewPrivateKey(&in.k) },
	"NonceRFC6979":         func(in *input) { scalar = secp256k1.NonceRFC6979(in.b[:], in.hash[:], in.c[:], in.c[:16], 1) },
	"PrivKeyFromBytes":     func(in *input) { key = secp256k1.PrivKeyFromBytes(in.b[:]) },
	"PrivateKey.PubKey":    func(in *input) { public = in.d.PubKey() },
	"PrivateKey.Serialize": func(in *input) { slice = in.d.Serialize() },
	"PrivateKey.Zero":      func(in *input) { in.d.Zero() },

	"ecdsa.Sign":        func(in *input) { signature = ecdsa.Sign(in.d, in.hash[:]) },
	"ecdsa.SignCompact": func(in *input) { slice = ecdsa.SignCompact(in.d, in.hash[:], true) },
	"schnorr.Sign": func(in *input) {
		hash := [32]byte{1, 2, 3} // which verifiers know
		schnorrSignature, _ = schnorr.Sign(in.d, hash[:])
	},
}

var sink int

func plant() {
	b := [32]byte{31: 3}
	ct.Secret(&b)
	if secp256k1.PrivKeyFromBytes(b[:]).Key.IsOdd() {
		sink = 1
	}
	runtime.KeepAlive(sink)
}
