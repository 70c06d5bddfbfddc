// Package algorithms makes the rows of `lab algorithms`, which contenders of any
// signature algorithm answer, and has another implementation of the same
// algorithm judge their signatures.
package algorithms

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/worker"
)

const (
	warmRows    = 64
	corruptRows = 64
	badEvery    = 16 // one verification in so many is of another message

	// Rows of a class of secrets, and classes of one row.
	classRows    = 64
	fixedSecrets = 4
)

// Tuples are rows of the operations sign and verify.
type Tuples struct {
	seed uint64
	gate int
}

// NewTuples makes gate ordinary rows for the gate.
func NewTuples(seed uint64, gate int) Tuples { return Tuples{seed, gate} }

// Rows returns the gate's ordinary rows.
func (t Tuples) Rows(op string) []pool.Row { return t.rows(op, "gate", t.gate) }

// Warm returns rows for untimed calls.
func (t Tuples) Warm(op string) []pool.Row { return t.rows(op, "warm", warmRows) }

// Fresh makes the rows of a launch.
func (t Tuples) Fresh(op string, launch, n int) ([]pool.Row, error) {
	return t.rows(op, fmt.Sprintf("launch %d", launch), n), nil
}

// Corrupt returns rows that a verifier must refuse, of each kind.
func (t Tuples) Corrupt(op string) []pool.Row {
	if op != "verify" {
		return nil
	}
	var list []pool.Row
	r := t.stream("corrupt")
	for i := range corruptRows {
		seed, msg := r.seed(), r.bytes(32)
		for _, row := range []pool.Row{
			{Label: "a flipped bit of the message", Fields: [][]byte{seed, msg, seed, r.flip(msg), nil}},
			{Label: "a flipped bit of the signature", Fields: [][]byte{seed, msg, seed, msg, binary.BigEndian.AppendUint16(nil, uint16(13*i))}},
			{Label: "another key", Fields: [][]byte{seed, msg, r.seed(), msg, nil}},
		} {
			row.Want = verdict(false)
			list = append(list, row)
		}
	}
	return list
}

// Classes returns rows of drawn secrets, of the secret key 3, and single rows:
// nonces follow from key and message.
func (t Tuples) Classes(op string) ([]pool.Class, error) {
	if op != "sign" {
		return nil, nil
	}
	list := []pool.Class{
		{Name: "secrets that are drawn", Rows: t.rows(op, "class", classRows)},
		{Name: "the secret key 3", Rows: t.rows(op, "class", classRows)},
	}
	three := append(make([]byte, 31), 3)
	for i := range list[1].Rows {
		list[1].Rows[i].Fields[0] = three
	}
	for i := range fixedSecrets {
		name := fmt.Sprintf("secret %d", i+1)
		list = append(list, pool.Class{Name: name, Rows: t.rows(op, name, 1)})
	}
	return list, nil
}

func (t Tuples) rows(op, purpose string, n int) []pool.Row {
	r := t.stream(purpose)
	list := make([]pool.Row, n)
	for i := range list {
		seed, msg := r.seed(), r.bytes(32)
		if op == "sign" {
			list[i].Fields = [][]byte{seed, msg}
			continue
		}
		list[i].Fields, list[i].Want = [][]byte{seed, msg, seed, msg, nil}, verdict(true)
		if r.Uint64()%badEvery == 0 {
			list[i].Fields[3], list[i].Want = r.flip(msg), verdict(false)
		}
	}
	return list
}

// A stream is a random source of its own for each purpose.
type stream struct{ *rand.ChaCha8 }

func (t Tuples) stream(purpose string) stream {
	return stream{rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "koblitz.dev/lab algorithms, seed %d, %s", t.seed, purpose)))}
}

func (s stream) bytes(n int) []byte {
	b := make([]byte, n)
	_, _ = s.Read(b) // never fails
	return b
}

// seed returns a number below 2^254: a secret key of every curve.
func (s stream) seed() []byte {
	b := s.bytes(32)
	b[0] &= 0x3f
	return b
}

func (s stream) flip(b []byte) []byte {
	c := slices.Clone(b)
	at := s.Uint64() % uint64(8*len(c))
	c[at/8] ^= 1 << (at % 8)
	return c
}

// verdict wants that yes or no.
type verdict bool

func (v verdict) Check(_ pool.Claims, _ []byte, ok bool) error {
	switch {
	case ok && !bool(v):
		return errors.New("accepted, though invalid")
	case !ok && bool(v):
		return errors.New("refused, though valid")
	}
	return nil
}

// families are the algorithms; a contender's name is one of them, a dash, and
// the implementation.
var families = []string{"secp256k1-ecdsa", "secp256k1-schnorr", "p256-ecdsa", "ed25519", "ristretto255-schnorr", "bls12381"}

func family(contender string) string {
	i := slices.IndexFunc(families, func(f string) bool { return strings.HasPrefix(contender, f+"-") })
	if i < 0 {
		return contender
	}
	return families[i]
}

// Judges verify signatures, each in a process of its own that derives the key,
// too: that of another implementation of the algorithm where there is one.
type Judges struct {
	set     []*contest.Contender
	timeout time.Duration
	mu      sync.Mutex
	list    map[string]*judge
}

// NewJudges are those of the contenders of set.
func NewJudges(set []*contest.Contender) *Judges {
	return &Judges{set: set, timeout: time.Minute, list: map[string]*judge{}}
}

// judge is of one contender.
type judge struct {
	mu     sync.Mutex
	name   string // of the implementation that judges
	worker *worker.Worker
	right  map[string]bool // signatures that were found right
}

// Check is a contest.Judge.
func (j *Judges) Check(contender string, rows []pool.Row, answers []worker.Answer) (int, error) {
	judge, err := j.of(contender)
	if err != nil {
		return 0, err
	}
	return judge.check(rows, answers)
}

// Close ends the processes.
func (j *Judges) Close() {
	for _, judge := range j.list {
		if judge.worker != nil {
			judge.worker.Close()
		}
	}
}

func (j *Judges) of(contender string) (*judge, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if found := j.list[contender]; found != nil {
		return found, nil
	}
	peer := j.peer(contender)
	if peer == nil {
		return nil, fmt.Errorf("nobody to judge the signatures of %s", contender)
	}
	w, err := worker.Start(peer.Spec, -1, j.timeout)
	if err != nil {
		return nil, fmt.Errorf("%s cannot judge the signatures of %s: %w", peer.Name, contender, err)
	}
	w.Pause()
	made := &judge{name: peer.Name, worker: w, right: map[string]bool{}}
	j.list[contender] = made
	return made, nil
}

// peer is another contender of the family, else the same one.
func (j *Judges) peer(contender string) (peer *contest.Contender) {
	for _, k := range j.set {
		if k.Name != contender && family(k.Name) == family(contender) {
			return k
		}
		if k.Name == contender {
			peer = k
		}
	}
	return peer
}

func (j *judge) check(rows []pool.Row, answers []worker.Answer) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var asked []pool.Row
	var keys []string
	var at []int
	for i, a := range answers {
		if !a.OK || len(a.Out) == 0 {
			return i, errors.New("refused, though an answer exists")
		}
		fields := [][]byte{rows[i].Fields[0], rows[i].Fields[1], a.Out}
		if key := string(slices.Concat(fields...)); !j.right[key] {
			asked, keys, at = append(asked, pool.Row{Fields: fields}), append(keys, key), append(at, i)
		}
	}
	if len(asked) == 0 {
		return 0, nil
	}
	j.worker.Resume()
	defer j.worker.Pause()
	op := ops.SignatureCheck
	if err := j.worker.Load(op.Name, asked); err != nil {
		return at[0], fmt.Errorf("%s cannot judge it: %w", j.name, err)
	}
	b, err := j.worker.Run(op, 0, len(asked), 0, 0)
	if err != nil {
		return at[0], fmt.Errorf("%s cannot judge it: %w", j.name, err)
	}
	for i, a := range b.Answers {
		if !a.OK {
			return at[i], fmt.Errorf("%s refuses the signature %x", j.name, answers[at[i]].Out)
		}
		j.right[keys[i]] = true
	}
	return 0, nil
}
