// Package input reads files of real signatures, in the formats of package
// koblitz.dev/secp256k1/cmd/koblitz/sigfile. Every row that it returns was verified by the
// reference implementations, which are not this project's.
package input

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"koblitz.dev/lab/internal/reference"
	"koblitz.dev/secp256k1/cmd/koblitz/sigfile"
)

// maxBad is the number of bad rows that are described; more are counted.
const maxBad = 1000

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
	Format   sigfile.Format
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
	line    sigfile.Line
	ecdsa   *ECDSA
	schnorr *Schnorr
	err     error
}

// Read is Open for a stream.
func Read(r io.Reader) (*File, error) {
	lines, err := sigfile.NewReader(r)
	if err != nil {
		return nil, err
	}
	f := &File{Format: lines.Format()}
	if err := f.readRows(lines); err != nil {
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

// readRows works through the lines in batches that are parsed and verified in
// parallel.
func (f *File) readRows(lines *sigfile.Reader) error {
	const batchRows, batchBytes = 1024, 8 << 20
	for done := false; !done; {
		var batch []*candidate
		for size := 0; len(batch) < batchRows && size < batchBytes; {
			line, err := lines.Next()
			if errors.Is(err, io.EOF) {
				done = true
				break
			}
			if err != nil {
				return err
			}
			batch, size = append(batch, &candidate{line: line}), size+len(line.Text)
		}
		verifyAll(lines, batch)
		for _, c := range batch {
			if err := f.take(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func verifyAll(lines *sigfile.Reader, batch []*candidate) {
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(batch))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(batch); i += workers {
				batch[i].verify(lines)
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
		return fmt.Errorf("line %d: %w", c.line.Number, c.err)
	case c.err != nil:
		f.BadCount++
		if len(f.Bad) < maxBad {
			f.Bad = append(f.Bad, Bad{c.line.Number, c.err.Error()})
		}
	case c.ecdsa != nil:
		c.ecdsa.Line = c.line.Number
		f.ECDSA = append(f.ECDSA, *c.ecdsa)
		if c.ecdsa.HighS {
			f.HighS++
		}
	default:
		c.schnorr.Line = c.line.Number
		f.Schnorr = append(f.Schnorr, *c.schnorr)
	}
	return nil
}
