package pool

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"koblitz.dev/lab/internal/input"
	"koblitz.dev/lab/internal/reference"
)

// FromInput makes a pool of real signatures. It has the operations that verify,
// recover and parse what the file holds: every row of the file is a valid row,
// in the file's order, and invalid copies stand between them, about 1 in 16.
// Warm and Corrupt have generated rows.
func FromInput(file *input.File) (*Pool, error) {
	p := &Pool{seed: inputSeed(file), rows: map[string][]Row{}, file: true}
	if len(file.ECDSA)+len(file.Schnorr) > mostRows {
		return nil, fmt.Errorf("pool: %d rows, it can have %d", len(file.ECDSA)+len(file.Schnorr), mostRows)
	}
	s := p.seed
	var names []string
	if len(file.ECDSA) > 0 {
		names = append(names, "ecdsa_verify", "ecdsa_parse_verify", "ecdsa_recover", "pubkey_parse33", "pubkey_parse65", "der_parse")
		if err := p.addECDSA(s, file.ECDSA); err != nil {
			return nil, err
		}
	}
	if len(file.Schnorr) > 0 {
		names = append(names, "schnorr_verify", "schnorr_parse_verify")
		if err := p.addSchnorr(s, file.Schnorr); err != nil {
			return nil, err
		}
	}
	if names == nil {
		return nil, errors.New("pool: the file has no rows")
	}
	return p, p.addUntimed(s, names)
}

// inputSeed depends on every row, so the same file gives the same pool.
func inputSeed(file *input.File) seed {
	h := sha256.New()
	h.Write([]byte("koblitz.dev/lab pool 1, rows of a file"))
	for _, r := range file.ECDSA {
		fmt.Fprintf(h, "ecdsa %x %x %x\n", r.Pubkey, r.Sig, r.Digest)
	}
	for _, r := range file.Schnorr {
		fmt.Fprintf(h, "schnorr %x %x %x\n", r.Pubkey, r.Sig, r.Digest)
	}
	return seed(h.Sum(nil))
}

func (p *Pool) addECDSA(s seed, list []input.ECDSA) error {
	tuples := make([]*tuple, len(list))
	recover := make([]Row, len(list))
	err := parallel(len(list), func(i int) error {
		in := list[i]
		tuples[i] = &tuple{pub: in.Public, pub33: compressed(in.Public), msg: in.Digest, sig: in.Sig, der: in.DER}
		id, found, err := reference.RecoveryID(in.Public, in.Sig, in.Digest)
		if err == nil && !found {
			err = errors.New("no recovery id gives the key")
		}
		recover[i] = Row{Fields: [][]byte{in.Sig, {id}, in.Digest}, Want: exact(in.Public)}
		return rowError("ecdsa_recover", "line", in.Line, err)
	})
	if err != nil {
		return err
	}
	b := &block{name: "file", seed: s, tuples: tuples}
	p.rows["ecdsa_recover"] = recover
	for _, op := range []string{"pubkey_parse33", "pubkey_parse65", "der_parse"} {
		rows := make([]Row, len(list))
		for i := range rows {
			if rows[i], err = builders[op](b, i); err != nil {
				return rowError(op, "line", list[i].Line, err)
			}
		}
		p.rows[op] = rows
	}
	if p.rows["ecdsa_verify"], err = b.mixed("ecdsa_verify", builders["ecdsa_verify"]); err != nil {
		return err
	}
	// A real key keeps the form that it has in the file.
	p.rows["ecdsa_parse_verify"], err = b.mixed("ecdsa_parse_verify", func(_ *block, i int) (Row, error) {
		return row(verdict(true), list[i].Pubkey, list[i].DER, list[i].Digest)
	})
	return err
}

func (p *Pool) addSchnorr(s seed, list []input.Schnorr) error {
	b := &block{name: "file", seed: s, tuples: make([]*tuple, len(list))}
	for i, in := range list {
		b.tuples[i] = &tuple{pub: join([]byte{2}, in.Pubkey), msg: in.Digest, schnorr: in.Sig}
	}
	for _, op := range []string{"schnorr_verify", "schnorr_parse_verify"} {
		var err error
		if p.rows[op], err = b.mixed(op, schnorrRow); err != nil {
			return err
		}
	}
	return nil
}

// mixed returns every tuple's valid row, which the file's reader verified, with
// invalid copies of some between them.
func (b *block) mixed(op string, build func(b *block, i int) (Row, error)) ([]Row, error) {
	n := len(b.tuples)
	// The positions reach about as far as the rows will; any after them are
	// valid.
	bad := b.seed.spoiled(op+" of "+b.name, n+n/15+1)
	var rows []Row
	next := 0
	var copies []int
	for i := 0; next < n; i++ {
		if i < len(bad) && bad[i] {
			copies = append(copies, len(rows))
			rows = append(rows, Row{})
			continue
		}
		r, err := build(b, next)
		if err != nil {
			return nil, rowError(op, b.name, next, err)
		}
		rows = append(rows, r)
		next++
	}
	err := parallel(len(copies), func(i int) error {
		r := b.seed.stream("spoil "+op+" of "+b.name, copies[i])
		spoiled, err := spoilers[op](b, r.intn(n), r)
		if err == nil {
			err = confirm(op, spoiled)
		}
		rows[copies[i]] = spoiled
		return rowError(op, b.name, copies[i], err)
	})
	return rows, err
}
