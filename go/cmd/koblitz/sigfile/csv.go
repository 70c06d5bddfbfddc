package sigfile

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"koblitz.dev/secp256k1/internal/quote"
)

// columns holds the positions of the columns that are read.
type columns struct{ alg, pubkey, digest, sig int }

func parseHeader(line []byte) (*columns, error) {
	names, err := splitCSV(line)
	if err != nil {
		return nil, fmt.Errorf("neither a JSON object nor a CSV header: %w", err)
	}
	c := &columns{}
	for name, at := range map[string]*int{"alg": &c.alg, "pubkey": &c.pubkey, "digest": &c.digest, "sig": &c.sig} {
		*at = -1
		for i, n := range names {
			if !strings.EqualFold(strings.TrimSpace(n), name) {
				continue
			}
			if *at >= 0 {
				return nil, fmt.Errorf("the CSV header has two columns %q", name)
			}
			*at = i
		}
	}
	var missing []string
	for _, need := range []struct {
		name string
		at   int
	}{{"alg", c.alg}, {"pubkey", c.pubkey}, {"digest", c.digest}, {"sig", c.sig}} {
		if need.at < 0 {
			missing = append(missing, need.name)
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("neither a JSON object nor a CSV header with the columns alg, pubkey, digest and sig: no %s",
			strings.Join(missing, ", "))
	}
	return c, nil
}

func splitCSV(line []byte) ([]string, error) {
	if bytes.IndexByte(line, '"') < 0 && bytes.IndexByte(line, '\r') >= 0 {
		return nil, errors.New("a carriage return without a line feed; lines end in LF or CRLF")
	}
	r := csv.NewReader(strings.NewReader(string(line)))
	r.FieldsPerRecord = -1
	fields, err := r.Read()
	if err != nil {
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			err = syntax.Err // its line is always 1
		}
		return nil, err
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		return nil, errors.New("a carriage return inside the line")
	}
	return fields, nil
}

func (cols *columns) parse(line []byte) (Row, error) {
	fields, err := splitCSV(line)
	if err != nil {
		return Row{}, err
	}
	if need := max(cols.alg, cols.pubkey, cols.digest, cols.sig); len(fields) <= need {
		return Row{}, fmt.Errorf("%d columns, at least %d are needed", len(fields), need+1)
	}
	alg := Algorithm(strings.ToLower(strings.TrimSpace(fields[cols.alg])))
	if alg != ECDSA && alg != Schnorr {
		return Row{}, fmt.Errorf("alg %q is neither ecdsa nor schnorr", quote.Clip(string(alg)))
	}
	row := Row{Algorithm: alg}
	for _, f := range []struct {
		name string
		at   int
		to   *[]byte
	}{{"pubkey", cols.pubkey, &row.Pubkey}, {"digest", cols.digest, &row.Digest}, {"sig", cols.sig, &row.Sig}} {
		if *f.to, err = hexField(f.name, fields[f.at]); err != nil {
			return Row{}, err
		}
	}
	if len(row.Digest) != 32 {
		return Row{}, fmt.Errorf("digest has %d bytes, not 32", len(row.Digest))
	}
	if alg == Schnorr {
		return newSchnorr(row.Pubkey, row.Digest, row.Sig)
	}
	return row, nil
}

func hexField(name, value string) ([]byte, error) {
	b, err := hex.DecodeString(strings.TrimSpace(value))
	if err != nil {
		return nil, fmt.Errorf("%s %q is not hexadecimal", name, quote.Clip(value))
	}
	return b, nil
}
