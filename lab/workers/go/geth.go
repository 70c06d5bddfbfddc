//go:build cgo_secp

package main

/*
static void nothing(void) {}
*/
import "C"

import (
	"crypto/sha256"
	"math/big"

	"github.com/ethereum/go-ethereum/crypto/secp256k1"
)

// gethLibrary is the version of libsecp256k1 that go-ethereum's package bundles
// and compiles (libsecp256k1/configure.ac; not a release).
const gethLibrary = "0.6.1-dev"

// openGeth measures go-ethereum's cgo binding through its Go API: keys and
// signatures are bytes, so that every call parses them. Points are added in
// math/big alone, which is no operation of this library's C. Its date is
// go-ethereum's.
func openGeth(o options) (*contender, error) {
	if err := noLibrary(o); err != nil {
		return nil, err
	}
	c := goContender(gethModule, "cgo")
	c.version = "libsecp256k1-" + gethLibrary + "+go-ethereum-" + c.version
	c.claims = []string{"rfc6979", "low_s", "rejects_high_s", "alloc"}
	c.ops = gethOps()
	return c, nil
}

// gethPoint is the library's own form of a point.
type gethPoint struct{ x, y *big.Int }

func gethOps() []operation {
	curve := secp256k1.S256()
	type mulIn struct {
		k []byte
		p gethPoint
	}
	preparePoint := func(p *gethPoint, b []byte) bool {
		p.x, p.y = curve.Unmarshal(b)
		return p.x != nil && curve.IsOnCurve(p.x, p.y)
	}
	return []operation{
		verdicts("empty",
			func(*struct{}, row) bool { return true },
			func(in []struct{}, ok []bool) {
				for i := range in {
					C.nothing()
					ok[i] = true
				}
			}),
		values("pubkey_create", prepareBytes, gethBaseMul, encodeGethPoint),
		values("ecdsa_sign", prepareRow,
			func(in []row, out [][]byte, ok []bool) {
				for i, f := range in {
					sig, err := secp256k1.Sign(f[1], f[0])
					out[i], ok[i] = sig, err == nil
				}
			}, func(dst []byte, sig *[]byte) []byte { return append(dst, (*sig)[:64]...) }),
		verdicts("ecdsa_verify", prepareRow,
			func(in []row, ok []bool) {
				for i, f := range in {
					ok[i] = secp256k1.VerifySignature(f[0], f[2], f[1])
				}
			}),
		values("ecdsa_recover",
			func(in *row, f row) bool {
				*in = row{append(append([]byte{}, f[0]...), f[1]...), f[2]}
				return true
			},
			func(in []row, out [][]byte, ok []bool) {
				for i, f := range in {
					key, err := secp256k1.RecoverPubkey(f[1], f[0])
					out[i], ok[i] = key, err == nil
				}
			}, func(dst []byte, key *[]byte) []byte { return append(dst, *key...) }),
		// ScalarMult and CompressPubkey.
		values("ecdh",
			func(in *mulIn, f row) bool {
				in.k = f[0]
				return preparePoint(&in.p, f[1])
			},
			func(in []mulIn, out [][32]byte, ok []bool) {
				for i := range in {
					x, y := curve.ScalarMult(in[i].p.x, in[i].p.y, in[i].k)
					if x != nil {
						out[i], ok[i] = sha256.Sum256(secp256k1.CompressPubkey(x, y)), true
					}
				}
			}, encode32),
		values("pubkey_parse33", prepareBytes,
			func(in [][]byte, out []gethPoint, ok []bool) {
				for i := range in {
					x, y := secp256k1.DecompressPubkey(in[i])
					out[i], ok[i] = gethPoint{x, y}, x != nil
				}
			}, encodeGethPoint),
		// Unmarshal does not ask whether the point is on the curve; crypto's
		// UnmarshalPubkey, which does, is these two calls.
		values("pubkey_parse65", prepareBytes,
			func(in [][]byte, out []gethPoint, ok []bool) {
				for i := range in {
					x, y := curve.Unmarshal(in[i])
					out[i], ok[i] = gethPoint{x, y}, x != nil && curve.IsOnCurve(x, y)
				}
			}, encodeGethPoint),
		values("base_mul", prepareBytes, gethBaseMul, encodeGethPoint),
		values("point_mul",
			func(in *mulIn, f row) bool {
				in.k = f[0]
				return preparePoint(&in.p, f[1])
			},
			func(in []mulIn, out []gethPoint, ok []bool) {
				for i := range in {
					x, y := curve.ScalarMult(in[i].p.x, in[i].p.y, in[i].k)
					out[i], ok[i] = gethPoint{x, y}, x != nil
				}
			}, encodeGethPoint),
	}
}

func gethBaseMul(in [][]byte, out []gethPoint, ok []bool) {
	curve := secp256k1.S256()
	for i := range in {
		x, y := curve.ScalarBaseMult(in[i])
		out[i], ok[i] = gethPoint{x, y}, x != nil
	}
}

func encodeGethPoint(dst []byte, p *gethPoint) []byte {
	return append(dst, secp256k1.S256().Marshal(p.x, p.y)...)
}
