package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

// fake offers three operations: pubkey_create inverts bits and refuses what
// starts with ff; field_sqr panics at a row of zeros; empty.
func fake() *contender {
	return &contender{
		name: "fake", version: "v1", date: "2020-01-02", flags: "none",
		claims: []string{"alloc"},
		marks:  []mark{{"vartime", "pubkey_create", "seen in fake.go"}},
		ops: []operation{
			emptyGo,
			values("pubkey_create",
				func(in *[]byte, f row) bool { *in = f[0]; return f[0][0] != 0xff },
				func(in [][]byte, out [][2]byte, ok []bool) {
					for i := range in {
						out[i], ok[i] = [2]byte{^in[i][0], ^in[i][1]}, in[i][31] == 0
					}
				},
				func(dst []byte, b *[2]byte) []byte {
					if b[0] == 0xff {
						return nil
					}
					return append(dst, b[:]...)
				}),
			verdicts("field_sqr",
				func(in *byte, f row) bool {
					if f[0][0] == 9 {
						panic("bad\nrow \xff")
					}
					*in = f[0][0]
					return true
				},
				func(in []byte, ok []bool) {
					for i := range in {
						ok[i] = 100/int(in[i]) > 0
					}
				}),
		},
	}
}

func TestProtocol(t *testing.T) {
	fill := func(first string) string { return first + strings.Repeat("00", 32-len(first)/2) }
	a, b, c := fill("01"), fill("02"), fill("ff")
	load := "load pubkey_create 3\n" + a + "\n" + b + "\n" + c + "\n"
	sqr := "load field_sqr 3\n" + a + "\n" + fill("") + "\n" + b + "\n"
	for _, x := range []struct{ label, in, want string }{
		{"nothing", "", ""},
		{"hello", "hello 1\n", "contender fake\nversion v1\ndate 2020-01-02\nflags none\nclaim alloc\nmark vartime pubkey_create seen in fake.go\nop empty\nop pubkey_create\nop field_sqr\nok\n"},
		{"hello of another version", "hello 2\n", "error .*version 1\n"},
		{"hello without version", "hello\n", "error .*\n"},
		{"quit ends", "quit\nhello 1\n", "ok\n"},
		{"quit with argument", "quit now\nquit\n", "error .*\nok\n"},
		{"unknown command", "foo bar\n\n quit\nquit\n", "error .*foo.*\nerror .*\nerror .*\nok\n"},
		{"last line without newline", "hello 1", ""},
		{"carriage return", "quit\r\n", "error .*\n"},
		{"long line", strings.Repeat("x", 3*maxLine) + "\nquit\n", "error line longer.*\nok\n"},
		{"not ASCII", "h\xc3\xa4\x01\nquit\n", "error [ -~]*\nok\n"},

		{"run", load + "run pubkey_create 0 3 0 2\n", "ok\nok \\d+ feff,fdff,-\n"},
		{"run three times", load + "run pubkey_create 0 3 0 2 3\n", "ok\nok \\d+ feff,fdff,-\n"},
		{"run a part", load + "run pubkey_create 1 1 0 0\nrun pubkey_create 2 1 0 0\n", "ok\nok \\d+ fdff\nok \\d+ -\n"},
		{"refused when run", "load pubkey_create 1\n" + fill("01")[:62] + "01\nrun pubkey_create 0 1 0 1\n", "ok\nok \\d+ -\n"},
		{"no bytes", "load pubkey_create 1\n" + fill("") + "\nrun pubkey_create 0 1 0 0\n", "ok\nok \\d+ -\n"},
		{"verdicts", "load field_sqr 2\n" + a + "\n" + fill("65") + "\nrun field_sqr 0 2 0 2\n", "ok\nok \\d+ 10\n"},
		{"empty", "load empty 2\n\n\nrun empty 0 2 0 1\n", "ok\nok \\d+ 11\n"},
		{"no rows", "load empty 0\nrun empty 0 0 0 0\nquit\n", "ok\nerror COUNT is 0\nok\n"},
		{"rows replaced", load + "load empty 1\n\nrun pubkey_create 0 1 0 0\nrun empty 0 1 0 0\n", "ok\nok\nerror .*\nok \\d+ 1\n"},
		{"bad load replaces too", load + "load empty 1\nzz\nrun pubkey_create 0 1 0 0\n", "ok\nerror .*\nerror .*\n"},

		{"run before load", "run pubkey_create 0 1 0 0\n", "error pubkey_create is not loaded\n"},
		{"run of another", load + "run empty 0 1 0 0\n", "ok\nerror .*\n"},
		{"rows out of range", load + "run pubkey_create 0 4 0 0\nrun pubkey_create 3 1 0 0\nrun pubkey_create 0 1 1 3\n", "ok\nerror .*\nerror .*\nerror .*\n"},
		{"numbers", load + "run pubkey_create -1 1 0 0\nrun pubkey_create 0 1x 0 0\nrun pubkey_create 0 1 0 0 x\nrun pubkey_create 0 99999999999999999999 0 0\nrun pubkey_create 1073741823 1073741823 0 0\n", "ok\nerror .*\nerror .*\nerror .*\nerror .*\nerror .*\n"},
		{"few arguments", load + "run pubkey_create 0 1 0\nalloc pubkey_create 0\nrun\nalloc\n", "ok\nerror .*\nerror .*\nerror .*\nerror .*\n"},

		{"load of unknown reads its rows", "load foo 2\nquit\nquit\nquit\n", "error unknown operation .*\nok\n"},
		{"load of one not offered", "load ecdh 1\nquit\nquit\n", "error fake has no operation ecdh\nok\n"},
		{"load without count", "load empty\nquit\n", "error .*\nok\n"},
		{"load of a bad count", "load empty x\nquit\n", "error .*\nok\n"},
		{"load cut short", "load empty 3\n\n", ""},
		{"row cut short", "load pubkey_create 1\n" + a, ""},
		{"too few fields", "load pubkey_create 2\n\n" + a + "\nquit\n", "error row 0: .*\nok\n"},
		{"too many fields", "load pubkey_create 2\n" + a + "\n" + a + " -\nquit\n", "error row 1: .*\nok\n"},
		{"size", "load pubkey_create 1\n" + a[2:] + "\nquit\n", "error row 0: field 1: 31 bytes, want 32\nok\n"},
		{"empty field", "load pubkey_create 1\n-\n", "error row 0: field 1: 0 bytes, want 32\n"},
		{"upper case", "load pubkey_create 1\n" + strings.ToUpper(c) + "\n", "error row 0: .*\n"},
		{"odd digits", "load pubkey_create 1\n" + a[1:] + "\n", "error row 0: .*\n"},
		{"long row", "load pubkey_create 2\n" + strings.Repeat("0", 2*maxLine) + "\n" + a + "\nquit\n", "error row 0: line longer.*\nok\n"},

		{"panic", sqr + "run field_sqr 0 3 0 0\nrun field_sqr 2 1 0 2\nrun field_sqr 2 1 0 1\n", "ok\nerror row 1: panic: .*divide by zero\nerror row 1: panic: .*\nok \\d+ 1\n"},
		{"panic in alloc", sqr + "alloc field_sqr 0 3\n", "ok\nerror row 1: panic: .*\n"},
		{"panic while loading", "load field_sqr 2\n" + a + "\n" + fill("09") + "\nquit\n", "error row 1: panic: bad row \\?\nok\n"},
		{"alloc", load + "alloc pubkey_create 0 3\nalloc pubkey_create 0 4\n", "ok\nok 0 0\nerror .*\n"},
	} {
		var out bytes.Buffer
		if err := serve(strings.NewReader(x.in), &out, fake()); err != nil {
			t.Errorf("%s: %v", x.label, err)
		}
		if !regexp.MustCompile("^" + x.want + "$").Match(out.Bytes()) {
			t.Errorf("%s: %q, want %q", x.label, out.String(), x.want)
		}
	}
}

// FuzzServe wants every line of a reply to start with a word of the protocol.
func FuzzServe(f *testing.F) {
	row := strings.Repeat("00", 32)
	for _, seed := range []string{
		"hello 1\nquit\n", "load pubkey_create 1\n" + row + "\nrun pubkey_create 0 1 0 1\n",
		"load field_sqr 1\n" + row + "\nrun field_sqr 0 1 0 1\nalloc field_sqr 0 1\n", "load empty 2\n\n\nrun empty 1 1 0 2\n",
	} {
		f.Add(seed)
	}
	reply := regexp.MustCompile(`^((ok|error|contender|version|date|flags|claim|mark|op)( [ -~]+)?\n)*$`)
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := serve(strings.NewReader(in), &out, fake()); err != nil {
			t.Fatal(err)
		}
		if !reply.Match(out.Bytes()) {
			t.Errorf("%q", out.String())
		}
	})
}

// TestBrokenPipes wants errors of reading and writing returned.
func TestBrokenPipes(t *testing.T) {
	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("load empty 3\n\n"), errReader{broken})
	if err := serve(r, io.Discard, fake()); err != broken {
		t.Errorf("reading: %v", err)
	}
	if err := serve(strings.NewReader("hello 1\n"), errWriter{broken}, fake()); err != broken {
		t.Errorf("writing: %v", err)
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

type errWriter struct{ err error }

func (w errWriter) Write([]byte) (int, error) { return 0, w.err }

// TestResultsAreOfTimedCalls wants results of the timed calls alone: the warm
// calls of the same rows come first.
func TestResultsAreOfTimedCalls(t *testing.T) {
	calls := 0
	c := &contender{name: "counting", ops: []operation{
		values("field_sqr",
			func(*struct{}, row) bool { return true },
			func(in []struct{}, out []byte, ok []bool) {
				for i := range in {
					calls++
					out[i], ok[i] = byte(calls), calls != 6
				}
			}, func(dst []byte, b *byte) []byte { return append(dst, *b) })}}
	row := strings.Repeat("00", 32) + "\n"
	var out bytes.Buffer
	if err := serve(strings.NewReader("load field_sqr 3\n"+row+row+row+"run field_sqr 0 3 0 3\n"), &out, c); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^ok\nok \d+ 04,05,-\n$`).Match(out.Bytes()) {
		t.Errorf("%q", out.String())
	}
}

// TestPrepareGetsZero refuses a row after filling its slot.
func TestPrepareGetsZero(t *testing.T) {
	calls := 0
	prepare := func(in *int, _ row) bool {
		if *in != 0 {
			t.Errorf("call %d: slot holds %d", calls, *in)
		}
		calls++
		*in = calls
		return calls != 1
	}
	op := verdicts("empty", prepare, func([]int, []bool) {})
	if _, err := op.load(make([]row, 3)); err != nil || calls != 3 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
