package worker

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
)

// The test binary is its own worker: with this variable set it answers each
// command by the script in the variable, "command word=reply" separated by ";".
// In a reply, \n starts a new line, and the words below act.
const scriptEnv = "LAB_TEST_WORKER"

func TestMain(m *testing.M) {
	if script, ok := os.LookupEnv(scriptEnv); ok {
		play(script)
	}
	os.Exit(m.Run())
}

func play(script string) {
	replies := map[string]string{"quit": "ok"}
	for item := range strings.SplitSeq(script, ";") {
		word, reply, _ := strings.Cut(item, "=")
		replies[word] = strings.ReplaceAll(reply, `\n`, "\n")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		f := strings.Fields(in.Text())
		if f[0] == "load" {
			var n int
			fmt.Sscan(f[2], &n)
			for ; n > 0 && in.Scan(); n-- {
				fmt.Fprintln(os.Stderr, "row:", in.Text())
			}
		}
		switch reply := replies[f[0]]; reply {
		case "DIE":
			fmt.Fprintln(os.Stderr, "last words")
			os.Exit(3)
		case "PAINT":
			fmt.Fprintln(os.Stderr, "\x1b[2Jlast words")
			os.Exit(3)
		case "HANG":
			time.Sleep(time.Hour)
		case "FLOOD":
			for {
				fmt.Print(strings.Repeat("0", 1<<16))
			}
		default:
			fmt.Println(reply)
		}
	}
	os.Exit(0)
}

const hello = `hello=contender test\nversion v1.2.3\ndate 2026-08-03\nflags cc -O2\nclaim low_s\nop ecdsa_verify\nop ecdh\nmark vartime ecdh,ecdsa_sign read in x.go\nok`

// patience is longer than an answer takes on any machine, however busy; impatience is
// for those that never come.
const patience, impatience = 10 * time.Minute, 50 * time.Millisecond

func startScript(t *testing.T, script string) (*Worker, error) {
	t.Helper()
	timeout := patience
	if strings.HasPrefix(script, "hello=HANG") {
		timeout = impatience
	}
	w, err := Start(Spec{Argv: []string{os.Args[0]}, Threads: true, Env: []string{scriptEnv + "=" + script}}, CPU(), timeout)
	if err == nil {
		t.Cleanup(w.Close)
	}
	return w, err
}

func TestHello(t *testing.T) {
	w, err := startScript(t, hello)
	if err != nil {
		t.Fatal(err)
	}
	i := w.Info
	if i.Contender != "test" || i.Version != "v1.2.3" || i.Date != "2026-08-03" || i.Flags != "cc -O2" {
		t.Errorf("%+v", i)
	}
	if !i.Claims["low_s"] || i.Claims["bip340"] || !i.Ops["ecdh"] || i.Ops["ecdsa_sign"] {
		t.Errorf("%+v", i)
	}
	if len(i.Marks) != 1 || i.Marks[0].Name != "vartime" || len(i.Marks[0].Ops) != 2 || i.Marks[0].Reason != "read in x.go" {
		t.Errorf("%+v", i.Marks)
	}
}

func TestHelloRefused(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{`hello=op no_such_operation\nok`, "unknown operation"},
		{`hello=date yesterday\nok`, "date"},
		{`hello=date 0001-01-01\nok`, "date"},
		{`hello=version ` + strings.Repeat("1", 61) + `\nok`, "version"},
		{`hello=flags ` + strings.Repeat("x", 5000) + `\nok`, "a line of 5006 bytes"},
		{`hello=mark vartime ecdh\nok`, "mark without"},
		{`hello=mark a:b ecdh why\nok`, "mark without"},
		{`hello=garbage here\nok`, "unknown line"},
		{`hello=error not today`, "not today"},
		{`hello=DIE`, "last words"},
		{`hello=PAINT`, "?[2Jlast words"},
		{"hello=error \x1b[1Anot today\u009b2J", "?[1Anot today?2J"},
		{`hello=HANG`, "no answer within"},
		{`hello=FLOOD`, "longer than"},
	} {
		_, err := startScript(t, c.script)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.script, err, c.want)
		}
	}
}

func TestStartMissingProgram(t *testing.T) {
	if _, err := Start(Spec{Argv: []string{"/no/such/worker"}}, -1, time.Second); err == nil {
		t.Error("started")
	}
}

func TestLoadSendsRows(t *testing.T) {
	w, err := startScript(t, hello+`;load=DIE`)
	if err != nil {
		t.Fatal(err)
	}
	err = w.Load("ecdh", []pool.Row{{Fields: [][]byte{{0, 255}, {}, {16}}}, {}})
	if err == nil || !strings.Contains(err.Error(), "row: 00ff - 10\nrow: \nlast words") {
		t.Errorf("the worker saw: %v", err)
	}
}

func TestRun(t *testing.T) {
	verify, _ := ops.Find("ecdsa_verify")
	ecdh, _ := ops.Find("ecdh")
	for _, c := range []struct {
		op    ops.Op
		count int
		reply string
		want  string // in the error; empty when the reply is good
		dead  bool
	}{
		{verify, 3, "ok 17 101", "", false},
		{ecdh, 2, "ok 0 00ff,-", "", false},
		{verify, 3, "error row 2: no", "row 2: no", false},
		{verify, 3, "error " + strings.Repeat("x", 1000), strings.Repeat("x", maxReason) + "...", false},
		{verify, 3, "ok 17 10", "2 results for 3 rows", true},
		{verify, 3, "ok 17 1012", "verdict", true},
		{verify, 1, "ok 17", "0 results for 1 rows", true},
		{verify, 1, "ok -5 1", "time", true},
		{verify, 1, "ok soon 1", "time", true},
		{verify, 1, "ok 999999999999999 1", "and answered after", true},
		{verify, 8, "ok 0 11111111", "took no time", true},
		{verify, 7, "ok 0 1111111", "", false},
		{ecdh, 1, "ok 17 0g", "result", true},
		{ecdh, 1, "ok 17 abc", "result", true},
		{ecdh, 2, "ok 17 ab,", "", false},
		{ecdh, 2, "ok 17 ab", "1 results for 2 rows", true},
		{ecdh, 1, "nonsense", "neither ok nor error", true},
		{ecdh, 1, "DIE", "last words", true},
		{ecdh, 1, "HANG", "no answer within", true},
	} {
		w, err := startScript(t, hello+";run="+c.reply)
		if err != nil {
			t.Fatal(err)
		}
		if c.reply == "HANG" {
			w.timeout = impatience
		}
		b, err := w.Run(c.op, 0, c.count, 0, 0)
		switch {
		case c.want == "" && (err != nil || len(b.Answers) != c.count):
			t.Errorf("%s: %v %+v", c.reply, err, b)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want one with %q", c.reply, err, c.want)
		}
		if w.Alive() == c.dead || errors.Is(err, ErrDead) != c.dead {
			t.Errorf("%s: alive %v, error %v", c.reply, w.Alive(), err)
		}
		if c.dead {
			if _, err := w.Run(c.op, 0, 1, 0, 0); !errors.Is(err, ErrDead) {
				t.Errorf("%s: a dead worker answers: %v", c.reply, err)
			}
		}
	}
}

func TestRunAnswers(t *testing.T) {
	ecdh, _ := ops.Find("ecdh")
	w, err := startScript(t, hello+";run=ok 12345 00ff,-,")
	if err != nil {
		t.Fatal(err)
	}
	b, err := w.Run(ecdh, 0, 3, 0, 0)
	if err != nil || b.NS != 12345 {
		t.Fatal(err, b)
	}
	for i, want := range []Answer{{true, []byte{0, 255}}, {false, nil}, {true, []byte{}}} {
		if a := b.Answers[i]; a.OK != want.OK || string(a.Out) != string(want.Out) {
			t.Errorf("answer %d: %+v, want %+v", i, a, want)
		}
	}
}

func TestAlloc(t *testing.T) {
	for _, c := range []struct {
		reply        string
		bytes, count float64
		ok           bool
	}{
		{"ok 640 20", 640, 20, true},
		{"ok 0 0", 0, 0, true},
		{"ok 640", 0, 0, false},
		{"ok -1 2", 0, 0, false},
		{"ok NaN 2", 0, 0, false},
		{"ok 1 +Inf", 0, 0, false},
		{"error no counters", 0, 0, false},
	} {
		w, err := startScript(t, hello+";alloc="+c.reply)
		if err != nil {
			t.Fatal(err)
		}
		b, n, err := w.Alloc("ecdh", 0, 10)
		if (err == nil) != c.ok || c.ok && (b != c.bytes || n != c.count) {
			t.Errorf("%s: %v %v %v", c.reply, b, n, err)
		}
	}
}
