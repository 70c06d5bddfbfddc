// Package worker is the conductor's side of the protocol in docs/protocol.md:
// it starts worker processes and asks them to load and run rows.
package worker

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
)

// ErrDead is wrapped by every error after which the process cannot be used.
var ErrDead = errors.New("worker died")

// Spec says how to start a worker.
type Spec struct {
	Argv []string
	Env  []string // added to the conductor's environment
	Dir  string
	// Files that hold the contender's code: the worker's program and the
	// library. Each start runs on fresh copies of them, whose paths replace
	// these among the arguments and the values of Env.
	Private []string
	// Files and folders of its code besides, which an interpreter reads; they
	// are not copied.
	Read    []string
	Threads bool // its runtime needs them, for work beside the calls
}

// Info is what a worker says of itself.
type Info struct {
	Contender string
	Version   string
	Date      string
	Path      string
	Flags     string
	Claims    pool.Claims
	Ops       map[string]bool
	Marks     []Mark
}

// Mark is a reservation that a worker declares about some of its operations.
type Mark struct {
	Name   string
	Ops    []string
	Reason string
}

// Answer is what a contender made of a row.
type Answer struct {
	OK  bool   // the verdict; or, for bytes, that the row was not refused
	Out []byte // nil for a verdict
}

// Reply is the answer to one Run.
type Reply struct {
	NS      int64         // by the worker's clock, at least 1
	Wall    time.Duration // by the conductor's, the exchange and the untimed calls included
	CPU     time.Duration // of the process meanwhile, all threads; 0 where the system does not tell
	Answers []Answer
}

// Worker is a running process. It is not safe for concurrent use.
type Worker struct {
	Info Info

	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  *tail
	timeout time.Duration
	waited  chan error
	paused  bool
	dead    error
}

// noTimeCalls is how many calls must take longer than any clock's resolution.
const noTimeCalls = 8

// Longest line of a reply, in bytes: room for 16,384 rows of 65 bytes in hex.
const maxLine = 4 << 20

// Start starts a worker pinned to one CPU (none if cpu < 0), exchanges hello,
// and gives it that long for every later answer.
func Start(spec Spec, cpu int, timeout time.Duration) (*Worker, error) {
	program := spec.Argv[0]
	if _, err := exec.LookPath(program); err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", program, err)
	}
	asked := spec
	spec, dir, err := privately(spec)
	if err != nil {
		return nil, fmt.Errorf("cannot copy the files of %s: %w", program, err)
	}
	if dir != "" {
		defer os.RemoveAll(dir) // mapped by then, or not needed
	}
	argv := limited(spec.Argv, spec.Threads)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), spec.Env...)
	cmd.Dir = spec.Dir
	w := &Worker{cmd: cmd, stderr: &tail{}, timeout: timeout, waited: make(chan error, 1)}
	cmd.Stderr = w.stderr
	if w.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: exec's StdoutPipe is closed by Wait, which would lose
	// the last words of a process that ends.
	r, pw, err := pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = pw
	if err = startPinned(cmd, cpu); err == nil {
		err = live.add(w)
	}
	pw.Close()
	if err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", program, err)
	}
	unlock := lockFolder(dir)
	w.out = bufio.NewReaderSize(r, 1<<16)
	go func() {
		err := cmd.Wait()
		unlock()
		live.remove(w)
		w.waited <- err
		close(w.waited)
	}()
	if err := w.hello(); err != nil {
		w.Kill()
		return nil, err
	}
	w.Info.Path = original(w.Info.Path, spec, asked)
	return w, nil
}

// original is the path of the file that a worker found under a copy's.
func original(path string, copied, asked Spec) string {
	for i := range copied.Argv {
		if copied.Argv[i] == path {
			return asked.Argv[i]
		}
	}
	return path
}

// Close asks the worker to end and waits for it.
func (w *Worker) Close() {
	if w.dead == nil {
		w.Resume()
		_, _ = w.ask("quit\n", 5*time.Second)
	}
	w.Kill()
}

// Alive says whether the worker can be asked more.
func (w *Worker) Alive() bool { return w.dead == nil }

// Kill ends the process at once.
func (w *Worker) Kill() {
	_ = w.in.Close()
	_ = w.cmd.Process.Kill()
	<-w.waited
	if w.dead == nil {
		w.dead = fmt.Errorf("%w: it was closed", ErrDead)
	}
}

// Used returns the processor time that the process has used so far, all threads
// together; 0 where the system does not tell.
func (w *Worker) Used() time.Duration { return processorTime(w.cmd.Process.Pid) }

// Load gives the worker the rows of op, which replace earlier ones.
func (w *Worker) Load(op string, rows []pool.Row) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "load %s %d\n", op, len(rows))
	for _, r := range rows {
		for i, f := range r.Fields {
			if i > 0 {
				b.WriteByte(' ')
			}
			if len(f) == 0 {
				b.WriteByte('-')
			}
			b.Write(hex.AppendEncode(b.AvailableBuffer(), f))
		}
		b.WriteByte('\n')
	}
	_, err := w.ask(b.String(), w.timeout)
	return err
}

// Run performs warmCount untimed and then count timed calls on the loaded rows.
func (w *Worker) Run(op ops.Op, first, count, warmFirst, warmCount int) (Reply, error) {
	return w.Passes(op, first, count, warmFirst, warmCount, 1)
}

// Passes is Run with the timed calls made times over, on the same rows.
func (w *Worker) Passes(op ops.Op, first, count, warmFirst, warmCount, times int) (Reply, error) {
	again := ""
	if times != 1 {
		again = fmt.Sprintf(" %d", times)
	}
	start, used := time.Now(), w.Used()
	rest, err := w.ask(fmt.Sprintf("run %s %d %d %d %d%s\n", op.Name, first, count, warmFirst, warmCount, again), w.timeout)
	wall := time.Since(start)
	used = max(w.Used()-used, 0)
	if err != nil {
		return Reply{}, err
	}
	b, err := parseReply(rest, op.Kind, count)
	if err != nil {
		return Reply{}, w.fail("malformed reply to run %s: %v", op.Name, err)
	}
	b.Wall, b.CPU = wall, used
	switch claimed := time.Duration(b.NS); {
	case claimed > wall+wall/100+time.Millisecond:
		return Reply{}, w.fail("%s: it says that %d calls took %v, and answered after %v", op.Name, count*times, claimed, wall)
	case claimed == 0 && count*times >= noTimeCalls:
		return Reply{}, w.fail("%s: it says that %d calls took no time", op.Name, count*times)
	}
	b.NS = max(b.NS, 1)
	return b, nil
}

// Alloc returns the bytes and the number of allocations that count calls make.
func (w *Worker) Alloc(op string, first, count int) (bytes, allocs float64, err error) {
	rest, err := w.ask(fmt.Sprintf("alloc %s %d %d\n", op, first, count), w.timeout)
	if err != nil {
		return 0, 0, err
	}
	if _, err := fmt.Sscanf(rest, "%f %f", &bytes, &allocs); err != nil || !countable(bytes) || !countable(allocs) {
		return 0, 0, w.fail("malformed reply to alloc %s: %q", op, clip(rest, maxQuote))
	}
	return bytes, allocs, nil
}

// countable says that x is not negative, NaN or absurd.
func countable(x float64) bool { return x >= 0 && x < 1e15 }

var (
	markName   = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)
	earliest   = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)
	latest     = time.Date(2190, 1, 1, 0, 0, 0, 0, time.UTC)
	maxSelf    = 4000 // bytes of a line of hello
	maxVersion = 60
	maxQuote   = 60  // of what is malformed
	maxReason  = 300 // that a worker gives for an error
)

func (w *Worker) hello() error {
	w.Info = Info{Claims: pool.Claims{}, Ops: map[string]bool{}}
	return w.exchange("hello 1\n", w.timeout, func(line string) error {
		if len(line) > maxSelf {
			return fmt.Errorf("a line of %d bytes", len(line))
		}
		word, rest, _ := strings.Cut(printable(line), " ")
		switch word {
		case "contender":
			w.Info.Contender = rest
		case "version":
			if len(rest) > maxVersion {
				return fmt.Errorf("version %q is longer than %d bytes", clip(rest, maxQuote), maxVersion)
			}
			w.Info.Version = rest
		case "date":
			if d, err := time.Parse(time.DateOnly, rest); err != nil || d.Before(earliest) || d.After(latest) {
				return fmt.Errorf("date %q is not a plausible YYYY-MM-DD", clip(rest, maxQuote))
			}
			w.Info.Date = rest
		case "path":
			w.Info.Path = rest
		case "flags":
			w.Info.Flags = rest
		case "claim":
			w.Info.Claims[rest] = true
		case "op":
			if _, known := ops.Find(rest); !known {
				return fmt.Errorf("unknown operation %q", clip(rest, maxQuote))
			}
			w.Info.Ops[rest] = true
		case "mark":
			name, rest, _ := strings.Cut(rest, " ")
			list, reason, _ := strings.Cut(rest, " ")
			if !markName.MatchString(name) || list == "" || reason == "" {
				return fmt.Errorf("mark without name, operations and reason: %q", clip(line, maxQuote))
			}
			w.Info.Marks = append(w.Info.Marks, Mark{name, strings.Split(list, ","), reason})
		default:
			return fmt.Errorf("unknown line %q", clip(line, maxQuote))
		}
		return nil
	})
}

// ask sends one command whose reply is a single line, and returns what follows
// its "ok".
func (w *Worker) ask(command string, timeout time.Duration) (string, error) {
	var rest string
	err := w.converse(command, timeout, func(line string) (bool, error) {
		if line == "ok" {
			return true, nil
		}
		var ok bool
		if rest, ok = strings.CutPrefix(line, "ok "); !ok {
			return false, fmt.Errorf("reply %q is neither ok nor error", clip(line, maxQuote))
		}
		return true, nil
	})
	return rest, err
}

// exchange sends one command whose reply may have several lines before "ok".
func (w *Worker) exchange(command string, timeout time.Duration, each func(line string) error) error {
	return w.converse(command, timeout, func(line string) (bool, error) {
		if line == "ok" {
			return true, nil
		}
		return false, each(line)
	})
}

// converse writes command and reads lines until take says that the reply is
// complete. An "error" line becomes an error that leaves the worker usable; a
// broken pipe, a timeout or an error of take makes it dead.
func (w *Worker) converse(command string, timeout time.Duration, take func(line string) (done bool, err error)) error {
	if w.dead != nil {
		return w.dead
	}
	// The timer's kill closes the pipes, which ends a blocked read or write.
	var mu sync.Mutex
	timedOut := false
	timer := time.AfterFunc(timeout, func() {
		mu.Lock()
		timedOut = true
		mu.Unlock()
		_ = w.cmd.Process.Kill()
	})
	defer timer.Stop()
	late := func() bool { mu.Lock(); defer mu.Unlock(); return timedOut }

	_, writeErr := io.WriteString(w.in, command)
	for {
		line, err := readLine(w.out)
		switch {
		case late():
			return w.fail("no answer within %v", timeout)
		case err != nil:
			return w.fail("%v", errors.Join(err, writeErr))
		}
		if reason, isErr := strings.CutPrefix(line, "error "); isErr {
			return errors.New(clip(printable(reason), maxReason))
		}
		done, err := take(line)
		if err != nil {
			return w.fail("%v", err)
		}
		if done {
			return nil
		}
	}
}

// fail kills the process and records why it cannot be used any more.
func (w *Worker) fail(format string, args ...any) error {
	_ = w.in.Close()
	_ = w.cmd.Process.Kill()
	status := ""
	if err := <-w.waited; err != nil {
		status = " (" + err.Error() + ")"
	}
	reason := fmt.Sprintf(format, args...) + status
	if said := w.stderr.String(); said != "" {
		reason += "; stderr: " + said
	}
	w.dead = fmt.Errorf("%w: %s", ErrDead, reason)
	return w.dead
}

func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return "", fmt.Errorf("a line is longer than %d bytes", maxLine)
		}
		switch {
		case err == nil:
			return string(line[:len(line)-1]), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return "", errors.New("it ended without an answer")
		default:
			return "", err
		}
	}
}

func parseReply(s string, kind ops.Kind, count int) (Reply, error) {
	ns, list, _ := strings.Cut(s, " ")
	t, err := strconv.ParseInt(ns, 10, 64)
	if err != nil || t < 0 {
		return Reply{}, fmt.Errorf("time %q", clip(ns, maxQuote))
	}
	b := Reply{NS: t, Answers: make([]Answer, 0, count)}
	if kind == ops.Verdict {
		for _, c := range list {
			if c != '0' && c != '1' {
				return Reply{}, fmt.Errorf("verdict %q", c)
			}
			b.Answers = append(b.Answers, Answer{OK: c == '1'})
		}
	} else {
		for item := range strings.SplitSeq(list, ",") {
			if item == "-" {
				b.Answers = append(b.Answers, Answer{})
				continue
			}
			out, err := hex.DecodeString(item)
			if err != nil {
				return Reply{}, fmt.Errorf("result %q: %v", clip(item, maxQuote), err)
			}
			b.Answers = append(b.Answers, Answer{OK: true, Out: out})
		}
	}
	if len(b.Answers) != count {
		return Reply{}, fmt.Errorf("%d results for %d rows", len(b.Answers), count)
	}
	return b, nil
}

func clip(s string, most int) string {
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// printable has no character by which a library could write over a terminal's lines.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailBytes = 2000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - tailBytes; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return printable(strings.TrimSpace(string(t.buf)))
}
