package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

const (
	signOp   = "sign"
	verifyOp = "verify"

	// everyCorruption is the number of rows on which each kind of corruption is
	// tried; the other rows take turns.
	everyCorruption = 16
)

// corruptions lists what a verifier must refuse: row i with one thing changed.
var corruptions = []struct {
	name string
	call func(s *scheme, rows []row, i int) bool
}{
	{"a message with a flipped bit", func(s *scheme, rows []row, i int) bool {
		return s.verify(rows[i].key.public, rows[i].fake, rows[i].sig)
	}},
	{"a signature with a flipped bit", func(s *scheme, rows []row, i int) bool {
		return s.verify(rows[i].key.public, rows[i].msg, flip(rows[i].sig, 5*i))
	}},
	{"another key", func(s *scheme, rows []row, i int) bool {
		return s.verify(rows[(i+1)%len(rows)].key.public, rows[i].msg, rows[i].sig)
	}},
}

// flip returns b with its n-th bit, counted in a circle, flipped.
func flip(b []byte, n int) []byte {
	c := slices.Clone(b)
	n %= 8 * len(c)
	c[n/8] ^= 1 << (n % 8)
	return c
}

// pass makes the scheme's rows. All its signatures must verify, and corrupted
// ones must not; peer, if not nil, is another scheme of the family, which must
// accept them too. There are two tuples or more. Nothing is timed before.
func (s *scheme) pass(tuples []tuple, peer *scheme) ([]row, *fault) {
	rows := make([]row, len(tuples))
	at, op := 0, signOp
	err := safely(func() error {
		for at = range tuples {
			if err := rows[at].make(s, &tuples[at]); err != nil {
				return err
			}
		}
		op = verifyOp
		for at = range rows {
			if err := s.judge(rows, at); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && peer != nil {
		op = signOp
		err = safely(func() error {
			for at = range rows {
				if r := &rows[at]; !peer.verify(r.key.public, r.msg, r.sig) {
					return fmt.Errorf("%s refuses the signature", peer.name)
				}
			}
			return nil
		})
	}
	if err != nil {
		return nil, &fault{op, fmt.Sprint(at), err}
	}
	return rows, nil
}

func (r *row) make(s *scheme, t *tuple) (err error) {
	if r.key, err = s.key(&t.seed); err != nil {
		return fmt.Errorf("key: %w", err)
	}
	r.msg, r.fake = t.msg[:], flip(t.msg[:], int(t.msg[0]))
	if r.sig, err = r.key.sign(r.msg); err != nil {
		return err
	}
	if len(r.key.public) == 0 || len(r.sig) == 0 {
		return errors.New("an empty key or signature")
	}
	return nil
}

func (s *scheme) judge(rows []row, i int) error {
	r := &rows[i]
	if !s.verify(r.key.public, r.msg, r.sig) {
		return errors.New("its own signature is refused")
	}
	if j := (i + 1) % len(rows); bytes.Equal(r.key.public, rows[j].key.public) {
		return fmt.Errorf("rows %d and %d have the same public key", i, j)
	}
	for n, c := range corruptions {
		if (i < everyCorruption || i%len(corruptions) == n) && c.call(s, rows, i) {
			return fmt.Errorf("%s is accepted", c.name)
		}
	}
	return nil
}

// signed judges a signature that was made while timing.
func (s *scheme) signed(r *row, sig []byte, err error) error {
	switch {
	case err != nil:
		return err
	case bytes.Equal(sig, r.sig), s.verify(r.key.public, r.msg, sig):
		return nil
	}
	return errors.New("the signature does not verify")
}
