package pool

import (
	"slices"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/reference"
)

const (
	combineSize   = 16   // points that pubkey_combine adds
	aggregateSize = 100  // keys of musig_pubkey_agg_100
	sendSize      = 100  // recipients of silentpayments_send_100
	scanSize      = 1000 // outputs of silentpayments_scan_1000
	heavyShare    = 8    // of the tuples one in so many gives a row of a heavy operation
)

// A block is a set of tuples whose rows refer to no tuple outside of it.
type block struct {
	name   string // separates its random streams from other blocks'
	seed   seed
	tuples []*tuple
	others []*tuple // to which rows refer besides; none: to the tuples of the rows that follow
	shared [][]byte // 65 bytes, the product of a tuple's key and that beside it
}

// at returns a tuple, counting on from the first one after the last.
func (b *block) at(i int) *tuple { return b.tuples[i%len(b.tuples)] }

// besides is how many tuples a row refers to besides its own. Of rows that are timed
// the secrets of these are in no other row, and two rows have nothing in common but
// some of many: what a process has seen of one helps with no other.
var besides = map[string]int{
	"ecdh": 1, "ellswift_xdh": 1, "point_mul": 1, "musig_partial_sign": 1, "musig_partial_sig_verify": 1,
	"pubkey_combine": combineSize - 1, "musig_pubkey_agg_100": aggregateSize - 1,
	"silentpayments_send_100": sendSize + 1, "silentpayments_scan_1000": scanSize + 3,
}

// mostOthers is how many others a launch has of an operation at most, but for those
// whose rows refer to one each: a key is in two or three rows then.
const mostOthers = 2048

// beside returns n tuples for row i to refer to.
func (b *block) beside(i, n int) []*tuple {
	list := make([]*tuple, n)
	switch {
	case len(b.others) == 0:
		for j := range list {
			list[j] = b.at(i + 1 + j)
		}
	case n == 1:
		list[0] = b.others[i%len(b.others)]
	default:
		for j, at := range drawn(n, len(b.others), b.seed.stream("beside in "+b.name, i)) {
			list[j] = b.others[at]
		}
	}
	return list
}

// drawn gives k different numbers below n.
func drawn(k, n int, r stream) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for i := range k {
		j := i + r.intn(n-i)
		all[i], all[j] = all[j], all[i]
	}
	return all[:k]
}

// newFresh is the block of n tuples of which an operation's rows are timed.
func newFresh(s seed, name, op string, n int) (*block, error) {
	need := partsOf[op]
	b, err := newBlock(s, name, n, need&^partShared)
	if err != nil {
		return nil, err
	}
	rows, k := n, besides[op]
	if o, ok := ops.Find(op); ok && o.Heavy {
		rows = heavyRows(n)
	}
	if k > 0 {
		count := rows
		if k > 1 {
			count = max(k, min(k*rows, mostOthers))
		}
		others, err := newBlock(s, "beside "+name, count, need&^partShared)
		if err != nil {
			return nil, err
		}
		b.others = others.tuples
	}
	all := &block{tuples: slices.Concat(b.tuples, b.others)}
	if err := all.distinct(); err != nil {
		return nil, err
	}
	if need&partShared == 0 {
		return b, nil
	}
	return b, b.share()
}

// heavyRows is how many rows of a heavy operation n tuples give.
func heavyRows(n int) int { return (n + heavyShare - 1) / heavyShare }

// newBlock draws n tuples with those parts.
func newBlock(s seed, name string, n int, need parts) (*block, error) {
	b := &block{name: name, seed: s, tuples: make([]*tuple, n)}
	err := parallel(n, func(i int) (err error) {
		b.tuples[i], err = newTuple(s.stream("tuple of "+name, i), need)
		return rowError("tuple", name, i, err)
	})
	if err != nil {
		return nil, err
	}
	if need&partShared == 0 {
		return b, nil
	}
	return b, b.share()
}

func (b *block) share() error {
	b.shared = make([][]byte, len(b.tuples))
	return parallel(len(b.tuples), func(i int) (err error) {
		b.shared[i], err = b.at(i).key.Shared(b.beside(i, 1)[0].key)
		return rowError("shared point", b.name, i, err)
	})
}

// rows returns one row of op for each tuple, of heavy operations fewer.
func (b *block) rows(op string) ([]Row, error) {
	build := builders[op]
	n := len(b.tuples)
	if o, ok := ops.Find(op); ok && o.Heavy {
		n = heavyRows(n)
	}
	bad := b.seed.spoiled(op+" of "+b.name, n)
	rows := make([]Row, n)
	err := parallel(len(rows), func(i int) (err error) {
		if spoil := spoilers[op]; spoil != nil && bad[i] {
			rows[i], err = spoil(b, i, b.seed.stream("spoil "+op+" of "+b.name, i))
			if err == nil {
				err = confirm(op, rows[i])
			}
		} else {
			rows[i], err = build(b, i)
		}
		return rowError(op, b.name, i, err)
	})
	return rows, err
}

func row(want Want, fields ...[]byte) (Row, error) { return Row{Fields: fields, Want: want}, nil }

// rowOf is row for an expected value that can fail to be computed.
func rowOf(right []byte, err error, fields ...[]byte) (Row, error) {
	return Row{Fields: fields, Want: exact(right)}, err
}

// builders give the ordinary row of each operation for a tuple. What a tuple
// holds was verified when it was made.
var builders = map[string]func(b *block, i int) (Row, error){
	"pubkey_create": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(exact(t.pub), t.secret)
	},
	"ecdsa_sign": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(wantECDSA(t), t.secret, t.msg)
	},
	"ecdsa_verify": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(verdict(true), t.pub, t.sig, t.msg)
	},
	"ecdsa_parse_verify": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(verdict(true), t.pub33, t.der, t.msg)
	},
	"ecdsa_recover": func(b *block, i int) (Row, error) {
		t := b.at(i)
		r, err := row(exact(t.pub), t.sig, []byte{t.recid}, t.msg)
		if err == nil && i%confirmStride == 0 {
			err = confirm("ecdsa_recover", r)
		}
		return r, err
	},
	"schnorr_sign": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(wantSchnorr(t), t.secret, t.msg, t.aux)
	},
	"schnorr_verify":       schnorrRow,
	"schnorr_parse_verify": schnorrRow,
	"ecdh": func(b *block, i int) (Row, error) {
		t, other := b.at(i), b.beside(i, 1)[0]
		return row(exact(reference.ECDHHash(b.shared[i])), t.secret, other.pub)
	},
	"secret_mul": secretMulRow,
	"pubkey_parse33": func(b *block, i int) (Row, error) {
		t := b.at(i)
		p, err := reference.ParsePublic(t.pub33)
		return rowOf(p, err, t.pub33)
	},
	"pubkey_parse65": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(exact(t.pub), t.pub)
	},
	"pubkey_tweak_add": func(b *block, i int) (Row, error) {
		t := b.at(i)
		sum, err := reference.TweakAdd(t.pub, t.scalar)
		return rowOf(sum, err, t.pub, t.scalar)
	},
	"xonly_tweak_add_check": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(verdict(true), t.tweaked[1:33], []byte{t.tweaked[64] & 1}, t.xonly(), t.tweak)
	},
	"pubkey_combine": func(b *block, i int) (Row, error) {
		points := [][]byte{b.at(i).pub}
		for _, t := range b.beside(i, combineSize-1) {
			points = append(points, t.pub)
		}
		sum, err := reference.Combine(points)
		return rowOf(sum, err, points...)
	},
	"ellswift_encode": func(b *block, i int) (Row, error) {
		t := b.at(i)
		want := &ellswift{t.pub, reference.EllswiftEncode(t.pub, t.rnd)}
		var err error
		if i%confirmStride == 0 {
			err = mustDecode(want.libsecp256k1, t.pub)
		}
		return Row{Fields: [][]byte{t.pub, t.rnd}, Want: want}, err
	},
	"ellswift_decode": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(exact(t.pub), t.ell)
	},
	"ellswift_create": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(&ellswift{t.pub, t.ell}, t.secret, t.aux)
	},
	"ellswift_xdh": func(b *block, i int) (Row, error) {
		t, other := b.at(i), b.beside(i, 1)[0]
		party := t.rnd[0] & 1
		ellA, ellB := t.ell, other.ell
		if party == 1 {
			ellA, ellB = ellB, ellA
		}
		return row(exact(reference.EllswiftHash(ellA, ellB, b.shared[i])), ellA, ellB, t.secret, []byte{party})
	},

	"musig_nonce_gen":          musigNonceRow,
	"musig_partial_sign":       musigSignRow,
	"musig_partial_sig_verify": musigVerifyRow,
	"musig_pubkey_agg_100":     musigAggregateRow,
	"silentpayments_send_100":  silentSendRow,
	"silentpayments_scan_1000": silentScanRow,

	"seckey_verify": func(b *block, i int) (Row, error) { return row(verdict(true), b.at(i).secret) },
	"seckey_negate": func(b *block, i int) (Row, error) {
		t := b.at(i)
		negative, err := reference.SeckeyNegate(t.secret)
		return rowOf(negative, err, t.secret)
	},
	"seckey_tweak_add": func(b *block, i int) (Row, error) {
		t := b.at(i)
		sum, err := reference.SeckeyTweakAdd(t.secret, t.scalar)
		return rowOf(sum, err, t.secret, t.scalar)
	},
	"seckey_tweak_mul": func(b *block, i int) (Row, error) {
		t := b.at(i)
		product, err := reference.SeckeyTweakMul(t.secret, t.scalar)
		return rowOf(product, err, t.secret, t.scalar)
	},

	"der_parse": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(exact(t.sig), t.der)
	},
	"tagged_sha256": func(b *block, i int) (Row, error) {
		t := b.at(i)
		h := reference.TaggedHash(t.tag, t.msg64)
		return row(exact(h[:]), t.tag, t.msg64)
	},
	"field_mul": func(b *block, i int) (Row, error) {
		t := b.at(i)
		c, err := reference.FieldMul(t.a, t.b)
		return rowOf(c, err, t.a, t.b)
	},
	"field_sqr": func(b *block, i int) (Row, error) {
		t := b.at(i)
		c, err := reference.FieldSqr(t.a)
		return rowOf(c, err, t.a)
	},
	"field_inv": func(b *block, i int) (Row, error) {
		t := b.at(i)
		c, err := reference.FieldInv(t.a)
		return rowOf(c, err, t.a)
	},
	"field_sqrt": func(b *block, i int) (Row, error) {
		square, err := reference.FieldSqr(b.at(i).a)
		if err != nil {
			return Row{}, err
		}
		root, err := reference.FieldSqrt(square)
		return rowOf(root, err, square)
	},
	"base_mul": func(b *block, i int) (Row, error) {
		t := b.at(i)
		return row(exact(t.pub), t.secret)
	},
	"point_mul": func(b *block, i int) (Row, error) {
		return row(exact(b.shared[i]), b.at(i).secret, b.beside(i, 1)[0].pub)
	},
}

// confirmStride is how many rows of an operation share one confirmation, where
// the right answer follows from how the row was made.
const confirmStride = 16

func schnorrRow(b *block, i int) (Row, error) {
	t := b.at(i)
	return row(verdict(true), t.xonly(), t.schnorr, t.msg)
}

func wantECDSA(t *tuple) Want {
	w := &ecdsaSignature{t.pub, t.msg, [][]byte{t.sig}, twoImplementations{}}
	if number(t.msg).Cmp(reference.N) >= 0 {
		w.deterministic = append(w.deterministic, t.key.SignECDSAUnreduced(t.msg))
	}
	return w
}

func wantSchnorr(t *tuple) Want {
	return &schnorrSignature{t.xonly(), t.msg, t.schnorr, twoImplementations{}}
}
