package algorithms

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/worker"
)

// Rows are the same for the same seed, no message comes twice, and a
// verification is valid where key and message are the signer's.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range ops.Algorithms {
		tuples := NewTuples(7, 512)
		first, _ := tuples.Fresh(op.Name, 0, 300)
		second, _ := tuples.Fresh(op.Name, 1, 300)
		again, _ := NewTuples(7, 512).Fresh(op.Name, 0, 300)
		other, _ := NewTuples(8, 512).Fresh(op.Name, 0, 300)
		if !bytes.Equal(first[299].Fields[1], again[299].Fields[1]) || bytes.Equal(first[0].Fields[1], other[0].Fields[1]) {
			t.Errorf("%s: rows do not follow from the seed", op.Name)
		}
		bad := 0
		for _, list := range [][]pool.Row{tuples.Rows(op.Name), tuples.Warm(op.Name), first, second} {
			for i, r := range list {
				key := op.Name + string(r.Fields[1])
				if seen[key] {
					t.Errorf("%s: a message twice", op.Name)
				}
				seen[key] = true
				if op.Name == "sign" {
					continue
				}
				good := bytes.Equal(r.Fields[0], r.Fields[2]) && bytes.Equal(r.Fields[1], r.Fields[3])
				if !good {
					bad++
				}
				if r.Want.Check(nil, nil, good) != nil || r.Want.Check(nil, nil, !good) == nil {
					t.Errorf("row %d of verify wants the wrong verdict", i)
				}
			}
		}
		if op.Name == "verify" && (bad < 40 || bad > 110) { // 1,176 rows; six deviations
			t.Errorf("%d bad rows", bad)
		}
	}
	for _, r := range NewTuples(7, 512).Corrupt("verify") {
		if r.Label == "" || r.Want.Check(nil, nil, true) == nil {
			t.Errorf("a corrupted row %q may be accepted", r.Label)
		}
	}
}

func TestPeer(t *testing.T) {
	var set []*contest.Contender
	for _, name := range []string{"secp256k1-ecdsa-koblitz", "secp256k1-schnorr-koblitz", "secp256k1-ecdsa-btcec", "ed25519-crypto"} {
		set = append(set, &contest.Contender{Name: name})
	}
	j := NewJudges(set)
	for name, want := range map[string]string{
		"secp256k1-ecdsa-koblitz": "secp256k1-ecdsa-btcec", "secp256k1-ecdsa-btcec": "secp256k1-ecdsa-koblitz",
		"secp256k1-schnorr-koblitz": "secp256k1-schnorr-koblitz", "ed25519-crypto": "ed25519-crypto",
	} {
		if got := j.peer(name); got == nil || got.Name != want {
			t.Errorf("%s is judged by %+v, want %s", name, got, want)
		}
	}
	if _, err := j.Check("nobody", nil, nil); err == nil {
		t.Error("nobody judges an unknown contender")
	}
}

// A judge that takes signatures of one byte, 1.
const judgeScript = `while read -r command op count rest; do
	case $command in
	hello) echo "op signature_check"; echo ok ;;
	load) verdicts=; while [ "$count" -gt 0 ]; do
		read -r _ _ sig; count=$((count - 1))
		if [ "$sig" = 01 ]; then verdicts=${verdicts}1; else verdicts=${verdicts}0; fi
		done; echo ok ;;
	run) echo "ok 1000 $verdicts" ;;
	quit) echo ok; exit ;;
	esac
done`

func TestCheck(t *testing.T) {
	shell := "/bin/sh"
	if _, err := os.Stat(shell); err != nil {
		t.Skip("SKIPPED judge: a system with /bin/sh")
	}
	j := NewJudges([]*contest.Contender{{Name: "x", Spec: worker.Spec{Argv: []string{shell, "-c", judgeScript}, Threads: true}}})
	j.timeout = 10 * time.Minute // no machine is so busy
	defer j.Close()
	rows := NewTuples(1, 3).Rows("sign")
	right, wrong, none := worker.Answer{OK: true, Out: []byte{1}}, worker.Answer{OK: true, Out: []byte{2}}, worker.Answer{}
	for _, c := range []struct {
		answers []worker.Answer
		at      int
		err     string
	}{
		{[]worker.Answer{right, right, right}, 0, ""},
		{[]worker.Answer{right, wrong, right}, 1, "x refuses the signature 02"},
		{[]worker.Answer{right, right, none}, 2, "refused, though"},
		{[]worker.Answer{right, right, {OK: true}}, 2, "refused, though"},
		{[]worker.Answer{right}, 0, ""},
	} {
		at, err := j.Check("x", rows, c.answers)
		if at != c.at || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v: row %d, %v; want row %d, %q", c.answers, at, err, c.at, c.err)
		}
	}
}
