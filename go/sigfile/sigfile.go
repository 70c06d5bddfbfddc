// Package sigfile reads files of signatures of any size: CSV, or Nostr events
// as JSON lines. It checks their form and recomputes the events' ids; it
// verifies no signature.
//
// A CSV file has a header that names the columns alg, pubkey, digest and sig, in
// any order and case, among others that are ignored. Values are hexadecimal; alg
// is ecdsa or schnorr. A Nostr file has one event of NIP-01 a line. In both,
// blank lines, CRLF and a byte order mark at the start are allowed, and a line
// has at most [MaxLine] bytes.
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

// A Line is one that is not blank. Err, if it is not nil, says that it is too
// long.
type Line struct {
	Number int // the first is 1
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
	if bytes.HasPrefix(bytes.TrimSpace(first.Text), []byte("{")) {
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

func (r *Reader) next() (Line, error) {
	for {
		r.skipEmpty()
		var text []byte
		tooLong := false
		for {
			part, err := r.in.ReadSlice('\n')
			r.read += int64(len(part))
			if err == nil && text == nil && !tooLong && r.number > 0 && len(bytes.TrimSpace(part)) == 0 {
				break
			}
			if len(text)+len(part) > MaxLine+2 {
				tooLong, text = true, nil
			}
			if !tooLong {
				text = append(text, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && (!errors.Is(err, io.EOF) || (len(text) == 0 && !tooLong && len(part) == 0)) {
				return Line{}, err
			}
			break
		}
		r.number++
		if r.number == 1 {
			text = bytes.TrimPrefix(text, byteOrderMark)
		}
		text = bytes.TrimRight(text, "\r\n")
		if tooLong || len(text) > MaxLine {
			return Line{Number: r.number, Err: fmt.Errorf("the line is longer than %d bytes", MaxLine)}, nil
		}
		if len(bytes.TrimSpace(text)) > 0 {
			return Line{Number: r.number, Text: text}, nil
		}
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
