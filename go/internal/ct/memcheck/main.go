//go:build valgrind && linux && amd64 && !purego

// Memcheck runs every operation on secrets with the secrets marked as undefined,
// under valgrind: a branch or an address that depends on one is an error whose
// stack has a function of this module. The test of package ct builds it, runs it
// and reads the errors.
//
//	valgrind memcheck IMPLEMENTATION [branch | index]
//
// With a last argument it branches on an operation's secret result, or indexes a
// table by one.
package main

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strings"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/schnorr"
)

func main() {
	runtime.LockOSThread()
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("no implementation given")
	}
	if !ct.UnderValgrind() {
		return errors.New("this program shows nothing outside valgrind")
	}
	implementation, withLanes := strings.CutSuffix(args[0], ", lanes")
	if implementation == "generic" {
		cpu.ForceGeneric(true)
	} else {
		cpu.ForceAccelerated(withLanes)
	}
	if cpu.Name() != implementation || cpu.Lanes() != withLanes {
		return fmt.Errorf("%s runs, not %s", cpu.Name(), args[0])
	}
	fmt.Println("implementation:", args[0])
	peer := newKey(big.NewInt(0x1234567)).PublicKey()
	if len(args) > 1 {
		return plant(args[1], &peer)
	}
	n := bigcurve.N
	keys := []*big.Int{
		new(big.Int).SetBytes([]byte("an ordinary key of thirty-two by")),
		big.NewInt(1), big.NewInt(2), new(big.Int),
		new(big.Int).Sub(n, big.NewInt(1)), n, new(big.Int).Add(n, big.NewInt(1)),
		new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)),
	}
	// The first pass grows the stack, which the runtime does not do quietly. One key more is
	// for calls that are alone.
	for _, mark := range []bool{false, true} {
		for _, k := range keys {
			everything([32]byte(bigcurve.Bytes(k)), peer, mark)
		}
		cpu.ForceLone(true)
		everything([32]byte(bigcurve.Bytes(keys[0])), peer, mark)
		cpu.ForceLone(false)
	}
	fmt.Println("keys:", len(keys))
	return nil
}

func newKey(v *big.Int) *secp256k1.SecretKey {
	k := new(secp256k1.SecretKey)
	if err := k.SetBytes(bigcurve.Bytes(v)); err != nil {
		panic(err)
	}
	return k
}

// everything runs every operation that takes a secret, each of which a test finds
// here, and marks the secrets if told to. b may be no key.
func everything(b [32]byte, peer secp256k1.PublicKey, mark bool) {
	digest, aux := [32]byte{1, 2, 3}, [32]byte{4, 5, 6}
	tweak, zero := [32]byte{30: 7, 31: 8}, [32]byte{}
	for _, secret := range []*[32]byte{&b, &digest, &aux, &tweak, &zero} {
		if mark {
			ct.Secret(secret)
		}
	}
	var key, other secp256k1.SecretKey
	_ = secp256k1.GenerateSecretKey()
	_, _ = secp256k1.ParseSecretKey(b[:])
	if key.SetBytes(b[:]) != nil {
		return
	}
	_ = key.IsValid()
	out := make([]byte, 0, 96)
	out = key.AppendBytes(out)
	_ = key.Public()
	_, _ = key.Sign(nil, digest[:], nil)
	_ = key.Equal(&key)
	other = key
	_ = key.Equal(&other)
	_ = other.Negate()
	_ = key.Equal(&other)
	for _, t := range []*[32]byte{&tweak, &zero, &b} {
		for _, f := range []func(*secp256k1.SecretKey, []byte) error{
			(*secp256k1.SecretKey).TweakAdd, (*secp256k1.SecretKey).TweakMul, (*secp256k1.SecretKey).XOnlyTweakAdd,
		} {
			other = key
			_ = f(&other, t[:])
		}
	}
	other.Wipe()

	_, _ = ecdsa.Sign(&key, digest[:])
	_, _ = ecdsa.SignExtra(&key, digest[:], aux[:])
	_, _ = ecdsa.SignRecoverable(&key, digest[:])

	var pair schnorr.KeyPair
	_ = pair.SetSecretKey(&key)
	_, _ = pair.Sign(digest[:], aux[:])
	_, _ = pair.Sign(digest[:9], nil)
	_ = pair.PutSecretKey(&other)
	if pair.IsValid() {
		_ = pair.PublicKey()
	}
	_, _ = schnorr.Sign(&key, digest[:], aux[:])
	pair.Wipe()

	x, _ := peer.XOnly()
	_, _ = ecdh.AppendSharedSecret(out[:0], &key, &peer)
	_, _ = ecdh.AppendSharedX(out[:0], &key, &peer)
	_, _ = ecdh.AppendSharedXOnly(out[:0], &key, &x)
	_, _ = ecdh.SharedX(&key, &peer)
	_, _ = ecdh.SharedXOnly(&key, &x)
	var ok [7]bool
	var pubs [7]secp256k1.PublicKey
	var products [4][secp256k1.CompressedSize]byte
	batch.PublicKeys(ok[:3], pubs[:3], []secp256k1.SecretKey{key, {}, key})
	batch.PublicKeys(ok[:], pubs[:], []secp256k1.SecretKey{key, {}, key, key, key, key, key}) // in lanes
	batch.SecretMul(ok[:2], products[:2], &key, []secp256k1.PublicKey{peer, peer})
	batch.SecretMul(ok[:4], products[:], &key, []secp256k1.PublicKey{peer, peer, peer, peer}) // in lanes
	protocol(&key, &digest, &aux, &x)
	other.Generate()
	key.Wipe()
}

// protocol runs every method of package group that has a secret.
func protocol(key *secp256k1.SecretKey, digest, aux *[32]byte, x *secp256k1.XOnlyPublicKey) {
	var d, k, t group.SecretScalar
	var p, q, r group.SecretPoint
	var e, f group.SecretElement
	var b [32]byte
	var wide [64]byte
	var c [33]byte
	key.PutScalar(&d)
	_ = t.SetBytes(digest)
	copy(wide[7:], digest[:])
	t.SetWide(&wide)
	t.Add(&t, &d)
	t.Mul(&t, &d)
	t.Negate(&t)
	t.CondNegate(&t, d.IsOdd())
	t.Select(&t, &d, d.IsHigh().Or(d.IsZero()))
	_ = t.Equal(&d)
	t.Invert(&t)
	t.PutBytes(&b)
	var nonces group.NonceGenerator
	nonces.Init(&b, digest, aux[:])
	nonces.Next(&k)
	nonces.Wipe()

	g := x.Point()
	p.Mul(&k, &g)
	q.BaseMul(&k)
	r.SetPublic(&g)
	p.Add(&p, &q)
	r.Add(&r, &r)
	p.Negate(&p)
	p.Select(&p, &r, d.IsOdd())
	_ = p.IsInfinity()
	p.PutCompressed(&c)
	p.DeclassifyAffine(&g)
	p.Declassify(&g)
	r.SetInfinity()
	p.Add(&p, &r)
	p.Wipe()
	var a [2]group.AffinePoint
	var multiples group.Multiples
	var products [2][33]byte
	a[0].PublicBaseMul(&k)
	a[0].PublicBaseMulInverse(&t, &k)
	_ = group.PublicBaseMuls(a[:], []group.SecretScalar{k, d})
	_ = multiples.SetVartime([]group.Point{x.Point(), x.Point()})
	_ = multiples.SecretMul(products[:], &k)

	_ = e.SetBytes(digest)
	_ = f.SetBytes(aux)
	e.Add(&e, &f)
	e.Sub(&f, &e)
	e.Negate(&e)
	e.Mul(&e, &f)
	e.MulSmall(&e, 21)
	e.Square(&e)
	f.Invert(&e)
	f.Select(&e, &f, e.Sqrt(&f).Or(f.IsZero()).And(f.IsOdd().Not()))
	f.PutBytes(&b)
	var limbs [4]uint64
	f.Normalize()
	f.PutLimbs(&limbs)
	f.SetLimbs(&limbs)
	e.Add(&e, &f)
	public := e.Declassify()
	f.SetPublic(&public)
	f.Wipe()

	t.PutLimbs(&limbs)
	t.SetLimbs(&limbs)
	t.Mul(&t, &d)
	s := t.Declassify()
	t.SetPublic(&s)
	var other secp256k1.SecretKey
	_ = other.SetScalar(&d)
	k.Wipe()
}

var (
	sink  int
	table [256]int
)

func plant(what string, peer *secp256k1.PublicKey) error {
	b, tweak := [32]byte{31: 3}, [32]byte{31: 9}
	ct.Secret(&b)
	var key secp256k1.SecretKey
	if err := key.SetBytes(b[:]); err != nil {
		return err
	}
	switch what {
	case "branch":
		shared, err := ecdh.SharedSecret(&key, peer)
		if err != nil {
			return err
		}
		if shared[0]&1 == 1 {
			sink = 1
		}
	case "index":
		if err := key.TweakAdd(tweak[:]); err != nil {
			return err
		}
		sink = table[key.Bytes()[31]]
	default:
		return fmt.Errorf("nothing to plant: %s", what)
	}
	runtime.KeepAlive(sink)
	return nil
}
