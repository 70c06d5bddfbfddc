// Package input reads files of real signatures: CSV, or Nostr events as JSON
// lines. Every row that it returns was verified.
package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"koblitz.dev/lab/internal/reference"
)

const (
	// maxLine is the length in bytes above which a line is a bad row.
	maxLine = 1 << 20
	// maxBad is the number of bad rows that are described; more are counted.
	maxBad = 1000
)

// Format is how a file is written.
type Format string

// The formats, told apart by a file's first line.
const (
	CSV   Format = "csv"
	Nostr Format = "nostr" // one event of NIP-01 a line
)

// An ECDSA row is a valid signature with a low s.
type ECDSA struct {
	Line   int
	Pubkey []byte // as in the file: 33 or 65 bytes
	Public []byte // the same, 65 bytes
	Digest []byte // 32 bytes
	Sig    []byte // r then s, s normalised
	DER    []byte // the same in DER
	HighS  bool   // s was high in the file
}

// A Schnorr row is a valid BIP-340 signature.
type Schnorr struct {
	Line   int
	Pubkey []byte // 32 bytes
	Digest []byte // 32 bytes
	Sig    []byte // 64 bytes
}

// A Bad row is one that is left out.
type Bad struct {
	Line   int // the first is 1
	Reason string
}

// A File holds the usable rows of a file in their order.
type File struct {
	Path     string
	Format   Format
	ECDSA    []ECDSA
	Schnorr  []Schnorr
	HighS    int   // ECDSA rows that had a high s, which was normalised
	Bad      []Bad // the first 1,000
	BadCount int
}

// Open reads and verifies a file. A file without a usable row is an error.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out.Path = path
	return out, nil
}

// A candidate is a line that is to become a row.
type candidate struct {
	line    int
	text    []byte
	ecdsa   *ECDSA
	schnorr *Schnorr
	err     error
}

// A rowParser turns a line into a candidate's row. It is safe for concurrent use.
type rowParser func(c *candidate)

// Read is Open for a stream. Blank lines, CRLF and a byte order mark at the
// start are allowed.
func Read(r io.Reader) (*File, error) {
	lines := &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
	f := &File{}
	first, err := lines.next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("no rows: the file is empty")
	}
	if err != nil {
		return nil, err
	}
	var parse rowParser
	pending := first
	switch {
	case first.err != nil:
		return nil, fmt.Errorf("line %d: %w", first.line, first.err)
	case bytes.HasPrefix(bytes.TrimSpace(first.text), []byte("{")):
		f.Format, parse = Nostr, parseEvent
	default:
		f.Format, pending = CSV, nil
		columns, err := parseHeader(first.text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", first.line, err)
		}
		parse = columns.parse
	}
	if err := f.readRows(lines, pending, parse); err != nil {
		return nil, err
	}
	if len(f.ECDSA)+len(f.Schnorr) == 0 {
		if f.BadCount == 0 {
			return nil, errors.New("no rows: there is only a header")
		}
		return nil, fmt.Errorf("no usable rows: %d bad, the first on line %d: %s", f.BadCount, f.Bad[0].Line, f.Bad[0].Reason)
	}
	return f, nil
}

// readRows works through the lines in batches that are parsed in parallel.
func (f *File) readRows(lines *lineReader, pending *candidate, parse rowParser) error {
	const batchRows, batchBytes = 1024, 8 << 20
	for done := false; !done; {
		var batch []*candidate
		if pending != nil {
			batch, pending = append(batch, pending), nil
		}
		for size := 0; len(batch) < batchRows && size < batchBytes; {
			c, err := lines.next()
			if errors.Is(err, io.EOF) {
				done = true
				break
			}
			if err != nil {
				return err
			}
			batch, size = append(batch, c), size+len(c.text)
		}
		parseAll(batch, parse)
		for _, c := range batch {
			if err := f.take(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func parseAll(batch []*candidate, parse rowParser) {
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(batch))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(batch); i += workers {
				c := batch[i]
				if c.err == nil {
					parse(c)
				}
				c.text = nil
			}
		})
	}
	wg.Wait()
}

// take files a candidate as a row or a bad row. Only a disagreement of the
// reference implementations ends the reading.
func (f *File) take(c *candidate) error {
	var disagree *reference.DisagreementError
	switch {
	case errors.As(c.err, &disagree):
		return fmt.Errorf("line %d: %w", c.line, c.err)
	case c.err != nil:
		f.BadCount++
		if len(f.Bad) < maxBad {
			f.Bad = append(f.Bad, Bad{c.line, c.err.Error()})
		}
	case c.ecdsa != nil:
		c.ecdsa.Line = c.line
		f.ECDSA = append(f.ECDSA, *c.ecdsa)
		if c.ecdsa.HighS {
			f.HighS++
		}
	default:
		c.schnorr.Line = c.line
		f.Schnorr = append(f.Schnorr, *c.schnorr)
	}
	return nil
}

// lineReader yields lines that are not blank.
type lineReader struct {
	r    *bufio.Reader
	line int
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// next returns io.EOF after the last line. A line that is too long is read past
// and comes back as a candidate with an error.
func (l *lineReader) next() (*candidate, error) {
	for {
		var text []byte
		tooLong := false
		for {
			part, err := l.r.ReadSlice('\n')
			if len(text)+len(part) > maxLine+2 {
				tooLong, text = true, nil
			}
			if !tooLong {
				text = append(text, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && (!errors.Is(err, io.EOF) || (len(text) == 0 && !tooLong && len(part) == 0)) {
				return nil, err
			}
			break
		}
		l.line++
		if l.line == 1 {
			text = bytes.TrimPrefix(text, byteOrderMark)
		}
		text = bytes.TrimRight(text, "\r\n")
		if len(text) > maxLine {
			tooLong = true
		}
		if tooLong {
			return &candidate{line: l.line, err: fmt.Errorf("the line is longer than %d bytes", maxLine)}, nil
		}
		if len(bytes.TrimSpace(text)) > 0 {
			return &candidate{line: l.line, text: text}, nil
		}
	}
}

// clip shortens what is quoted in a reason.
func clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
