//go:build !cgo_secp

package main

import (
	"bytes"
	"fmt"

	koblitz "koblitz.dev/secp256k1"
	batches "koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/schnorr"
)

// batchSizes are how many rows a call of a batch takes.
var batchSizes = [...]int{2, 8, 64, 1024, 16384}

// columns are the arguments of one call.
type columns struct {
	keys          []koblitz.PublicKey
	xonly         []koblitz.XOnlyPublicKey
	sigs          []ecdsa.Signature
	schnorr       []schnorr.Signature
	recoverable   []ecdsa.RecoverableSignature
	secrets       []koblitz.SecretKey
	odd           []bool
	first, second []([]byte)
	encoded       []([]byte)
	all           *batches.Scratch
}

// grow makes room for n rows.
func (c *columns) grow(n int) {
	if len(c.keys) < n {
		*c = columns{
			make([]koblitz.PublicKey, n), make([]koblitz.XOnlyPublicKey, n), make([]ecdsa.Signature, n), make([]schnorr.Signature, n),
			make([]ecdsa.RecoverableSignature, n), make([]koblitz.SecretKey, n), make([]bool, n),
			make([][]byte, n), make([][]byte, n), make([][]byte, n), new(batches.Scratch),
		}
		c.all.Grow(n)
	}
}

// koblitzBatchOps are the batches, of rows prepared as for one of them; what is
// timed lays the rows of a call out in columns, too.
func koblitzBatchOps() (ops []operation) {
	c := new(columns)
	for _, n := range batchSizes {
		for _, o := range batchesOf(c, n) {
			load := o.load
			o.name = fmt.Sprintf("batch_%s_%d", o.name, n)
			o.load = func(rows []row) (batch, error) {
				c.grow(min(n, len(rows)))
				return load(rows)
			}
			ops = append(ops, o)
		}
	}
	return ops
}

// inCalls divides verdicts into calls of n rows.
func inCalls[In any](n int, call func(in []In, ok []bool)) func(in []In, ok []bool) {
	return func(in []In, ok []bool) {
		for at := 0; at < len(in); at += n {
			end := min(at+n, len(in))
			call(in[at:end], ok[at:end])
		}
	}
}

// inCallsOf divides values into calls of n rows.
func inCallsOf[In, Out any](n int, call func(in []In, out []Out, ok []bool)) func(in []In, out []Out, ok []bool) {
	return func(in []In, out []Out, ok []bool) {
		for at := 0; at < len(in); at += n {
			end := min(at+n, len(in))
			call(in[at:end], out[at:end], ok[at:end])
		}
	}
}

func batchesOf(c *columns, n int) []operation {
	type mulIn struct {
		secret []byte
		key    koblitz.PublicKey
	}
	return []operation{
		verdicts("ecdsa_verify", prepareVerify, inCalls(n, func(in []verifyIn, ok []bool) {
			m := len(in)
			for i := range in {
				c.keys[i], c.first[i], c.sigs[i] = in[i].key, in[i].hash, in[i].sig
			}
			batches.VerifyECDSA(ok, c.keys[:m], c.first[:m], c.sigs[:m], batches.Rules{})
		})),
		verdicts("ecdsa_parse_verify", prepareRow, inCalls(n, func(in []row, ok []bool) {
			m := len(in)
			for i, f := range in {
				c.encoded[i], c.second[i], c.first[i] = f[0], f[1], f[2]
			}
			batches.VerifyECDSAEncoded(ok, c.encoded[:m], c.first[:m], c.second[:m], batches.Rules{DER: true})
		})),
		values("ecdsa_recover", prepareRecover, inCallsOf(n, func(in []recoverIn, out []koblitz.PublicKey, ok []bool) {
			m := len(in)
			for i := range in {
				c.recoverable[i], c.first[i] = in[i].sig, in[i].hash
			}
			batches.RecoverECDSA(ok, out, c.first[:m], c.recoverable[:m])
		}), encodeKoblitzKey),
		verdicts("schnorr_verify", prepareSchnorr, inCalls(n, func(in []schnorrIn, ok []bool) {
			m := len(in)
			for i := range in {
				c.xonly[i], c.schnorr[i], c.first[i] = in[i].key, in[i].sig, in[i].msg
			}
			batches.VerifySchnorr(ok, c.xonly[:m], c.first[:m], c.schnorr[:m])
		})),
		verdicts("schnorr_all", prepareSchnorr, inCalls(n, func(in []schnorrIn, ok []bool) {
			m := len(in)
			for i := range in {
				c.xonly[i], c.schnorr[i], c.first[i] = in[i].key, in[i].sig, in[i].msg
			}
			batches.VerifySchnorrAll(ok, c.xonly[:m], c.first[:m], c.schnorr[:m], c.all)
		})),
		verdicts("schnorr_parse_verify", prepareRow, inCalls(n, func(in []row, ok []bool) {
			m := len(in)
			for i, f := range in {
				c.encoded[i], c.second[i], c.first[i] = f[0], f[1], f[2]
			}
			batches.VerifySchnorrEncoded(ok, c.encoded[:m], c.first[:m], c.second[:m])
		})),
		values("pubkey_parse33", prepareBytes, inCallsOf(n, func(in [][]byte, out []koblitz.PublicKey, ok []bool) {
			batches.ParsePublicKeys(ok, out, in)
		}), encodeKoblitzKey),
		values("pubkey_tweak_add", prepareTweak, inCallsOf(n, func(in []tweakIn, out []koblitz.PublicKey, ok []bool) {
			for i := range in {
				out[i], c.first[i] = in[i].key, in[i].tweak
			}
			batches.TweakAdd(ok, out, out, c.first[:len(in)])
		}), encodeKoblitzKey),
		verdicts("xonly_tweak_add_check", prepareCheck, inCalls(n, func(in []checkIn, ok []bool) {
			m := len(in)
			for i := range in {
				c.xonly[i], c.first[i], c.second[i], c.odd[i] = in[i].internal, in[i].tweaked, in[i].tweak, in[i].odd
			}
			batches.CheckTweaks(ok, c.first[:m], c.odd[:m], c.xonly[:m], c.second[:m])
		})),
		values("pubkey_create", prepareBytes, inCallsOf(n, func(in [][]byte, out []koblitz.PublicKey, ok []bool) {
			for i := range in {
				if c.secrets[i].SetBytes(in[i]) != nil {
					c.secrets[i].Wipe()
				}
			}
			batches.PublicKeys(ok, out, c.secrets[:len(in)])
		}), encodeKoblitzKey),
		// A call ends where the secret key changes.
		values("secret_mul", func(in *mulIn, f row) bool {
			in.secret = f[0]
			return parseKoblitz(&in.key, f[1])
		}, inCallsOf(n, func(in []mulIn, out [][koblitz.CompressedSize]byte, ok []bool) {
			for at := 0; at < len(in); {
				end := at
				for end < len(in) && bytes.Equal(in[end].secret, in[at].secret) {
					c.keys[end-at] = in[end].key
					end++
				}
				if c.secrets[0].SetBytes(in[at].secret) != nil {
					c.secrets[0].Wipe()
				}
				batches.SecretMul(ok[at:end], out[at:end], &c.secrets[0], c.keys[:end-at])
				at = end
			}
		}), func(dst []byte, product *[koblitz.CompressedSize]byte) []byte { return append(dst, product[:]...) }),
	}
}
