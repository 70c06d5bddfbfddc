package pool

import (
	"bytes"

	"koblitz.dev/lab/internal/reference"
)

func musigNonceRow(b *block, i int) (Row, error) {
	t := b.at(i)
	return row(exact(t.nonce.Public), t.aux, t.secret, t.pub, t.msg)
}

// musigPart returns the first signer's part of a signature by a tuple and the one
// beside it.
func musigPart(b *block, i int) ([]byte, error) {
	t, other := b.at(i), b.beside(i, 1)[0]
	session, err := reference.NewMusigSessionOf([]*reference.Key{t.key, other.key}, []*reference.MusigNonce{t.nonce, other.nonce}, t.msg)
	if err != nil {
		return nil, err
	}
	return session.Sign(0, t.key, t.nonce), nil
}

func musigSignRow(b *block, i int) (Row, error) {
	t, other := b.at(i), b.beside(i, 1)[0]
	part, err := musigPart(b, i)
	if err != nil {
		return Row{}, err
	}
	r, err := row(exact(part), t.aux, t.secret, t.pub, t.msg, other.pub, other.nonce.Public)
	return confirmed("musig_partial_sign", i, r, err)
}

func musigVerifyRow(b *block, i int) (Row, error) {
	t, other := b.at(i), b.beside(i, 1)[0]
	part, err := musigPart(b, i)
	if err != nil {
		return Row{}, err
	}
	r, err := row(verdict(true), t.pub, t.nonce.Public, other.pub, other.nonce.Public, t.msg, part)
	return confirmed("musig_partial_sig_verify", i, r, err)
}

func musigAggregateRow(b *block, i int) (Row, error) {
	keys, pubs := []*reference.Key{b.at(i).key}, [][]byte{b.at(i).pub}
	for _, t := range b.beside(i, aggregateSize-1) {
		keys, pubs = append(keys, t.key), append(pubs, t.pub)
	}
	sum, err := reference.MusigAggregateOf(keys)
	r, err := rowOf(sum, err, pubs...)
	return confirmed("musig_pubkey_agg_100", i, r, err)
}

// confirmed has the reference confirm one row in so many, where the right
// answer follows from secrets that the row does not have.
func confirmed(op string, i int, r Row, err error) (Row, error) {
	if err == nil && i%confirmStride == 0 {
		err = confirm(op, r)
	}
	return r, err
}

// answerPart is the answer to a row of musig_partial_sign.
func answerPart(key *reference.Key, f [][]byte) ([]byte, error) {
	if !bytes.Equal(key.Public[:], f[2]) {
		return nil, reference.ErrRefused
	}
	nonce, err := key.MusigNonce(f[0], f[3])
	if err != nil {
		return nil, err
	}
	session, err := reference.NewMusigSession([][]byte{f[2], f[4]}, [][]byte{nonce.Public, f[5]}, f[3])
	if err != nil {
		return nil, err
	}
	return session.Sign(0, key, nonce), nil
}
