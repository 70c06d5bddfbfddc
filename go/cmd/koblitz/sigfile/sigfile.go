// Package sigfile reads files of signatures of any size: CSV, or Nostr events
// as JSON lines. It checks their form and recomputes the events' ids; it
// verifies no signature.
//
// A CSV file has a header that names the columns alg, pubkey, digest and sig, in
// any order and case, among others that are ignored. Values are hexadecimal; alg
// is ecdsa or schnorr. A Nostr file has one event of NIP-01 a line. In both,
// blank lines and a byte order mark at the start are allowed. A line ends in LF or
// CRLF (a file may have both) and has at most [MaxLine] bytes. A quoted field of
// CSV may have line breaks: the row then has the number of the line in which it
// begins, and at most MaxLine bytes.
package sigfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length in bytes of the longest line; a longer one is read past
// and has an error.
const MaxLine = 1 << 20

// Format is how a file is written.
type Format string

// The formats, told apart by a file's first line.
const (
	CSV   Format = "csv"
	Nostr Format = "nostr" // one event of NIP-01 a line
)

// An Algorithm is a scheme of signatures.
type Algorithm string

// The algorithms.
const (
	ECDSA   Algorithm = "ecdsa"
	Schnorr Algorithm = "schnorr" // BIP-340
)

// A Row is a signature with what it signs. Digest has 32 bytes; with Schnorr
// Pubkey has 32 and Sig 64. An ECDSA key and signature, in SEC 1 and DER, have
// not been looked at.
type Row struct {
	Algorithm           Algorithm
	Pubkey, Digest, Sig []byte
}

// A Line is one that is not blank; of CSV, a row. Err, if it is not nil, says that
// it is too long, or that a quote in it is not closed.
type Line struct {
	Number int // of its first line; the file's first is 1
	Text   []byte
	Err    error
}

// ErrEmpty is [NewReader]'s error for a file without a line.
var ErrEmpty = errors.New("no rows: the file is empty")

// A Reader yields a file's lines, of which it holds one at a time.
type Reader struct {
	in      *bufio.Reader
	number  int
	read    int64
	format  Format
	columns *columns
	pending *Line // the first line, where it is a row
}

// NewReader reads the first line, which decides the format.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 64<<10)}
	start, err := r.in.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if why := encoding(start); why != "" {
		return nil, fmt.Errorf("line 1: %s", why)
	}
	first, err := r.next()
	if errors.Is(err, io.EOF) {
		return nil, ErrEmpty
	}
	if err != nil {
		return nil, err
	}
	if first.Err != nil {
		return nil, fmt.Errorf("line %d: %w", first.Number, first.Err)
	}
	if isObject(first.Text) {
		r.format, r.pending = Nostr, &first
		return r, nil
	}
	r.format = CSV
	if r.columns, err = parseHeader(first.Text); err != nil {
		return nil, fmt.Errorf("line %d: %w", first.Number, err)
	}
	return r, nil
}

// Format returns the file's format.
func (r *Reader) Format() Format { return r.format }

// BytesRead returns how much of the file has been read as lines.
func (r *Reader) BytesRead() int64 { return r.read }

// Next returns the next line that is not blank, or io.EOF after the last one.
// Its Text stays valid.
func (r *Reader) Next() (Line, error) {
	if r.pending != nil {
		l := *r.pending
		r.pending = nil
		return l, nil
	}
	return r.next()
}

// Parse turns a line into a row. It may be called by several goroutines, also
// while Next runs.
func (r *Reader) Parse(l Line) (Row, error) {
	switch {
	case l.Err != nil:
		return Row{}, l.Err
	case r.format == Nostr:
		return parseEvent(l.Text)
	}
	return r.columns.parse(l.Text)
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// starts lists first bytes of files that are not UTF-8 text, longer ones first.
var starts = []struct{ bytes, why string }{
	{"\xff\xfe\x00\x00", "UTF-32, not UTF-8; convert it: iconv -f UTF-32 -t UTF-8"},
	{"\x00\x00\xfe\xff", "UTF-32, not UTF-8; convert it: iconv -f UTF-32 -t UTF-8"},
	{"\xff\xfe", "UTF-16, not UTF-8; convert it: iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "UTF-16, not UTF-8; convert it: iconv -f UTF-16 -t UTF-8"},
	{"\x1f\x8b", "compressed by gzip, not UTF-8; convert it: gunzip -c"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd, not UTF-8; convert it: zstdcat"},
	{"PAR1", "Parquet, not UTF-8; koblitz-bulk reads it"},
}

// encoding says by its first 4 bytes why a file is not UTF-8; "" if it may be.
func encoding(start []byte) string {
	for _, s := range starts {
		if bytes.HasPrefix(start, []byte(s.bytes)) {
			return s.why
		}
	}
	if len(start) == 4 {
		switch zero := [4]bool{start[0] == 0, start[1] == 0, start[2] == 0, start[3] == 0}; zero {
		case [4]bool{false, true, false, true}:
			return "UTF-16LE, not UTF-8; convert it: iconv -f UTF-16LE -t UTF-8"
		case [4]bool{true, false, true, false}:
			return "UTF-16BE, not UTF-8; convert it: iconv -f UTF-16BE -t UTF-8"
		}
	}
	return ""
}

func isObject(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) }

// next returns the next line that is not blank. For CSV it is a whole row, with the
// line breaks that are in quotes.
func (r *Reader) next() (Line, error) {
	first, err := r.nextLine()
	if err != nil || first.Err != nil || r.format == Nostr || r.format == "" && isObject(first.Text) {
		return first, err
	}
	for open := endsInQuotes(first.Text, false); open; {
		text, err := r.line()
		switch {
		case errors.Is(err, io.EOF):
			return Line{Number: first.Number, Err: errors.New("a quote that is not closed")}, nil
		case err != nil && !errors.Is(err, errLong):
			return Line{}, err
		}
		r.number++
		if err != nil || len(first.Text)+1+len(text) > MaxLine {
			return Line{Number: first.Number, Err: fmt.Errorf("longer than %d bytes, or a quote that is not closed; the lines up to %d belong to this row", MaxLine, r.number)}, nil
		}
		text = bytes.TrimRight(text, "\r\n")
		open = endsInQuotes(text, true)
		first.Text = append(append(first.Text, '\n'), text...)
	}
	return first, nil
}

// endsInQuotes reports whether a line of CSV ends between quotes; open, whether it
// begins so. A quote that is not at a field's start opens nothing.
func endsInQuotes(line []byte, open bool) bool {
	if bytes.IndexByte(line, '"') < 0 {
		return open
	}
	isStart := !open
	for _, c := range line {
		switch {
		case c == '"' && (open || isStart):
			open, isStart = !open, open // a second quote behind one that closes opens again
		default:
			isStart = !open && c == ','
		}
	}
	return open
}

func (r *Reader) nextLine() (Line, error) {
	for {
		r.skipEmpty()
		text, err := r.line()
		if err != nil && !errors.Is(err, errLong) {
			return Line{}, err
		}
		r.number++
		if r.number == 1 {
			text = bytes.TrimPrefix(text, byteOrderMark)
		}
		text = bytes.TrimRight(text, "\r\n")
		if err != nil || len(text) > MaxLine {
			return Line{Number: r.number, Err: fmt.Errorf("the line is longer than %d bytes", MaxLine)}, nil
		}
		if len(bytes.TrimSpace(text)) > 0 {
			return Line{Number: r.number, Text: text}, nil
		}
	}
}

// errLong says that a line was too long and was skipped.
var errLong = errors.New("longer than MaxLine")

// line reads a line with its end, or io.EOF.
func (r *Reader) line() (text []byte, err error) {
	for tooLong := false; ; {
		part, err := r.in.ReadSlice('\n')
		r.read += int64(len(part))
		if len(text)+len(part) > MaxLine+2 {
			tooLong, text = true, nil
		}
		if !tooLong {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(text) == 0 && !tooLong):
			return nil, err
		case tooLong:
			return nil, errLong
		}
		return text, nil
	}
}

// skipEmpty passes over the newlines that are next in the buffer.
func (r *Reader) skipEmpty() {
	buffered, _ := r.in.Peek(r.in.Buffered())
	n := len(buffered) - len(bytes.TrimLeft(buffered, "\n"))
	_, _ = r.in.Discard(n)
	r.read += int64(n)
	r.number += n
}

// newSchnorr checks the sizes of a Schnorr row.
func newSchnorr(pubkey, digest, sig []byte) (Row, error) {
	if len(pubkey) != 32 {
		return Row{}, fmt.Errorf("pubkey has %d bytes, not 32", len(pubkey))
	}
	if len(sig) != 64 {
		return Row{}, fmt.Errorf("sig has %d bytes, not 64", len(sig))
	}
	return Row{Schnorr, pubkey, digest, sig}, nil
}
