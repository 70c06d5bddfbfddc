//go:build !cgo_secp

package main

import (
	"math/big"
	"unsafe"
)

// ops is the operations whose functions the library has, the required ones and
// those that add names.
func (l *clib) ops() []operation {
	var ops []operation
	add := func(make func() operation, needs ...string) {
		for _, name := range needs {
			if l.sym(name) == 0 {
				return
			}
		}
		ops = append(ops, make())
	}
	add(l.pubkeyCreate)
	add(l.ecdsaSign)
	add(l.ecdsaVerify)
	add(l.ecdsaParseVerify)
	add(l.ecdsaRecover, "ecdsa_recover", "ecdsa_recoverable_signature_parse_compact")
	add(l.schnorrSign, l.schnorrSignName(), "keypair_create")
	add(func() operation { return l.schnorrVerify(true) }, "schnorrsig_verify", "xonly_pubkey_parse")
	add(func() operation { return l.schnorrVerify(false) }, "schnorrsig_verify", "xonly_pubkey_parse")
	add(l.ecdh, "ecdh")
	add(func() operation { return l.pubkeyParse("pubkey_parse33") })
	add(func() operation { return l.pubkeyParse("pubkey_parse65") })
	add(l.pubkeyTweakAdd, "ec_pubkey_tweak_add")
	add(l.xonlyTweakAddCheck, "xonly_pubkey_tweak_add_check", "xonly_pubkey_parse")
	add(l.pubkeyCombine, "ec_pubkey_combine")
	add(l.ellswiftEncode, "ellswift_encode")
	add(l.ellswiftDecode, "ellswift_decode")
	add(l.ellswiftCreate, "ellswift_create")
	add(l.ellswiftXdh, "ellswift_xdh", "ellswift_xdh_hash_function_bip324")
	add(l.derParse)
	add(l.taggedSha256, "tagged_sha256")
	return ops
}

func (l *clib) pubkeyCreate() operation {
	f := l.sym("ec_pubkey_create")
	return values("pubkey_create", prepareBytes,
		func(in [][]byte, out []cPubkey, ok []bool) {
			for i := range in {
				ok[i] = call(f, l.ctx,
					uintptr(unsafe.Pointer(&out[i])), uintptr(unsafe.Pointer(&in[i][0])))
			}
		}, l.encodePubkey())
}

func (l *clib) ecdsaSign() operation {
	f := l.sym("ecdsa_sign")
	return values("ecdsa_sign", prepareRow,
		func(in []row, out []cSig, ok []bool) {
			for i, x := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&x[1][0])), uintptr(unsafe.Pointer(&x[0][0])), 0, 0)
			}
		}, l.encodeSig())
}

func (l *clib) ecdsaVerify() operation {
	type input struct {
		key  cPubkey
		sig  cSig
		hash [32]byte
	}
	f := l.sym("ecdsa_verify")
	return verdicts("ecdsa_verify",
		func(in *input, f row) bool {
			in.hash = [32]byte(f[2])
			return l.parsePubkey(&in.key, f[0]) && l.parseSig(&in.sig, f[1])
		},
		func(in []input, ok []bool) {
			for i := range in {
				x := &in[i]
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&x.sig)),
					uintptr(unsafe.Pointer(&x.hash)), uintptr(unsafe.Pointer(&x.key)))
			}
		})
}

func (l *clib) ecdsaParseVerify() operation {
	type object struct {
		key cPubkey
		sig cSig
	}
	parseKey, parseDER, verify := l.sym("ec_pubkey_parse"), l.sym("ecdsa_signature_parse_der"), l.sym("ecdsa_verify")
	return verdicts("ecdsa_parse_verify", prepareRow,
		func(in []row, ok []bool) {
			o := new(object)
			for i, x := range in {
				ok[i] = call(parseKey, l.ctx, uintptr(unsafe.Pointer(&o.key)),
					uintptr(unsafe.Pointer(unsafe.SliceData(x[0]))), uintptr(len(x[0]))) &&
					call(parseDER, l.ctx, uintptr(unsafe.Pointer(&o.sig)),
						uintptr(unsafe.Pointer(unsafe.SliceData(x[1]))), uintptr(len(x[1]))) &&
					call(verify, l.ctx, uintptr(unsafe.Pointer(&o.sig)),
						uintptr(unsafe.Pointer(&x[2][0])), uintptr(unsafe.Pointer(&o.key)))
			}
		})
}

func (l *clib) ecdsaRecover() operation {
	type input struct {
		sig  cRecSig
		hash [32]byte
	}
	parse, f := l.sym("ecdsa_recoverable_signature_parse_compact"), l.sym("ecdsa_recover")
	return values("ecdsa_recover",
		func(in *input, f row) bool {
			// A recovery id above 3 is an illegal argument, which aborts.
			if f[1][0] > 3 {
				return false
			}
			in.hash = [32]byte(f[2])
			return call(parse, l.ctx, uintptr(unsafe.Pointer(&in.sig)),
				uintptr(unsafe.Pointer(&f[0][0])), uintptr(f[1][0]))
		},
		func(in []input, out []cPubkey, ok []bool) {
			for i := range in {
				x := &in[i]
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&x.sig)), uintptr(unsafe.Pointer(&x.hash)))
			}
		}, l.encodePubkey())
}

// schnorrSignName is the newest name: schnorrsig_sign32 since 0.2.0.
func (l *clib) schnorrSignName() string {
	if l.sym("schnorrsig_sign32") != 0 {
		return "schnorrsig_sign32"
	}
	return "schnorrsig_sign"
}

// variableLength reports whether the library signs messages of any length.
// Since then schnorrsig_verify takes a length, and schnorrsig_sign auxiliary
// randomness instead of a nonce function and its data.
func (l *clib) variableLength() bool { return l.sym("schnorrsig_sign_custom") != 0 }

func (l *clib) schnorrSign() operation {
	type input struct {
		pair     cKeypair
		msg, aux [32]byte
	}
	f, create := l.sym(l.schnorrSignName()), l.sym("keypair_create")
	takesNonceFunction := !l.variableLength()
	return values("schnorr_sign",
		func(in *input, f row) bool {
			in.msg, in.aux = [32]byte(f[1]), [32]byte(f[2])
			return call(create, l.ctx, uintptr(unsafe.Pointer(&in.pair)), uintptr(unsafe.Pointer(&f[0][0])))
		},
		func(in []input, out [][64]byte, ok []bool) {
			for i := range in {
				x := &in[i]
				if takesNonceFunction {
					ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])), uintptr(unsafe.Pointer(&x.msg)),
						uintptr(unsafe.Pointer(&x.pair)), 0, uintptr(unsafe.Pointer(&x.aux)))
				} else {
					ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])), uintptr(unsafe.Pointer(&x.msg)),
						uintptr(unsafe.Pointer(&x.pair)), uintptr(unsafe.Pointer(&x.aux)))
				}
			}
		}, encode64)
}

// schnorrVerify is schnorr_verify with the key prepared, or
// schnorr_parse_verify.
func (l *clib) schnorrVerify(prepared bool) operation {
	type input struct {
		key      cXonly
		sig      [64]byte
		msg, pub [32]byte
	}
	parse, f := l.sym("xonly_pubkey_parse"), l.sym("schnorrsig_verify")
	takesLength := l.variableLength()
	verify := func(x *input) bool {
		if takesLength {
			return call(f, l.ctx, uintptr(unsafe.Pointer(&x.sig)),
				uintptr(unsafe.Pointer(&x.msg)), 32, uintptr(unsafe.Pointer(&x.key)))
		}
		return call(f, l.ctx, uintptr(unsafe.Pointer(&x.sig)),
			uintptr(unsafe.Pointer(&x.msg)), uintptr(unsafe.Pointer(&x.key)))
	}
	if prepared {
		return verdicts("schnorr_verify",
			func(in *input, f row) bool {
				in.sig, in.msg = [64]byte(f[1]), [32]byte(f[2])
				return l.parseXonly(&in.key, f[0])
			},
			func(in []input, ok []bool) {
				for i := range in {
					ok[i] = verify(&in[i])
				}
			})
	}
	return verdicts("schnorr_parse_verify",
		func(in *input, f row) bool {
			in.pub, in.sig, in.msg = [32]byte(f[0]), [64]byte(f[1]), [32]byte(f[2])
			return true
		},
		func(in []input, ok []bool) {
			for i := range in {
				x := &in[i]
				ok[i] = call(parse, l.ctx, uintptr(unsafe.Pointer(&x.key)), uintptr(unsafe.Pointer(&x.pub))) && verify(x)
			}
		})
}

func (l *clib) ecdh() operation {
	type input struct {
		key    cPubkey
		seckey [32]byte
	}
	f := l.sym("ecdh")
	return values("ecdh",
		func(in *input, f row) bool {
			in.seckey = [32]byte(f[0])
			return l.parsePubkey(&in.key, f[1])
		},
		func(in []input, out [][32]byte, ok []bool) {
			for i := range in {
				x := &in[i]
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&x.key)), uintptr(unsafe.Pointer(&x.seckey)), 0, 0)
			}
		}, encode32)
}

func (l *clib) pubkeyParse(name string) operation {
	f := l.sym("ec_pubkey_parse")
	return values(name, prepareBytes,
		func(in [][]byte, out []cPubkey, ok []bool) {
			for i := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(unsafe.SliceData(in[i]))), uintptr(len(in[i])))
			}
		}, l.encodePubkey())
}

// pubkeyTweakAdd copies the key in the timed call: the function changes it in
// place.
func (l *clib) pubkeyTweakAdd() operation {
	type input struct {
		key   cPubkey
		tweak [32]byte
	}
	f := l.sym("ec_pubkey_tweak_add")
	return values("pubkey_tweak_add",
		func(in *input, f row) bool {
			in.tweak = [32]byte(f[1])
			return l.parsePubkey(&in.key, f[0])
		},
		func(in []input, out []cPubkey, ok []bool) {
			for i := range in {
				out[i] = in[i].key
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])), uintptr(unsafe.Pointer(&in[i].tweak)))
			}
		}, l.encodePubkey())
}

func (l *clib) xonlyTweakAddCheck() operation {
	type input struct {
		key            cXonly
		tweaked, tweak [32]byte
		parity         uintptr
	}
	f := l.sym("xonly_pubkey_tweak_add_check")
	return verdicts("xonly_tweak_add_check",
		func(in *input, f row) bool {
			in.tweaked, in.parity, in.tweak = [32]byte(f[0]), uintptr(f[1][0]), [32]byte(f[3])
			return l.parseXonly(&in.key, f[2])
		},
		func(in []input, ok []bool) {
			for i := range in {
				x := &in[i]
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&x.tweaked)), x.parity,
					uintptr(unsafe.Pointer(&x.key)), uintptr(unsafe.Pointer(&x.tweak)))
			}
		})
}

// pubkeyCombine prepares the array of pointers with the keys they point to,
// which C reads: both are elements of one slice, which stays where it is.
func (l *clib) pubkeyCombine() operation {
	type input struct {
		at   [16]*cPubkey
		keys [16]cPubkey
	}
	f := l.sym("ec_pubkey_combine")
	return values("pubkey_combine",
		func(in *input, f row) bool {
			for k := range in.keys {
				in.at[k] = &in.keys[k]
				if !l.parsePubkey(in.at[k], f[k]) {
					return false
				}
			}
			return true
		},
		func(in []input, out []cPubkey, ok []bool) {
			for i := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&in[i].at)), 16)
			}
		}, l.encodePubkey())
}

func (l *clib) ellswiftEncode() operation {
	type input struct {
		key cPubkey
		rnd [32]byte
	}
	f := l.sym("ellswift_encode")
	return values("ellswift_encode",
		func(in *input, f row) bool {
			in.rnd = [32]byte(f[1])
			return l.parsePubkey(&in.key, f[0])
		},
		func(in []input, out [][64]byte, ok []bool) {
			for i := range in {
				x := &in[i]
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&x.key)), uintptr(unsafe.Pointer(&x.rnd)))
			}
		}, encode64)
}

func encode64(dst []byte, b *[64]byte) []byte { return append(dst, b[:]...) }

func (l *clib) ellswiftDecode() operation {
	f := l.sym("ellswift_decode")
	return values("ellswift_decode", prepareBytes,
		func(in [][]byte, out []cPubkey, ok []bool) {
			for i := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])), uintptr(unsafe.Pointer(&in[i][0])))
			}
		}, l.encodePubkey())
}

func (l *clib) ellswiftCreate() operation {
	f := l.sym("ellswift_create")
	return values("ellswift_create", prepareRow,
		func(in []row, out [][64]byte, ok []bool) {
			for i, x := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&x[0][0])), uintptr(unsafe.Pointer(&x[1][0])))
			}
		}, encode64)
}

func (l *clib) ellswiftXdh() operation {
	f := l.sym("ellswift_xdh")
	// The symbol is a constant that holds the function's address.
	hash := **(**uintptr)(unsafe.Pointer(new(l.sym("ellswift_xdh_hash_function_bip324"))))
	return values("ellswift_xdh", prepareRow,
		func(in []row, out [][32]byte, ok []bool) {
			for i, x := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(&x[0][0])), uintptr(unsafe.Pointer(&x[1][0])),
					uintptr(unsafe.Pointer(&x[2][0])), uintptr(x[3][0]), hash, 0)
			}
		}, encode32)
}

func (l *clib) derParse() operation {
	f := l.sym("ecdsa_signature_parse_der")
	return values("der_parse", prepareBytes,
		func(in [][]byte, out []cSig, ok []bool) {
			for i := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(unsafe.SliceData(in[i]))), uintptr(len(in[i])))
			}
		}, l.encodeSig())
}

func (l *clib) taggedSha256() operation {
	f := l.sym("tagged_sha256")
	return values("tagged_sha256", prepareRow,
		func(in []row, out [][32]byte, ok []bool) {
			for i, x := range in {
				ok[i] = call(f, l.ctx, uintptr(unsafe.Pointer(&out[i])),
					uintptr(unsafe.Pointer(unsafe.SliceData(x[0]))), uintptr(len(x[0])),
					uintptr(unsafe.Pointer(&x[1][0])), uintptr(len(x[1])))
			}
		}, encode32)
}

// negateScalar returns n - s, for s in [1, n-1].
func negateScalar(s []byte) []byte {
	n, _ := new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	return n.Sub(n, new(big.Int).SetBytes(s)).FillBytes(make([]byte, 32))
}
