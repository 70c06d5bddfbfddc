package contest

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/reference"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// The test binary serves as every contender. Its rows hold one field, which
// begins with the verdict to give for ecdsa_verify, or is the bytes to return for
// ecdh. Times are made up, so that figures are exact; they pass, too.
const modeEnv = "LAB_TEST_MODE"

// callNS is what an ordinary call takes, emptyNS one that does nothing.
const (
	callNS  = 20_000
	emptyNS = 50
)

// patience is longer than an answer takes on any machine, however busy.
const patience = 10 * time.Minute

func TestMain(m *testing.M) {
	if mode, ok := os.LookupEnv(modeEnv); ok {
		serve(mode)
	}
	evicted, sliceWarmNS = 1<<10, 1e5
	leakTime, leakMost = 0, patience // until there are enough calls, however slow the machine is
	os.Exit(m.Run())
}

func serve(mode string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	var rows [][]byte
	seen := map[int]bool{}
	if mode == "busy" {
		go func() {
			for start := time.Now(); time.Since(start) < time.Hour; {
			}
		}()
	}
	late := true // this is not the gate's process, which alone gets rows of one byte
	for in.Scan() {
		f := strings.Fields(in.Text())
		n := func(i int) int { v, _ := strconv.Atoi(f[i]); return v }
		switch f[0] {
		case "hello":
			fmt.Println("contender " + mode + "\nversion 1\nop ecdsa_verify\nop ecdh\nop empty")
			if mode == "alloc" || mode == "alloc NaN" {
				fmt.Println("claim alloc")
			}
			if mode == "exits at hello" {
				os.Exit(0)
			}
			if mode == "vartime" {
				fmt.Println("mark vartime ecdh by its own word")
			}
			fmt.Println("ok")
		case "load":
			rows = rows[:0]
			clear(seen)
			for i := 0; i < n(2) && in.Scan(); i++ {
				b, _ := hex.DecodeString(in.Text())
				rows = append(rows, b)
				late = late && len(b) > 1
			}
			fmt.Println("ok")
		case "alloc":
			if mode == "alloc NaN" {
				fmt.Println("ok NaN 1")
				continue
			}
			fmt.Println("ok", 48*n(3), 2*n(3))
		case "run":
			if mode == "exception" && f[1] == "ecdsa_verify" && len(rows) > 7 {
				fmt.Println("error exception in row 7: TypeError")
				continue
			}
			start := time.Now()
			ns, answers := answer(mode, late, f[1], rows, seen, n(2), n(3), n(5))
			for time.Since(start) < time.Duration(ns) {
			}
			if f[1] == "ecdsa_verify" {
				switch {
				case mode == "negative time":
					ns = -ns
				case mode == "no time", mode == "no time later" && late:
					ns = 0
				case mode == "long time":
					ns = 1e18
				case mode == "an hour more" && late:
					ns = int(time.Since(start)) + int(time.Hour)
				case mode == "too many" && late:
					answers += "1"
				case mode == "too few" && late:
					answers = answers[1:]
				}
			}
			fmt.Println("ok", ns, answers)
		case "quit":
			fmt.Println("ok")
			os.Exit(0)
		}
	}
	os.Exit(0)
}

var calls int

// memo holds the rows that were ever answered, by what is in them.
var memo = map[string]bool{}

func answer(mode string, late bool, op string, rows [][]byte, seen map[int]bool, first, count, warm int) (int, string) {
	ns := 0
	var out []string
	for i := first; i < first+count; i++ {
		per := callNS
		switch {
		case op == "empty":
			per = emptyNS
		case mode == "double":
			per = 2 * callNS
		case mode == "memo" && memo[string(rows[i])]:
			per = callNS / 10
		case mode == "leaks" && op == "ecdh":
			per += calls % 10 // or nothing varies; so little that 2.0% is sure
			if string(rows[i]) == string(fixedRow.Fields[0]) {
				per += callNS / 50
			}
		case mode == "too fast" && late && op == "ecdsa_verify":
			per = 11
		}
		memo[string(rows[i])] = true
		again := seen[i] && op == "ecdsa_verify"
		seen[i] = true
		calls++
		ns += per
		if op == "ecdh" {
			b := slices.Clone(rows[i])
			if mode == "wrong byte" && i == 5 {
				b[len(b)-1] ^= 1
			}
			if mode == "refuses" && i == 5 {
				out = append(out, "-")
				continue
			}
			out = append(out, hex.EncodeToString(b))
			continue
		}
		verdict := op == "empty" || len(rows[i]) > 0 && rows[i][0] == 1
		switch {
		case mode == "yes" && op == "ecdsa_verify", mode == "late liar" && late,
			mode == "counting liar" && calls > 1500,
			mode == "slice liar" && warm > 0 && op == "ecdsa_verify",
			mode == "seen liar" && again:
			verdict = true
		case mode == "dies" && late && op == "ecdsa_verify":
			os.Exit(4)
		}
		out = append(out, map[bool]string{true: "1", false: "0"}[verdict])
	}
	if op == "ecdh" {
		return ns, strings.Join(out, ",")
	}
	return ns, strings.Join(out, "")
}

type wantVerdict bool

func (w wantVerdict) Check(_ pool.Claims, _ []byte, ok bool) error {
	if ok != bool(w) {
		return errors.New("wrong verdict")
	}
	return nil
}

type wantBytes []byte

func (w wantBytes) Check(_ pool.Claims, out []byte, ok bool) error {
	if !ok || string(out) != string(w) {
		return errors.New("wrong bytes")
	}
	return nil
}

// fakeTuples are 512 rows of each operation, one verdict in 16 negative.
type fakeTuples struct{}

func (fakeTuples) make(op string, from, to int) []pool.Row {
	var rows []pool.Row
	for i := from; i < to; i++ {
		switch op {
		case "ecdsa_verify":
			valid := byte(1)
			if i%16 == 7 {
				valid = 0
			}
			rows = append(rows, pool.Row{Fields: [][]byte{{valid, byte(i), byte(i >> 8)}}, Want: wantVerdict(valid == 1)})
		case "ecdh":
			b := []byte{byte(i), byte(i >> 8), 3}
			rows = append(rows, pool.Row{Fields: [][]byte{b}, Want: wantBytes(b)})
		}
	}
	return rows
}
func (f fakeTuples) Rows(op string) []pool.Row { return f.make(op, 0, 512) }
func (f fakeTuples) Warm(op string) []pool.Row {
	rows := f.make(op, 512, 532)
	rows[7].Label = "the eighth"
	return rows
}
func (f fakeTuples) Fresh(op string, launch, n int) ([]pool.Row, error) {
	return f.make(op, 576+launch*n, 576+(launch+1)*n), nil
}
func (f fakeTuples) Classes(op string) ([]pool.Class, error) {
	if op != "ecdh" {
		return nil, nil
	}
	return []pool.Class{{Name: "drawn", Rows: f.make(op, 0, 64)}, {Name: "fixed", Rows: []pool.Row{fixedRow}}}, nil
}
func (f fakeTuples) Corrupt(op string) []pool.Row {
	if op != "ecdsa_verify" {
		return nil
	}
	return []pool.Row{{Label: "r = 0", Fields: [][]byte{{0}}, Want: wantVerdict(false)}}
}

// fixedRow has a secret on which the mode "leaks" is slower.
var fixedRow = pool.Row{Fields: [][]byte{{0xff, 0xff, 3}}, Want: wantBytes{0xff, 0xff, 3}}

func contender(mode string) *Contender {
	return &Contender{Name: mode, Spec: worker.Spec{Argv: []string{os.Args[0]}, Env: []string{modeEnv + "=" + mode}, Threads: true}}
}

func hold(t *testing.T, opNames []string, modes ...string) Outcome {
	t.Helper()
	c := Config{Baseline: "honest", Tuples: fakeTuples{}, Rows: 512, Seconds: 0.2, CPU: -1, Timeout: patience, Seed: 1, Log: t.Logf}
	for _, m := range modes {
		c.Contenders = append(c.Contenders, contender(m))
	}
	for _, name := range opNames {
		op, ok := ops.Find(name)
		if !ok {
			t.Fatal(name)
		}
		c.Ops = append(c.Ops, op)
	}
	return Run(c)
}

func figure(o Outcome, name, op string) *results.Result {
	i := slices.IndexFunc(o.Results, func(r results.Result) bool { return r.Contender == name && r.Op == op })
	if i < 0 {
		return nil
	}
	return &o.Results[i]
}

func TestFigures(t *testing.T) {
	o := hold(t, []string{"ecdsa_verify", "ecdh"}, "honest", "double", "alloc", "vartime", "memo")
	if len(o.Rejected)+len(o.Dropped) != 0 {
		t.Fatalf("%+v %+v", o.Rejected, o.Dropped)
	}
	if o.Launches < Whole.Least || len(o.Winners) != 2 || len(o.Self) != 2 {
		t.Errorf("%d launches, winners %+v, self %+v", o.Launches, o.Winners, o.Self)
	}
	for _, s := range o.Samples { // the rows for untimed calls are too few, so they come several times
		if s.Contender == "honest" && !s.Cold && float64(s.Warm*callNS) < sliceWarmNS/2 {
			t.Errorf("too few untimed calls: %+v", s)
			break
		}
	}
	for _, s := range o.Self {
		if s.Ratio != (results.Ratio{P50: 1, Lo: 1, Hi: 1}) {
			t.Errorf("the second copy of the baseline: %+v", s)
		}
	}
	for _, c := range []struct {
		name, op string
		ratio    float64
		marks    string
		alloc    bool
	}{
		{"honest", "ecdsa_verify", 1, "", false},
		{"double", "ecdsa_verify", 2, "", false},
		{"alloc", "ecdh", 1, "", true},
		{"vartime", "ecdh", 1, "vartime", false},
		{"vartime", "ecdsa_verify", 1, "", false},
		{"memo", "ecdsa_verify", 1, "", false}, // no row is timed twice
	} {
		r := figure(o, c.name, c.op)
		if r == nil {
			t.Errorf("%s has no figure on %s", c.name, c.op)
			continue
		}
		if r.NS.P50 != callNS*c.ratio || r.Ratio != (results.Ratio{P50: c.ratio, Lo: c.ratio, Hi: c.ratio}) || r.Noisy {
			t.Errorf("%s %s: %+v", c.name, c.op, r)
		}
		if got := strings.Join(r.Marks, " "); got != c.marks {
			t.Errorf("%s %s: marks %q, want %q", c.name, c.op, got, c.marks)
		}
		if (r.Alloc != nil) != c.alloc || c.alloc && *r.Alloc != (results.Alloc{Bytes: 48, Count: 2}) {
			t.Errorf("%s %s: alloc %+v", c.name, c.op, r.Alloc)
		}
		if r.EmptyNS != emptyNS {
			t.Errorf("%s: empty call %v", c.name, r.EmptyNS)
		}
		if r.Samples < Whole.Least*Whole.Rounds {
			t.Errorf("%s: %d samples", c.name, r.Samples)
		}
	}
}

// A contender whose time depends on a secret is marked, whatever it says of
// itself; one that takes as long for each is not.
func TestLeak(t *testing.T) {
	o := hold(t, []string{"ecdh"}, "honest", "leaks")
	for name, want := range map[string]bool{"honest": false, "leaks": true} {
		r := figure(o, name, "ecdh")
		if r == nil || r.Leak == nil || r.Leak.Calls < leakCalls*leastBlocks {
			t.Fatalf("%s: %+v", name, r)
		}
		if got := slices.Contains(r.Marks, results.MarkVartime); got != want || want && !strings.Contains(r.MarkNotes[results.MarkVartime], "calls with fixed take 2.0% longer") {
			t.Errorf("%s: marks %q, %q, %+v", name, r.Marks, r.MarkNotes, r.Leak)
		}
	}
}

// A leak is seen although what else runs disturbs a part of the calls; without a leak
// none is.
func TestSurest(t *testing.T) {
	for _, c := range []struct {
		name      string
		longer    float64
		disturbed float64 // of the calls, up to a hundred times as long
		leaks     bool
	}{
		{"honest", 0, 0, false},
		{"leaks", 0.1, 0, true},
		{"honest, among others", 0, 0.2, false},
		{"leaks, among others", 0.1, 0.2, true},
		{"honest, on a busy machine", 0, 0.4, false},
		{"leaks, on a busy machine", 0.1, 0.4, true},
		{"leaks a little, all calls alike", 0.01, 0, true},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		times := make([][]float64, 6)
		for i := range times {
			for range leastBlocks {
				ns := 75_000 + 500*rng.NormFloat64()
				if i > 0 {
					ns *= 1 + c.longer
				}
				if rng.Float64() < c.disturbed {
					ns *= 1 + 99*rng.Float64()
				}
				times[i] = append(times[i], ns)
			}
		}
		for i := range times[1:] {
			var l results.Leak
			if l.T, l.Diff = surest(times, i+1); leaks(l) != c.leaks {
				t.Errorf("%s, class %d: %+v", c.name, i+1, l)
			}
		}
	}
}

// Each class is judged by itself: none hides another.
func TestConfirmed(t *testing.T) {
	const surely, little = 0.01, 0.003 // differences above the bound and below it
	for _, c := range []struct {
		name         string
		first, again []results.Leak
		class        string
		leaks        bool
	}{
		{"nothing", []results.Leak{{Class: "a", T: 1, Diff: surely}, {Class: "b", T: -3, Diff: -surely}}, nil, "b", false},
		{"both times", []results.Leak{{Class: "a", T: 1}, {Class: "b", T: 8, Diff: surely}},
			[]results.Leak{{Class: "a", T: 9, Diff: surely}, {Class: "b", T: 6, Diff: surely}}, "b", true},
		{"behind one that differs by too little", []results.Leak{{Class: "a", T: 20, Diff: little}, {Class: "b", T: 8, Diff: surely}},
			[]results.Leak{{Class: "a", T: 20, Diff: little}, {Class: "b", T: 8, Diff: surely}}, "b", true},
		{"behind one that does not repeat", []results.Leak{{Class: "a", T: 20, Diff: surely}, {Class: "b", T: -8, Diff: -surely}},
			[]results.Leak{{Class: "a", T: 2, Diff: surely}, {Class: "b", T: -8, Diff: -surely}}, "b", true},
		{"the greater of two", []results.Leak{{Class: "a", T: 8, Diff: surely}, {Class: "b", T: -9, Diff: -surely}, {Class: "c", T: 7, Diff: surely}},
			[]results.Leak{{Class: "a", T: 8, Diff: surely}, {Class: "b", T: -8, Diff: -surely}, {Class: "c", T: 7, Diff: surely}}, "b", true},
		{"in the other direction", []results.Leak{{Class: "a", T: 8, Diff: surely}}, []results.Leak{{Class: "a", T: -8, Diff: -surely}}, "a", false},
		{"once", []results.Leak{{Class: "a", T: 8, Diff: surely}}, nil, "a", false},
		{"another class", []results.Leak{{Class: "a", T: 8, Diff: surely}, {Class: "b", T: 1}},
			[]results.Leak{{Class: "a", T: 1}, {Class: "b", T: 8, Diff: surely}}, "a", false},
	} {
		first, second := confirmed(c.first, c.again)
		if first.Class != c.class || (second != nil) != c.leaks || second != nil && second.Class != c.class {
			t.Errorf("%s: %+v, %+v", c.name, first, second)
		}
	}
}

// inGate is a rejection by the gate of no row.
const inGate = "-"

// writable says that the outcome makes a valid file, whatever is in it.
func writable(t *testing.T, name string, o Outcome) {
	t.Helper()
	f := results.File{Command: "compare", Started: time.Now(), Seconds: 1, Baseline: "honest", Results: o.Results, Rejected: o.Rejected, Dropped: o.Dropped}
	if err := f.Validate(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func TestRejected(t *testing.T) {
	for _, c := range []struct {
		mode, op, row string // the row is empty when it was rejected later
		other         string // an operation on which it stays
	}{
		{"yes", "ecdsa_verify", "0 (r = 0)", "ecdh"},
		{"exception", "ecdsa_verify", "7 (the eighth)", "ecdh"},
		{"wrong byte", "ecdh", "5", "ecdsa_verify"},
		{"refuses", "ecdh", "5", "ecdsa_verify"},
		{"late liar", "ecdsa_verify", "", "ecdh"},
		{"slice liar", "ecdsa_verify", "", "ecdh"},
		{"dies", "ecdsa_verify", "", "ecdh"},
		{"too many", "ecdsa_verify", "", "ecdh"},
		{"too few", "ecdsa_verify", "", "ecdh"},
		{"no time later", "ecdsa_verify", "", "ecdh"},
		{"an hour more", "ecdsa_verify", "", "ecdh"},
		{"negative time", "ecdsa_verify", inGate, "ecdh"},
		{"no time", "ecdsa_verify", inGate, "ecdh"},
		{"too fast", "ecdsa_verify", "", "ecdh"},
		{"long time", "ecdsa_verify", inGate, "ecdh"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			o := hold(t, []string{"ecdsa_verify", "ecdh"}, "honest", c.mode)
			if len(o.Rejected) == 0 || o.Rejected[0].Contender != c.mode || o.Rejected[0].Op != c.op {
				t.Fatalf("rejected %+v", o.Rejected)
			}
			first := o.Rejected[0]
			if c.row != "" && c.row != inGate && first.Row != c.row {
				t.Errorf("row %q, want %q", first.Row, c.row)
			}
			if late := strings.Contains(first.Reason, "after the gate"); late != (c.row == "") {
				t.Errorf("%+v", first)
			}
			if figure(o, c.mode, c.op) != nil {
				t.Errorf("it is timed on %s", c.op)
			}
			if r := figure(o, c.mode, c.other); r == nil || !slices.Contains(r.Marks, results.MarkWrong) {
				t.Errorf("%s: %+v", c.other, r)
			}
			if r := figure(o, "honest", c.op); r == nil || len(r.Marks) != 0 {
				t.Errorf("the honest one has %+v", r)
			}
			writable(t, c.mode, o)
		})
	}
}

// The process of the gate answers its rows again, more than once where a contender was
// timed for long: one that lies after so many calls, or on rows that it has seen, is
// found there. The time that it was timed is made up, so that the liar ends the look.
func TestSecondLook(t *testing.T) {
	op, _ := ops.Find("ecdsa_verify")
	for _, mode := range []string{"counting liar", "seen liar"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			c := &contest{Config: Config{
				Contenders: []*Contender{contender(mode)}, Ops: []ops.Op{op}, Tuples: fakeTuples{}, CPU: -1, Timeout: patience, Log: t.Logf,
			}}
			c.greet(c.Contenders)
			c.gateAll(c.runners)
			f := c.newField(op)
			if len(f.entrants) == 0 {
				t.Fatalf("rejected by the gate: %+v", c.out)
			}
			f.entrants[0].spent = 1e18
			if err := c.gateAgain(f, f.entrants[0]); err == nil || !strings.Contains(err.Error(), "wrong verdict") {
				t.Errorf("error %v", err)
			}
			c.runners[0].gated.Close()
		})
	}
}

// judgedTuples have rows that want nothing by themselves.
type judgedTuples struct{ fakeTuples }

func (j judgedTuples) bare(rows []pool.Row) []pool.Row {
	for i := range rows {
		rows[i].Want = nil
	}
	return rows
}
func (j judgedTuples) Rows(op string) []pool.Row { return j.bare(j.fakeTuples.Rows(op)) }
func (j judgedTuples) Warm(op string) []pool.Row { return j.bare(j.fakeTuples.Warm(op)) }
func (j judgedTuples) Fresh(op string, launch, n int) ([]pool.Row, error) {
	rows, err := j.fakeTuples.Fresh(op, launch, n)
	return j.bare(rows), err
}
func (judgedTuples) Classes(string) ([]pool.Class, error) { return nil, nil }

// A contender that has rows of its own is timed on these, in slices and cold calls,
// and nobody else is.
func TestOwnRows(t *testing.T) {
	op, _ := ops.Find("ecdsa_verify")
	for _, c := range []struct {
		name  string
		spoil func(rows []pool.Row) []pool.Row // whose answer is another one
		want  bool                             // it is rejected for that
	}{
		{"the first one", func(rows []pool.Row) []pool.Row { return rows[:1] }, true},
		{"those of cold calls", func(rows []pool.Row) []pool.Row { return rows[len(rows)-coldCalls:] }, true},
		{"fewer", func(rows []pool.Row) []pool.Row { return nil }, false},
	} {
		own := contender("double")
		own.Fresh = func(op string, launch, n int) ([]pool.Row, error) {
			if c.name == "fewer" {
				n -= 7
			}
			rows, err := fakeTuples{}.Fresh(op, launch+1000, n)
			for i := range c.spoil(rows) {
				at := &c.spoil(rows)[i]
				at.Want = wantVerdict(at.Want != wantVerdict(true))
			}
			return rows, err
		}
		o := Run(Config{
			Contenders: []*Contender{contender("honest"), own}, Ops: []ops.Op{op},
			Baseline: "honest", Tuples: fakeTuples{}, Rows: 512, Seconds: 0.1, CPU: -1, Timeout: patience, Seed: 1, Log: t.Logf,
		})
		if figure(o, "honest", op.Name) == nil || (figure(o, "double", op.Name) == nil) != c.want {
			t.Errorf("%s: %+v", c.name, o.Rejected)
		}
	}
}

// The processes that passed the gate rest until the second look: one that kept busy
// would slow others down in their turns.
func TestGatedRest(t *testing.T) {
	op, _ := ops.Find("ecdsa_verify")
	c := &contest{Config: Config{
		Contenders: []*Contender{contender("honest"), contender("busy")}, Ops: []ops.Op{op},
		Baseline: "honest", Tuples: fakeTuples{}, CPU: -1, Timeout: patience, Log: t.Logf,
	}}
	c.greet(c.Contenders)
	c.gateAll(c.runners)
	for _, k := range c.runners {
		before := k.gated.Used()
		time.Sleep(50 * time.Millisecond)
		if used := k.gated.Used() - before; used > 10*time.Millisecond {
			t.Errorf("%s: the gate's process used %v in 50 ms", k.Name, used)
		}
		k.gated.Close()
	}
}

// A judge is asked about every answer, in the gate and later, and about the
// second copy as about the baseline.
func TestJudge(t *testing.T) {
	op, _ := ops.Find("ecdh")
	c := Config{
		Contenders: []*Contender{contender("honest"), contender("wrong byte"), contender("double")}, Ops: []ops.Op{op},
		Baseline: "honest", Tuples: judgedTuples{}, Rows: 512, Seconds: 0.1, CPU: -1, Timeout: patience, Seed: 1, Log: t.Logf,
		Judge: func(name string, rows []pool.Row, answers []worker.Answer) (int, error) {
			for i, a := range answers {
				timed := int(rows[i].Fields[0][0])|int(rows[i].Fields[0][1])<<8 >= 576
				if !bytes.Equal(a.Out, rows[i].Fields[0]) || name == "double" && timed {
					return i, errors.New("refused by the judge")
				}
				if name != "honest" && name != "wrong byte" && name != "double" {
					return i, errors.New("a name that nobody has")
				}
			}
			return 0, nil
		},
	}
	o := Run(c)
	var rejected []string
	for _, r := range o.Rejected {
		rejected = append(rejected, r.Contender+" "+r.Row+": "+r.Reason)
	}
	slices.Sort(rejected)
	if len(rejected) != 2 || !strings.HasPrefix(rejected[0], "double ") || !strings.HasSuffix(rejected[0], ": after the gate: refused by the judge") ||
		rejected[1] != "wrong byte 5: refused by the judge" {
		t.Errorf("%q", rejected)
	}
	if figure(o, "honest", "ecdh") == nil || len(o.Self) != 1 {
		t.Errorf("no figure of the honest one, or of its second copy: %+v", o)
	}
}

// With nobody left there is nothing to time, and still an outcome.
func TestAllRejected(t *testing.T) {
	for _, mode := range []string{"yes", "negative time", "exits at hello", "alloc NaN"} {
		o := hold(t, []string{"ecdsa_verify"}, mode)
		if len(o.Results) != 0 || len(o.Rejected)+len(o.Dropped) != 1 {
			t.Errorf("%s: %+v", mode, o)
		}
		writable(t, mode, o)
	}
}

// Who cannot be started, at first or again for the gate, is left out, and the
// others are timed.
func TestDropped(t *testing.T) {
	op, _ := ops.Find("ecdh")
	absent := worker.Spec{Argv: []string{"/no/such/program"}}
	for _, c := range []struct {
		name        string
		first, gate worker.Spec
	}{
		{"never starts", absent, absent},
		{"starts once", contender("double").Spec, absent},
	} {
		k := newContest(Config{
			Contenders: []*Contender{{Name: c.name, Spec: c.first}, contender("honest")}, Baseline: "honest", Ops: []ops.Op{op},
			Tuples: fakeTuples{}, Rows: 256, Seconds: 0.1, CPU: -1, Timeout: patience, Log: t.Logf,
		})
		k.greet(k.Contenders)
		if r := k.find(c.name); r != nil {
			r.Spec = c.gate
		}
		o := k.finish()
		if len(o.Dropped) != 1 || o.Dropped[0].Contender != c.name || len(o.Rejected) != 0 || figure(o, "honest", "ecdh") == nil {
			t.Errorf("%s: %+v", c.name, o)
		}
		writable(t, c.name, o)
	}
}

// What ran counts, not what a list says of it.
func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		listed, date       string
		said, saidDate     string
		version, wantsDate string
	}{
		{"1.0", "2020-01-02", "", "", "1.0", "2020-01-02"},
		{"1.0", "2020-01-02", "1.0", "", "1.0", "2020-01-02"},
		{"1.0", "2020-01-02", "1.1", "", "1.1", ""},
		{"1.0", "2020-01-02", "1.1", "2021-03-04", "1.1", "2021-03-04"},
		{"", "", "1.1", "2021-03-04", "1.1", "2021-03-04"},
	} {
		k := &runner{Contender: Contender{Version: c.listed, Date: c.date}, info: worker.Info{Version: c.said, Date: c.saidDate}}
		(&contest{Config: Config{Log: t.Logf}}).identify(k)
		if k.Version != c.version || k.Date != c.wantsDate {
			t.Errorf("%+v: %s of %s", c, k.Version, k.Date)
		}
	}
}

func TestWithoutBaseline(t *testing.T) {
	o := hold(t, []string{"ecdh"}, "double")
	if r := figure(o, "double", "ecdh"); r == nil || r.Ratio.Known() || r.NS.P50 != 2*callNS {
		t.Errorf("%+v", r)
	}
}

// Signatures of one nonce are refused, in whatever process and operation they come,
// but for those of the same message by the same key.
func TestNonces(t *testing.T) {
	p, err := pool.Generate(8, 1, []string{"ecdsa_sign"})
	if err != nil {
		t.Fatal(err)
	}
	rows := p.Rows("ecdsa_sign")
	half := new(big.Int).Rsh(reference.N, 1)
	// sign is a signature with that nonce, whose s is at most half of n.
	sign := func(r pool.Row, nonce int64) []byte {
		k, n := big.NewInt(nonce), reference.N
		point, err := reference.BaseMul(k.FillBytes(make([]byte, 32)))
		if err != nil {
			t.Fatal(err)
		}
		x, d, z := new(big.Int).SetBytes(point[1:33]), new(big.Int).SetBytes(r.Fields[0]), new(big.Int).SetBytes(r.Fields[1])
		s := new(big.Int).Mul(x, d)
		s.Mul(s.Add(s, z), new(big.Int).ModInverse(k, n)).Mod(s, n)
		if s.Cmp(half) > 0 {
			s.Sub(n, s)
		}
		return append(x.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	}
	for _, c := range []struct {
		name   string
		row    [3]int
		nonce  [3]int64
		claims []string
		wrong  int // answer, or -1
	}{
		{"nonces of their own", [3]int{0, 1, 2}, [3]int64{5, 6, 7}, nil, -1},
		{"one nonce", [3]int{0, 1, 2}, [3]int64{5, 5, 7}, nil, 1},
		{"one nonce later", [3]int{0, 1, 2}, [3]int64{5, 6, 5}, nil, 2},
		{"a row again", [3]int{0, 1, 0}, [3]int64{5, 6, 5}, nil, -1},
		{"a row again with another nonce", [3]int{0, 1, 0}, [3]int64{5, 6, 7}, nil, -1},
		{"RFC 6979 is claimed", [3]int{0, 1, 2}, [3]int64{5, 6, 7}, []string{"rfc6979"}, 0},
	} {
		k := &runner{info: worker.Info{Claims: pool.Claims{}}, nonces: map[string]string{}}
		for _, claim := range c.claims {
			k.info.Claims[claim] = true
		}
		wrong := -1
		for i := range c.row {
			r := rows[c.row[i]]
			if _, err := k.wrongAt([]pool.Row{r}, []worker.Answer{{OK: true, Out: sign(r, c.nonce[i])}}); err != nil {
				wrong = i
				break
			}
		}
		if wrong != c.wrong {
			t.Errorf("%s: answer %d is refused, want %d", c.name, wrong, c.wrong)
		}
	}
}

// A contender is held to the claims that it is listed with, whatever its worker says.
func TestListedClaims(t *testing.T) {
	op, _ := ops.Find("ecdsa_verify")
	for _, c := range []struct {
		claims []string
		want   bool
	}{{nil, false}, {[]string{"rfc6979"}, true}} {
		k := contender("honest")
		k.Claims = c.claims
		x := &contest{Config: Config{Contenders: []*Contender{k}, Ops: []ops.Op{op}, CPU: -1, Timeout: patience, Log: t.Logf}}
		x.greet(x.Contenders)
		if got := x.runners[0].info.Claims["rfc6979"]; got != c.want {
			t.Errorf("%v: rfc6979 %v", c.claims, got)
		}
	}
}
