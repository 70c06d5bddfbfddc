package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"strings"
	"testing"
)

// toy is a fast scheme for tests of the gate. It is no signature scheme: the
// key is public.
func toy() scheme {
	tag := func(public, msg []byte) []byte {
		h := sha256.Sum256(append(bytes.Clone(public), msg...))
		return h[:]
	}
	return scheme{
		name: "toy", family: "toy",
		key: func(seed *[32]byte) (key, error) {
			public := bytes.Clone(seed[:])
			return key{public, func(msg []byte) ([]byte, error) { return tag(public, msg), nil }}, nil
		},
		verify: func(public, msg, sig []byte) bool { return bytes.Equal(sig, tag(public, msg)) },
	}
}

// liar returns toy with another signer or verifier; nil leaves it.
func liar(sign func(honest key, msg []byte) ([]byte, error), verify func(public, msg, sig []byte) bool) scheme {
	s := toy()
	if sign != nil {
		honest := s.key
		s.key = func(seed *[32]byte) (key, error) {
			k, err := honest(seed)
			return key{k.public, func(msg []byte) ([]byte, error) { return sign(k, msg) }}, err
		}
	}
	if verify != nil {
		s.verify = verify
	}
	return s
}

func TestGate(t *testing.T) {
	honest := toy()
	sameKey := toy()
	sameKey.key = func(*[32]byte) (key, error) { return honest.key(&[32]byte{}) }
	noKey := toy()
	noKey.key = func(*[32]byte) (key, error) { return key{}, errors.New("out of keys") }
	picky := liar(nil, func(_, msg, sig []byte) bool { return sig[0] >= 128 && honest.verify(nil, msg, sig) })

	for _, c := range []struct {
		name   string
		s      scheme
		peer   *scheme
		op     string // empty: it passes
		reason string
	}{
		{"honest", honest, nil, "", ""},
		{"honest with a peer", honest, &honest, "", ""},
		{"accepts everything", liar(nil, func(_, _, _ []byte) bool { return true }), nil, verifyOp, "is accepted"},
		{"refuses everything", liar(nil, func(_, _, _ []byte) bool { return false }), nil, verifyOp, "refused"},
		{"ignores the message", liar(
			func(k key, _ []byte) ([]byte, error) { return k.sign(nil) },
			func(p, _, s []byte) bool { return honest.verify(p, nil, s) },
		), nil, verifyOp, "a message with"},
		{"ignores the key", liar(
			func(_ key, m []byte) ([]byte, error) { h := sha256.Sum256(m); return h[:], nil },
			func(_, m, s []byte) bool { h := sha256.Sum256(m); return bytes.Equal(h[:], s) },
		), nil, verifyOp, "another key"},
		{"ignores a bit of the signature", liar(nil, func(p, m, s []byte) bool {
			return honest.verify(p, m, s) || honest.verify(p, m, flip(s, 0))
		}), nil, verifyOp, "a signature with"},
		{"signs another message", liar(func(k key, m []byte) ([]byte, error) { return k.sign(m[1:]) }, nil), nil, verifyOp, "refused"},
		{"fails to sign", liar(func(key, []byte) ([]byte, error) { return nil, errors.New("no entropy") }, nil), nil, signOp, "no entropy"},
		{"signs nothing", liar(func(key, []byte) ([]byte, error) { return nil, nil }, nil), nil, signOp, "empty"},
		{"panics when signing", liar(func(key, []byte) ([]byte, error) { panic("ouch") }, nil), nil, signOp, "panic: ouch"},
		{"panics when verifying", liar(nil, func(_, _, _ []byte) bool { panic("ouch") }), nil, verifyOp, "panic: ouch"},
		{"dereferences nil", liar(nil, func(_, _, _ []byte) bool { var p *scheme; return p.name == "" }), nil, verifyOp, "panic"},
		{"has one key for all", sameKey, nil, verifyOp, "same public key"},
		{"has no key", noKey, nil, signOp, "out of keys"},
		{"refused by its peer", honest, &picky, signOp, "refuses the signature"},
	} {
		rows, fault := c.s.pass(makeTuples(100), c.peer)
		switch {
		case c.op == "" && (fault != nil || len(rows) != 100):
			t.Errorf("%s: %v", c.name, fault)
		case c.op != "" && (fault == nil || rows != nil || fault.op != c.op || !strings.Contains(fault.err.Error(), c.reason)):
			t.Errorf("%s: got %v, want %s: %s", c.name, fault, c.op, c.reason)
		}
	}
}

// The table above must not pass by never trying a corruption beyond the rows
// on which all are tried.
func TestGateTriesEveryRow(t *testing.T) {
	honest := toy()
	tuples := makeTuples(60)
	for bad := range tuples {
		s := liar(nil, func(p, m, sig []byte) bool {
			return honest.verify(p, m, sig) || bytes.Equal(p, tuples[bad].seed[:]) || bytes.Equal(m, tuples[bad].msg[:])
		})
		if _, fault := s.pass(tuples, nil); fault == nil {
			t.Errorf("row %d: a verifier that accepts all of it passes", bad)
		}
	}
}

func TestFlip(t *testing.T) {
	b := []byte{0, 0}
	for n, want := range map[int][]byte{0: {1, 0}, 7: {128, 0}, 8: {0, 1}, 17: {2, 0}} {
		if got := flip(b, n); !bytes.Equal(got, want) {
			t.Errorf("bit %d: %v", n, got)
		}
	}
	if b[0] != 0 || b[1] != 0 {
		t.Error("the input is changed")
	}
}

func TestTuplesDiffer(t *testing.T) {
	seen := map[[32]byte]bool{}
	for _, u := range makeTuples(mostTuples) {
		if seen[u.seed] || seen[u.msg] {
			t.Fatal("a seed or message comes twice")
		}
		if u.seed[0] >= 0x40 {
			t.Fatal("a seed is not below 2^254")
		}
		seen[u.seed], seen[u.msg] = true, true
	}
}
