// Package sigfile reads files of signatures of any size: CSV, JSON lines, or Nostr events. It
// checks the form of the rows and recomputes the ids of events; it verifies no signature.
// koblitz-bulk reads the same files by the same rules (docs/command.md).
//
// A CSV file has a header that names the columns: pubkey, digest or message, signature or
// sig, and alg, which may be missing; other columns are ignored. Names may be in any case, with
// spaces around them. A comma, a semicolon, a tab or a bar separates the fields, the one that
// the header has most. A line of JSON is an object with members of the same names, or an event
// of NIP-01. Values are hexadecimal in either case, with or without 0x or \x.
//
// The first name of these that a file has is the one that counts. alg is ecdsa or schnorr;
// rows without one are of the scheme that [Reader.SetAlgorithm] sets.
//
// Files may be compressed by gzip or zstd. Blank lines and a byte order mark at the start are
// allowed. A line ends in LF or CRLF (a file may have both) and has at most [MaxLine] bytes. A
// quoted field of CSV may have line breaks: the row then has the number of the line in which
// it begins, and at most MaxLine bytes.
package sigfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxLine is the length in bytes of the longest line; a longer one is read past
// and has an error.
const MaxLine = 1 << 20

// Format is how a file is written.
type Format string

// The formats, told apart by a file's first line. Lines of JSON may be of both kinds in one
// file.
const (
	CSV   Format = "csv"
	JSON  Format = "json"  // one object with pubkey, digest and signature a line
	Nostr Format = "nostr" // one event of NIP-01 a line
)

// An Algorithm is a scheme of signatures.
type Algorithm string

// The algorithms.
const (
	ECDSA   Algorithm = "ecdsa"
	Schnorr Algorithm = "schnorr" // BIP-340
)

// A Row is a signature with what it signs. With ECDSA Digest has 32 bytes, and Pubkey and Sig
// (DER, or 64 bytes of r and s) have not been looked at. With Schnorr Digest is the message, of
// any length, Pubkey has 32 bytes and Sig 64.
type Row struct {
	Algorithm           Algorithm
	Pubkey, Digest, Sig []byte
}

// A Line is one that is not blank; of CSV, a row. Err, if it is not nil, says that
// it is too long, or that a quote in it is not closed.
type Line struct {
	Number int // of its first line; the file's first is 1
	Row    int // which row it is; the file's first is 0, as koblitz-bulk counts
	Text   []byte
	Err    error
}

// ErrEmpty is [NewReader]'s error for a file without a line.
var ErrEmpty = errors.New("no rows: the file is empty")

// A Reader yields a file's lines, of which it holds one at a time.
type Reader struct {
	in      *bufio.Reader
	raw     *counter // of a compressed file, its bytes
	number  int
	rows    int
	read    int64
	format  Format
	scheme  Algorithm
	columns *columns
	pending *Line // the first line, where it is a row
}

const bufferSize = 64 << 10

// NewReader reads the first line, which decides the format.
func NewReader(in io.Reader) (*Reader, error) {
	raw := &counter{in: in}
	text, isCompressed, err := decompressed(bufio.NewReaderSize(raw, bufferSize))
	if err != nil {
		return nil, err
	}
	r := &Reader{in: text, scheme: ECDSA}
	if isCompressed {
		r.raw = raw
	}
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
		if isRow(first.Text) {
			r.format = JSON
		}
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

// SetAlgorithm sets the scheme of rows that have no alg; without it they are of ECDSA. With
// Schnorr a column message comes before a column digest. It is called before Parse.
func (r *Reader) SetAlgorithm(scheme Algorithm) { r.scheme = scheme }

// BytesRead returns how much of the file has been read as lines; of a compressed file, how
// much has been decompressed.
func (r *Reader) BytesRead() int64 {
	if r.raw != nil {
		return r.raw.n.Load()
	}
	return r.read
}

// Next returns the next line that is not blank, or io.EOF after the last one.
// Its Text stays valid.
func (r *Reader) Next() (Line, error) {
	var l Line
	var err error
	if r.pending != nil {
		l, r.pending = *r.pending, nil
	} else if l, err = r.next(); err != nil {
		return l, err
	}
	l.Row = r.rows
	r.rows++
	return l, nil
}

// Parse turns a line into a row. It may be called by several goroutines, also
// while Next runs.
func (r *Reader) Parse(l Line) (Row, error) {
	switch {
	case l.Err != nil:
		return Row{}, l.Err
	case r.format != CSV:
		return parseJSON(l.Text, r.scheme)
	}
	return r.columns.parse(l.Text, r.scheme)
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// starts lists first bytes of files that are not UTF-8 text, longer ones first.
var starts = []struct{ bytes, why string }{
	{"\xff\xfe\x00\x00", "UTF-32, not UTF-8; convert it: iconv -f UTF-32 -t UTF-8"},
	{"\x00\x00\xfe\xff", "UTF-32, not UTF-8; convert it: iconv -f UTF-32 -t UTF-8"},
	{"\xff\xfe", "UTF-16, not UTF-8; convert it: iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "UTF-16, not UTF-8; convert it: iconv -f UTF-16 -t UTF-8"},
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

func isObject(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, blanks+"\r"), []byte("{"))
}

// withoutEnd returns a line without its end, LF or CRLF, of which the file's last one may lack
// the LF.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// next returns the next line that is not blank. For CSV it is a whole row, with the
// line breaks that are in quotes.
func (r *Reader) next() (Line, error) {
	first, err := r.nextLine()
	if err != nil || first.Err != nil || r.format == Nostr || r.format == JSON || r.format == "" && isObject(first.Text) {
		return first, err
	}
	between := delimiters
	if r.columns != nil {
		between = string(r.columns.delimiter)
	}
	for open := endsInQuotes(first.Text, false, between); open; {
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
		text = withoutEnd(text)
		open = endsInQuotes(text, true, between)
		first.Text = append(append(first.Text, '\n'), text...)
	}
	return first, nil
}

// endsInQuotes reports whether a line of CSV, whose fields are separated by one of the
// characters of between, ends between quotes; open, whether it begins so. A quote that is not
// at a field's start opens nothing.
func endsInQuotes(line []byte, open bool, between string) bool {
	if bytes.IndexByte(line, '"') < 0 {
		return open
	}
	isStart := !open
	for _, c := range line {
		switch {
		case c == '"' && (open || isStart):
			open, isStart = !open, open // a second quote behind one that closes opens again
		default:
			isStart = !open && strings.IndexByte(between, c) >= 0
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
		text = withoutEnd(text)
		if err != nil || len(text) > MaxLine {
			return Line{Number: r.number, Err: fmt.Errorf("the line is longer than %d bytes", MaxLine)}, nil
		}
		if !r.isBlank(text) {
			return Line{Number: r.number, Text: text}, nil
		}
	}
}

// isBlank reports whether a line is no row: it has nothing but blanks, which tabs between
// fields are not. White space of other kinds is text: no line is left out that may have been a
// row.
func (r *Reader) isBlank(text []byte) bool {
	set := blanks
	switch {
	case r.columns == nil:
		set += "\r" // JSON allows it, and no header begins with it
	case r.columns.delimiter == '\t':
		set = " "
	}
	return len(bytes.Trim(text, set)) == 0
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
