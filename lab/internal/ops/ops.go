// Package ops names the operations that the lab measures. Their fields and
// results are specified in docs/protocol.md.
package ops

import (
	"fmt"
	"slices"
	"strings"
)

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
	Light  bool // below a microsecond: a slice passes many times over few rows
	Tiny   bool // tens of nanoseconds: besides, the fewest rounds, no cold calls, and no share of a run's time beside other operations
	Heavy  bool // about a millisecond, of rows with a hundred points: an eighth of the rows is made
	// Products of 64 by 64 bits that a call needs at least, on the best known
	// ways with tables of any size: 12 for a product in the field (a square
	// takes 10), 7 of those a doubling, 8 an addition to a sum. The powers take
	// 254 squares. Inversions and hashes are left out.
	Products int
	// A batch: calls of Batch rows, each row with the fields, the result and
	// the verdict of the operation Single.
	Batch  int
	Single string
	// The call expects all rows to be valid, and costs more where one is not:
	// few calls of those that are timed hold invalid rows.
	AllValid bool
}

// Empty is the operation that measures the cost of a call itself.
var Empty = Op{Name: "empty", Kind: Verdict, Light: true}

// All lists the operations of `lab compare --full` but for the batches, in the order in
// which they are shown.
var All = []Op{
	{Name: "pubkey_create", Kind: Bytes, Secret: true, Products: 1536},
	{Name: "ecdsa_sign", Kind: Bytes, Secret: true, Products: 1536},
	{Name: "ecdsa_verify", Kind: Verdict, Products: 12032},
	{Name: "ecdsa_parse_verify", Kind: Verdict, Products: 12032},
	{Name: "ecdsa_recover", Kind: Bytes, Products: 12032},
	{Name: "schnorr_sign", Kind: Bytes, Secret: true, Products: 1536},
	{Name: "schnorr_verify", Kind: Verdict, Products: 12032},
	{Name: "schnorr_parse_verify", Kind: Verdict, Products: 12032},
	{Name: "ecdh", Kind: Bytes, Secret: true, Products: 8960},
	{Name: "pubkey_parse33", Kind: Bytes, Products: 2540},
	{Name: "pubkey_parse65", Kind: Bytes, Light: true},
	{Name: "pubkey_tweak_add", Kind: Bytes, Products: 1536},
	{Name: "xonly_tweak_add_check", Kind: Verdict, Products: 1536},
	{Name: "pubkey_combine", Kind: Bytes, Products: 1080},
	{Name: "ellswift_encode", Kind: Bytes, Products: 2540},
	{Name: "ellswift_decode", Kind: Bytes, Products: 2540},
	{Name: "ellswift_create", Kind: Bytes, Secret: true, Products: 4076},
	{Name: "ellswift_xdh", Kind: Bytes, Secret: true, Products: 8960},
	{Name: "musig_nonce_gen", Kind: Bytes, Secret: true, Products: 3072},
	{Name: "musig_partial_sign", Kind: Bytes, Secret: true, Light: true},
	{Name: "musig_partial_sig_verify", Kind: Verdict, Products: 12032},
	{Name: "musig_pubkey_agg_100", Kind: Bytes, Heavy: true, Products: 18560},
	{Name: "silentpayments_send_100", Kind: Bytes, Secret: true, Heavy: true, Products: 1049600},
	{Name: "silentpayments_scan_1000", Kind: Bytes, Secret: true, Heavy: true, Products: 104960},
	{Name: "seckey_verify", Kind: Verdict, Secret: true, Light: true, Tiny: true},
	{Name: "seckey_negate", Kind: Bytes, Secret: true, Light: true, Tiny: true},
	{Name: "seckey_tweak_add", Kind: Bytes, Secret: true, Light: true, Tiny: true},
	{Name: "seckey_tweak_mul", Kind: Bytes, Secret: true, Light: true, Tiny: true},
	{Name: "der_parse", Kind: Bytes, Light: true},
	{Name: "tagged_sha256", Kind: Bytes, Light: true},
}

// Primitives lists the operations of `lab primitives`.
var Primitives = []Op{
	{Name: "field_mul", Kind: Bytes, Light: true},
	{Name: "field_sqr", Kind: Bytes, Light: true},
	{Name: "field_inv", Kind: Bytes},
	{Name: "field_sqrt", Kind: Bytes},
	{Name: "base_mul", Kind: Bytes, Secret: true, Products: 1536},
	{Name: "point_mul", Kind: Bytes, Secret: true, Products: 8960},
}

// Decade names the operations that are drawn against release dates: lab decade
// measures the first of each group, a report draws the first that was measured.
var Decade = [][]string{{"ecdsa_parse_verify"}, {"schnorr_verify", "schnorr_parse_verify"}, {"ecdsa_sign"}}

// SecretMul is what a batch of one secret key times many public keys is made of.
var SecretMul = Op{Name: "secret_mul", Kind: Bytes, Secret: true, Products: 8960}

// Algorithms lists the operations of `lab algorithms`. The products are those of
// any curve over a field of 256 bits.
var Algorithms = []Op{
	{Name: "sign", Kind: Bytes, Secret: true, Products: 1536},
	{Name: "verify", Kind: Verdict, Products: 12032},
}

// SignatureCheck is what another contender is asked about the signatures of sign.
var SignatureCheck = Op{Name: "signature_check", Kind: Verdict}

// BatchSizes are the numbers of rows that a call of a batch takes.
var BatchSizes = []int{2, 8, 64, 1024, 16384}

// batched are the operations of which there are batches, and schnorrAll.
var batched = []string{
	"ecdsa_verify", "schnorr_verify", "ecdsa_parse_verify", "schnorr_parse_verify", "ecdsa_recover", "pubkey_parse33",
	"xonly_tweak_add_check", "pubkey_tweak_add", "secret_mul", "pubkey_create", schnorrAll,
}

// schnorrAll are the batches of schnorr_verify by one sum. A row has the root of
// R.x and three terms of 128 bits, ten windows of each, whose additions share an
// inversion.
const (
	schnorrAll         = "schnorr_all"
	schnorrAllProducts = 2540 + 3*10*8*12
)

// Batches lists the batches of every size.
var Batches = func() (list []Op) {
	for _, series := range batched {
		single := series
		if series == schnorrAll {
			single = "schnorr_verify"
		}
		for _, n := range BatchSizes {
			op, _ := find(single, All, []Op{SecretMul})
			op.Name, op.Batch, op.Single = fmt.Sprintf("batch_%s_%d", series, n), n, single
			if series == schnorrAll {
				op.AllValid, op.Products = true, schnorrAllProducts
			}
			list = append(list, op)
		}
	}
	return list
}()

// Chosen is what lab compare measures unless it is asked for others: what a signer is
// chosen by.
var Chosen = named(
	"ecdsa_verify", "ecdsa_sign", "schnorr_verify", "schnorr_sign", "pubkey_create", "ecdh", "ecdsa_parse_verify", "ecdsa_recover",
	"batch_ecdsa_verify_1024", "batch_schnorr_verify_1024",
)

func named(names ...string) (list []Op) {
	for _, n := range names {
		op, _ := find(n, All, Batches)
		list = append(list, op)
	}
	return list
}

// Compared is what lab compare --full measures: all, and of the batches a few.
var Compared = slices.Concat(All, slices.DeleteFunc(slices.Clone(Batches), func(o Op) bool {
	return o.Batch != 8 && o.Batch != 1024 || o.AllValid || o.Single != "ecdsa_verify" && o.Single != "schnorr_verify"
}))

// Known lists every operation of lab compare.
var Known = slices.Concat(All, Batches)

// Find returns the operation of that name.
func Find(name string) (Op, bool) {
	return find(name, All, Primitives, Algorithms, Batches, []Op{Empty, SecretMul, SignatureCheck})
}

func find(name string, lists ...[]Op) (Op, bool) {
	for _, list := range lists {
		if i := slices.IndexFunc(list, func(o Op) bool { return o.Name == name }); i >= 0 {
			return list[i], true
		}
	}
	return Op{}, false
}

// Alone returns the operation of one row that a batch is made of, and any other
// as it is.
func (o Op) Alone() Op {
	if o.Batch == 0 {
		return o
	}
	single, _ := Find(o.Single)
	return single
}

// Series names the batches of all sizes that o is one of.
func (o Op) Series() string {
	return strings.TrimSuffix(strings.TrimPrefix(o.Name, "batch_"), fmt.Sprintf("_%d", o.Batch))
}

// Usual returns the batch of as many rows whose calls expect nothing of them,
// and any other operation as it is.
func (o Op) Usual() Op {
	if !o.AllValid {
		return o
	}
	usual, _ := Find(fmt.Sprintf("batch_%s_%d", o.Single, o.Batch))
	return usual
}
