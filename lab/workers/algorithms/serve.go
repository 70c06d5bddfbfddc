package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// maxLine bounds a line's length.
const maxLine = 1 << 12

// A call is an operation on one loaded row: its result, and whether there is one.
type call func() ([]byte, bool)

// An operation makes calls of rows; nil is a row that is refused.
type operation struct {
	fields  int // of a row
	verdict bool
	prepare func(s *scheme, row [][]byte) call
}

// operations are those of every scheme, as docs/protocol.md lists them.
var operations = map[string]operation{
	"empty":           {0, true, func(*scheme, [][]byte) call { return nothing }},
	"sign":            {2, false, prepareSign},
	"verify":          {5, true, prepareVerify},
	"signature_check": {3, true, prepareCheck},
}

func nothing() ([]byte, bool) { return nil, true }

func prepareSign(s *scheme, row [][]byte) call {
	k, err := s.derive(row[0])
	if err != nil {
		return nil
	}
	return func() ([]byte, bool) {
		sig, err := k.sign(row[1])
		return sig, err == nil
	}
}

// prepareVerify signs one message, perhaps with another's key, changes a bit of
// the signature where that is asked for, and holds it against the row's key and
// message.
func prepareVerify(s *scheme, row [][]byte) call {
	k, err := s.derive(row[0])
	if err != nil {
		return nil
	}
	signer, err := s.derive(row[2])
	if err != nil {
		return nil
	}
	sig, err := signer.sign(row[3])
	if err != nil || len(sig) == 0 {
		return nil
	}
	if b := row[4]; len(b) == 2 {
		bit := (int(b[0])<<8 | int(b[1])) % (8 * len(sig))
		sig = bytes.Clone(sig)
		sig[bit/8] ^= 1 << (bit % 8)
	}
	return func() ([]byte, bool) { return nil, s.verify(k.public, row[1], sig) }
}

func prepareCheck(s *scheme, row [][]byte) call {
	k, err := s.derive(row[0])
	if err != nil {
		return nil
	}
	return func() ([]byte, bool) { return nil, s.verify(k.public, row[1], row[2]) }
}

func (s *scheme) derive(seed []byte) (key, error) {
	if len(seed) != 32 {
		return key{}, errors.New("a seed has 32 bytes")
	}
	return s.key((*[32]byte)(seed))
}

// A server answers the commands of one conductor.
type server struct {
	s      *scheme
	in     *bufio.Scanner
	out    *bufio.Writer
	loaded string
	calls  []call
	sigs   [][]byte
	ok     []bool
}

// serve answers commands until `quit` or the end of in.
func serve(in io.Reader, out io.Writer, s *scheme) error {
	v := &server{s: s, in: bufio.NewScanner(in), out: bufio.NewWriter(out)}
	v.in.Buffer(nil, maxLine)
	for v.in.Scan() {
		words := strings.Split(v.in.Text(), " ")
		reply, err := "", errors.New("unknown command")
		command := func(f func(args []string) (string, error)) {
			err = safely(func() (err error) { reply, err = f(words[1:]); return err })
		}
		switch words[0] {
		case "hello":
			command(v.hello)
		case "load":
			command(v.load)
		case "run":
			command(v.run)
		case "alloc":
			command(v.alloc)
		case "quit":
			_, _ = v.out.WriteString("ok\n")
			return v.out.Flush()
		}
		if err != nil {
			reply = "error " + oneLine(err.Error())
		}
		_, _ = v.out.WriteString(reply + "\n")
		if err := v.out.Flush(); err != nil {
			return err
		}
	}
	return v.in.Err()
}

// oneLine makes text printable ASCII of at most 300 characters.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	return text[:min(len(text), 300)]
}

// safely turns a panic of f into an error.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	// A bad address in a library's code is a panic like any other.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return f()
}

func (v *server) hello(args []string) (string, error) {
	if len(args) != 1 || args[0] != "1" {
		return "", errors.New("this worker speaks version 1")
	}
	var b strings.Builder
	put := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s %s\n", key, value)
		}
	}
	put("contender", v.s.name)
	put("version", v.s.version)
	put("date", v.s.date)
	put("path", v.s.path)
	put("flags", v.s.flags+"; "+runtime.Version())
	put("claim", "alloc")
	if v.s.vartime != "" {
		put("mark", "vartime sign "+v.s.vartime)
	}
	for _, op := range []string{"empty", "sign", "verify", "signature_check"} {
		put("op", op)
	}
	return b.String() + "ok", nil
}

// load reads all rows, whatever is wrong with them, so that the next line is a
// command.
func (v *server) load(args []string) (string, error) {
	v.loaded, v.calls = "", nil
	if len(args) != 2 {
		return "", errors.New("load takes OP COUNT")
	}
	count, err := number(args[1])
	if err != nil {
		return "", err
	}
	op, known := operations[args[0]]
	if !known {
		err = fmt.Errorf("no operation %s", args[0])
	}
	for i := range count {
		if !v.in.Scan() {
			return "", io.ErrUnexpectedEOF
		}
		row, bad := fields(v.in.Text())
		if bad == nil && known && len(row) != op.fields {
			bad = fmt.Errorf("%d fields, want %d", len(row), op.fields)
		}
		if bad != nil && err == nil {
			err = fmt.Errorf("row %d: %w", i, bad)
		}
		if err == nil {
			v.calls = append(v.calls, op.prepare(v.s, row))
		}
	}
	if err != nil {
		return "", err
	}
	v.loaded, v.sigs, v.ok = args[0], make([][]byte, count), make([]bool, count)
	runtime.GC()
	return "ok", nil
}

// fields reads a row: lowercase hex, or - for no bytes.
func fields(line string) ([][]byte, error) {
	if line == "" {
		return nil, nil
	}
	var row [][]byte
	for text := range strings.SplitSeq(line, " ") {
		if text == "-" {
			row = append(row, nil)
			continue
		}
		b, err := hex.DecodeString(text)
		if err != nil || len(b) == 0 || strings.ToLower(text) != text {
			return nil, fmt.Errorf("%.20q is not lowercase hex", text)
		}
		row = append(row, b)
	}
	return row, nil
}

// number reads a number of rows, below 2^30.
func number(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 30)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number of rows", text)
	}
	return int(n), nil
}

// span reads FIRST and COUNT of the loaded rows of op.
func (v *server) span(op, firstText, countText string) (first, last int, err error) {
	if v.loaded != op {
		return 0, 0, fmt.Errorf("%s is not loaded", op)
	}
	if first, err = number(firstText); err != nil {
		return 0, 0, err
	}
	count, err := number(countText)
	if err != nil {
		return 0, 0, err
	}
	if last = first + count; last > len(v.calls) {
		return 0, 0, fmt.Errorf("rows %d to %d of %d", first, last-1, len(v.calls))
	}
	return first, last, nil
}

// perform makes the calls of the rows in [from, to) and keeps their results.
func (v *server) perform(from, to int) {
	for i := from; i < to; i++ {
		if f := v.calls[i]; f != nil {
			v.sigs[i], v.ok[i] = f()
		}
	}
}

// settleTime is how long a Go process that was idle works until its monitor
// thread (sysmon in runtime/proc.go) wakes every 10 ms and not every 20 µs, which
// costs a pinned process a tenth of its time.
const settleTime = 15 * time.Millisecond

func (v *server) run(args []string) (string, error) {
	if len(args) != 5 && len(args) != 6 {
		return "", errors.New("run takes OP FIRST COUNT WARMFIRST WARMCOUNT [TIMES]")
	}
	times := 1
	if len(args) == 6 {
		var err error
		if times, err = number(args[5]); err != nil {
			return "", err
		}
	}
	first, last, err := v.span(args[0], args[1], args[2])
	if err != nil {
		return "", err
	}
	warmFirst, warmLast, err := v.span(args[0], args[3], args[4])
	if err != nil {
		return "", err
	}
	if first == last {
		return "", errors.New("COUNT is 0")
	}
	if warmFirst < warmLast {
		for start := time.Now(); time.Since(start) < settleTime; {
		}
	}
	v.perform(warmFirst, warmLast)
	clear(v.sigs[first:last])
	clear(v.ok[first:last])
	start := time.Now()
	for range times {
		v.perform(first, last)
	}
	ns := time.Since(start).Nanoseconds()
	return fmt.Sprintf("ok %d %s", ns, v.results(first, last)), nil
}

func (v *server) results(first, last int) string {
	var b strings.Builder
	for i := first; i < last; i++ {
		switch {
		case operations[v.loaded].verdict && v.ok[i]:
			b.WriteByte('1')
			continue
		case operations[v.loaded].verdict:
			b.WriteByte('0')
			continue
		case i > first:
			b.WriteByte(',')
		}
		if v.ok[i] {
			b.WriteString(hex.EncodeToString(v.sigs[i]))
		} else {
			b.WriteByte('-')
		}
	}
	return b.String()
}

// alloc counts what calls allocate, after one that fills what a library keeps.
// Other threads' allocations count too; there are next to none.
func (v *server) alloc(args []string) (string, error) {
	if len(args) != 3 {
		return "", errors.New("alloc takes OP FIRST COUNT")
	}
	first, last, err := v.span(args[0], args[1], args[2])
	if err != nil {
		return "", err
	}
	var before, after runtime.MemStats
	v.perform(first, min(first+1, last))
	runtime.ReadMemStats(&before)
	v.perform(first, last)
	runtime.ReadMemStats(&after)
	return fmt.Sprintf("ok %d %d", after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs), nil
}
