// Package ops names the operations that the lab measures. Their fields and
// results are specified in docs/protocol.md.
package ops

import "slices"

// Kind says what an operation's result is.
type Kind int

const (
	// Verdict is a yes or no.
	Verdict Kind = iota
	// Bytes is a byte string, or a refusal.
	Bytes
)

// Op describes one operation.
type Op struct {
	Name   string
	Kind   Kind
	Secret bool // takes a secret key or nonce, so constant time matters
}

// Empty is the operation that measures the cost of a call itself.
var Empty = Op{Name: "empty", Kind: Verdict}

// All lists the operations of `lab compare`, in the order in which they are shown.
var All = []Op{
	{"pubkey_create", Bytes, true},
	{"ecdsa_sign", Bytes, true},
	{"ecdsa_verify", Verdict, false},
	{"ecdsa_parse_verify", Verdict, false},
	{"ecdsa_recover", Bytes, false},
	{"schnorr_sign", Bytes, true},
	{"schnorr_verify", Verdict, false},
	{"schnorr_parse_verify", Verdict, false},
	{"ecdh", Bytes, true},
	{"pubkey_parse33", Bytes, false},
	{"pubkey_parse65", Bytes, false},
	{"pubkey_tweak_add", Bytes, false},
	{"xonly_tweak_add_check", Verdict, false},
	{"pubkey_combine", Bytes, false},
	{"ellswift_encode", Bytes, false},
	{"ellswift_decode", Bytes, false},
	{"ellswift_create", Bytes, true},
	{"ellswift_xdh", Bytes, true},
	{"der_parse", Bytes, false},
	{"tagged_sha256", Bytes, false},
}

// Primitives lists the operations of `lab primitives`.
var Primitives = []Op{
	{"field_mul", Bytes, false},
	{"field_sqr", Bytes, false},
	{"field_inv", Bytes, false},
	{"field_sqrt", Bytes, false},
	{"base_mul", Bytes, true},
	{"point_mul", Bytes, true},
}

// Find returns the operation of that name.
func Find(name string) (Op, bool) {
	for _, list := range [][]Op{All, Primitives, {Empty}} {
		if i := slices.IndexFunc(list, func(o Op) bool { return o.Name == name }); i >= 0 {
			return list[i], true
		}
	}
	return Op{}, false
}
