package replica

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/big"
	"testing"

	"github.com/decred/dcrd/crypto/blake256"

	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/difftest/replica/secp256k1"
	"koblitz.dev/secp256k1/internal/difftest/replica/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/difftest/replica/secp256k1/schnorr"
	"koblitz.dev/secp256k1/internal/secrettest"
)

// results keeps what is returned off the stack.
var results struct {
	bytes     []byte
	nonce     *secp256k1.ModNScalar
	signature *ecdsa.Signature
	schnorr   *schnorr.Signature
	public    *secp256k1.PublicKey
	point     secp256k1.JacobianPoint
}

// TestStackIsWiped: what signs, derives, makes nonces or agrees on secrets leaves on
// its stack neither the key, nor a nonce, its inverse, or a product with one of them.
func TestStackIsWiped(t *testing.T) {
	defer cpu.ForceGeneric(!cpu.Accelerated())
	secret, hash := sha256.Sum256([]byte("secret")), sha256.Sum256([]byte("hash"))
	key, peer := secp256k1.PrivKeyFromBytes(secret[:]), secp256k1.PrivKeyFromBytes([]byte{7}).PubKey()
	n := bigcurve.N
	number := func(b []byte) *big.Int { return new(big.Int).SetBytes(b) }
	mod := func(v *big.Int) *big.Int { return new(big.Int).Mod(v, n) }
	mul := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	sum := func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }
	d, m := number(secret[:]), number(hash[:])
	// (2^258 - 1) / 2, which the digits of a product with the generator begin from
	offset := mul(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 258), big.NewInt(1)), new(big.Int).ModInverse(big.NewInt(2), n))
	shared := bigcurve.G.Mul(big.NewInt(7)).Mul(d)
	needles := map[string][]byte{}
	add := func(name string, v *big.Int) { maps.Copy(needles, secrettest.Pieces(name, v)) }
	add("d", d)
	add("-d", mod(new(big.Int).Neg(d)))
	add("d of the generator's digits", mod(sum(d, offset)))
	add("shared x", shared.X)
	add("shared y", shared.Y)
	scheme := blake256.Sum256([]byte("EC-Schnorr-DCRv0"))
	for name, extra := range map[string][]byte{"ECDSA": nil, "Schnorr": scheme[:]} {
		nonce := secp256k1.NonceRFC6979(secret[:], hash[:], extra, nil, 0).Bytes()
		k := number(nonce[:])
		r := bigcurve.G.Mul(k)
		e := mod(r.X)
		if extra != nil {
			challenge := blake256.Sum256(append(bigcurve.Bytes(r.X), hash[:]...))
			e = number(challenge[:])
		}
		inverse := new(big.Int).ModInverse(k, n)
		for what, v := range map[string]*big.Int{"k": k, "-k": mod(new(big.Int).Neg(k)), "k of the generator's digits": mod(sum(k, offset)), "1/k": inverse,
			"r d": mul(e, d), "r d mod n": mod(mul(e, d)), "-r d mod n": mod(mul(e, new(big.Int).Neg(d))), "r d + m": mod(sum(mul(e, d), m)), "(r d + m) / k": mul(mod(sum(mul(e, d), m)), inverse)} {
			add(name+", "+what, v)
		}
	}
	ct.ClearRegisters() // of what was computed here
	find := func(f func()) (found []string) {
		left := secrettest.Remains(f)
		if len(bytes.Trim(left, string([]byte{secrettest.Filler}))) == 0 {
			found = append(found, "nothing ran")
		}
		for what, piece := range needles {
			if at := bytes.Index(left, piece); at >= 0 {
				found = append(found, fmt.Sprintf("%s, %d bytes below", what, secrettest.Visible-at))
			}
		}
		return found
	}
	if len(find(func() { secrettest.Leave(&secret) })) == 0 {
		t.Error("what is left is not found")
	}
	for kind := range cpu.Kinds {
		for name, f := range map[string]func(){
			"NonceRFC6979":           func() { results.nonce = secp256k1.NonceRFC6979(secret[:], hash[:], scheme[:], nil, 0) },
			"PrivateKey.PubKey":      func() { results.public = key.PubKey() },
			"ScalarBaseMultNonConst": func() { secp256k1.ScalarBaseMultNonConst(&key.Key, &results.point) },
			"GenerateSharedSecret":   func() { results.bytes = secp256k1.GenerateSharedSecret(key, peer) },
			"ecdsa.Sign":             func() { results.signature = ecdsa.Sign(key, hash[:]) },
			"ecdsa.SignCompact":      func() { results.bytes = ecdsa.SignCompact(key, hash[:], true) },
			"schnorr.Sign":           func() { results.schnorr, _ = schnorr.Sign(key, hash[:]) },
		} {
			var found []string
			// What an interruption stored there is found once in several runs only.
			for range 4 {
				if found = find(f); len(found) == 0 {
					break
				}
			}
			for _, what := range found {
				t.Errorf("%s, %s: %s", name, kind, what)
			}
		}
	}
}
