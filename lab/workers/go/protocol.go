package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// protocolVersion is the number after `hello`.
const protocolVersion = "1"

// maxLine bounds a line's length; the longest row is one of pubkey_combine,
// 2,095 characters.
const maxLine = 1 << 16

var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine)

// A server answers the commands of one conductor.
type server struct {
	c    *contender
	in   *bufio.Reader
	out  *bufio.Writer
	op   operation // the loaded one
	data *batch    // its rows; nil when nothing is loaded
}

// serve answers commands until `quit` or the end of in. A last line without its
// newline is not a command. The error is that of reading or writing.
func serve(in io.Reader, out io.Writer, c *contender) error {
	s := &server{c: c, in: bufio.NewReaderSize(in, maxLine), out: bufio.NewWriter(out)}
	for {
		line, err := s.readLine()
		if err == io.EOF {
			return nil
		}
		quit := false
		switch {
		case err == errLongLine:
			s.refuse(err)
		case err != nil:
			return err
		default:
			if quit, err = s.command(string(line)); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
		if err := s.out.Flush(); err != nil || quit {
			return err
		}
	}
}

// readLine returns the next line without its newline; it is valid until the
// next call. A line that is too long is read to its end.
func (s *server) readLine() ([]byte, error) {
	line, err := s.in.ReadSlice('\n')
	if err == nil {
		return line[:len(line)-1], nil
	}
	for err == bufio.ErrBufferFull {
		if _, err = s.in.ReadSlice('\n'); err == nil {
			return nil, errLongLine
		}
	}
	return nil, err
}

// refuse replies with an error; it stays one line of ASCII.
func (s *server) refuse(err error) {
	s.out.WriteString("error ")
	s.out.WriteString(oneLine(err.Error()))
	s.out.WriteByte('\n')
}

// oneLine makes text printable ASCII of at most 300 characters.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, text)
	return text[:min(len(text), 300)]
}

// command answers one line. Its error is that of reading the rows of `load`.
func (s *server) command(line string) (quit bool, err error) {
	words := strings.Split(line, " ")
	args := words[1:]
	switch words[0] {
	case "hello":
		err = s.hello(args)
	case "load":
		rows, tail, e := s.readRows(args)
		if e != nil {
			return false, e
		}
		if err = tail; err == nil {
			err = s.load(args[0], rows)
		}
	case "run":
		err = s.run(args)
	case "alloc":
		err = s.alloc(args)
	case "quit":
		if len(args) != 0 {
			err = errors.New("quit takes no arguments")
			break
		}
		s.out.WriteString("ok\n")
		return true, nil
	default:
		err = fmt.Errorf("unknown command %q", words[0])
	}
	if err != nil {
		s.refuse(err)
	}
	return false, nil
}

func (s *server) hello(args []string) error {
	if len(args) != 1 || args[0] != protocolVersion {
		return fmt.Errorf("this worker speaks version %s", protocolVersion)
	}
	put := func(key, value string) {
		if value != "" {
			fmt.Fprintf(s.out, "%s %s\n", key, value)
		}
	}
	put("contender", s.c.name)
	put("version", s.c.version)
	put("date", s.c.date)
	put("path", s.c.path)
	put("flags", s.c.flags)
	for _, name := range s.c.claims {
		put("claim", name)
	}
	for _, m := range s.c.marks {
		put("mark", m.name+" "+m.ops+" "+m.reason)
	}
	for _, o := range s.c.ops {
		put("op", o.name)
	}
	s.out.WriteString("ok\n")
	return nil
}

// readRows reads the rows that follow `load OP COUNT`. Whatever is wrong with
// them or with OP, all are read, so that the next line is a command; bad then
// says what it was. Err is an error of reading.
func (s *server) readRows(args []string) (rows []row, bad, err error) {
	s.data = nil
	if len(args) != 2 {
		return nil, errors.New("load takes OP COUNT"), nil
	}
	count, bad := parseCount(args[1])
	if bad != nil {
		return nil, bad, nil
	}
	sizes, known := fieldSizes[single(args[0])]
	if !known {
		bad = fmt.Errorf("unknown operation %q", args[0])
	} else if _, has := s.c.find(args[0]); !has {
		bad = fmt.Errorf("%s has no operation %s", s.c.name, args[0])
	}
	for i := range count {
		line, err := s.readLine()
		if err != nil && err != errLongLine {
			return nil, nil, err
		}
		if bad != nil {
			continue
		}
		if err == nil {
			var r row
			if r, err = parseRow(line, sizes); err == nil {
				rows = append(rows, r)
			}
		}
		if err != nil {
			bad = fmt.Errorf("row %d: %w", i, err)
		}
	}
	return rows, bad, nil
}

// load prepares the rows, and collects the garbage of doing so.
func (s *server) load(name string, rows []row) error {
	op, _ := s.c.find(name)
	b, err := op.load(rows)
	if err != nil {
		return err
	}
	runtime.GC()
	s.op, s.data = op, &b
	s.out.WriteString("ok\n")
	return nil
}

// settleTime is how long it takes, after the process was idle, until the Go
// runtime's monitor thread has gone from waking every 20 µs to every 10 ms
// (sysmon in runtime/proc.go backs off after 50 quiet rounds). A worker is pinned
// to one CPU, so that each wake costs a timer interrupt and two context switches:
// together 10% of a slice of 3 ms. A Go program that keeps working does not pay
// for that. Measured as context switches in a slice: 23 after 0 ms, 16 after
// 6 ms, 0 after 15 ms.
const settleTime = 15 * time.Millisecond

// settle keeps the process busy until its monitor has backed off.
func settle() {
	for start := time.Now(); time.Since(start) < settleTime; {
	}
}

func (s *server) run(args []string) error {
	if len(args) != 5 && len(args) != 6 {
		return errors.New("run takes OP FIRST COUNT WARMFIRST WARMCOUNT [TIMES]")
	}
	times := 1
	if len(args) == 6 {
		var err error
		if times, err = parseCount(args[5]); err != nil {
			return err
		}
	}
	first, last, err := s.span(args[0], args[1], args[2])
	if err != nil {
		return err
	}
	warmFirst, warmLast, err := s.span(args[0], args[3], args[4])
	if err != nil {
		return err
	}
	if first == last {
		return errors.New("COUNT is 0")
	}
	b := s.data
	from, to := b.accepted[first], b.accepted[last]
	warmFrom, warmTo := b.accepted[warmFirst], b.accepted[warmLast]

	var elapsed time.Duration
	cause := catch(func() {
		b.clear(from, to)
		if warmFrom < warmTo {
			settle()
		}
		b.run(warmFrom, warmTo)
		b.clear(from, to)
		start := time.Now()
		for range times {
			b.run(from, to)
		}
		elapsed = time.Since(start)
	})
	if cause != nil {
		return b.blame(cause, first, last, warmFirst, warmLast)
	}
	s.out.WriteString("ok ")
	s.out.WriteString(strconv.FormatInt(elapsed.Nanoseconds(), 10))
	s.out.WriteByte(' ')
	s.results(first, last)
	s.out.WriteByte('\n')
	return nil
}

// blame finds the row that a library panicked at: it calls them again, one at a
// time.
func (b *batch) blame(cause any, first, last, warmFirst, warmLast int) error {
	for _, span := range [][2]int{{warmFirst, warmLast}, {first, last}} {
		for i := span[0]; i < span[1]; i++ {
			p := catch(func() { b.run(b.accepted[i], b.accepted[i+1]) })
			if p != nil {
				return &rowError{i, p}
			}
		}
	}
	return fmt.Errorf("panic, at no row when called one by one: %v", cause)
}

// results writes RESULTS of the rows in [first, last).
func (s *server) results(first, last int) {
	b := s.data
	for i := first; i < last; i++ {
		var bytes []byte
		ok := false
		if !b.refused(i) {
			bytes, ok = b.result(b.accepted[i])
		}
		switch {
		case s.op.verdict && ok:
			s.out.WriteByte('1')
			continue
		case s.op.verdict:
			s.out.WriteByte('0')
			continue
		}
		if i > first {
			s.out.WriteByte(',')
		}
		if ok {
			s.out.WriteString(hex.EncodeToString(bytes))
		} else {
			s.out.WriteByte('-')
		}
	}
}

// allocPasses is odd: alloc takes the median of so many.
const allocPasses = 9

// alloc measures the Go heap: the objects that the calls make, results
// included where the library makes them. The slots that results are stored in
// are the worker's and exist before. Pools that a library keeps are filled by
// one call that does not count. The median of several passes leaves out what
// the runtime allocated for itself in one.
func (s *server) alloc(args []string) error {
	if len(args) != 3 {
		return errors.New("alloc takes OP FIRST COUNT")
	}
	first, last, err := s.span(args[0], args[1], args[2])
	if err != nil {
		return err
	}
	b := s.data
	from, to := b.accepted[first], b.accepted[last]
	var bytes, objects [allocPasses]uint64
	cause := catch(func() {
		for i := range allocPasses {
			var before, after runtime.MemStats
			b.clear(from, to)
			runtime.GC()
			b.run(from, min(from+1, to))
			runtime.ReadMemStats(&before)
			b.run(from, to)
			runtime.ReadMemStats(&after)
			bytes[i], objects[i] = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
		}
	})
	if cause != nil {
		return b.blame(cause, first, last, first, first)
	}
	slices.Sort(bytes[:])
	slices.Sort(objects[:])
	fmt.Fprintf(s.out, "ok %d %d\n", bytes[allocPasses/2], objects[allocPasses/2])
	return nil
}

// span checks FIRST and COUNT against the loaded rows of the operation and
// returns [first, last).
func (s *server) span(op, firstText, countText string) (first, last int, err error) {
	if s.data == nil || s.op.name != op {
		return 0, 0, fmt.Errorf("%s is not loaded", op)
	}
	if first, err = parseCount(firstText); err != nil {
		return 0, 0, err
	}
	count, err := parseCount(countText)
	if err != nil {
		return 0, 0, err
	}
	if last = first + count; last > s.data.rows() {
		return 0, 0, fmt.Errorf("rows %d to %d of %d", first, last-1, s.data.rows())
	}
	return first, last, nil
}

// parseCount reads a number of rows, below 2^30: two of them add up in an int.
func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 30)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number of rows", text)
	}
	return int(n), nil
}
