package sigfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// delimiters are what may separate fields. The header has the one that is in it most often; of
// those as often, the first of these.
const delimiters = ",;\t|"

// columns holds the places of the columns that are read, -1 for one that is not there.
type columns struct {
	delimiter        rune
	fields           int // of every row
	alg, pubkey, sig int
	digest, message  int // what ECDSA and what Schnorr signs
}

func parseHeader(line []byte) (*columns, error) {
	c := &columns{delimiter: delimiterOf(line)}
	names, err := splitCSV(line, c.delimiter)
	if err != nil {
		return nil, fmt.Errorf("neither a JSON object nor a CSV header: %w", err)
	}
	c.fields = len(names)
	at := map[string]int{}
	for i, n := range names {
		name := strings.ToLower(strings.TrimSpace(n))
		switch name {
		case "alg", "pubkey", "digest", "message", "signature", "sig":
			if _, twice := at[name]; twice {
				return nil, fmt.Errorf("the CSV header has two columns %q", name)
			}
			at[name] = i
		}
	}
	place := func(spellings ...string) int {
		for _, s := range spellings {
			if i, there := at[s]; there {
				return i
			}
		}
		return -1
	}
	c.alg, c.pubkey, c.sig = place("alg"), place("pubkey"), place("signature", "sig")
	c.digest, c.message = place("digest", "message"), place("message", "digest")
	var missing []string
	for _, need := range []struct {
		name string
		at   int
	}{{"pubkey", c.pubkey}, {"digest or message", c.digest}, {"signature or sig", c.sig}} {
		if need.at < 0 {
			missing = append(missing, need.name)
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("neither a JSON object nor a CSV header with the columns pubkey, digest and signature: no %s",
			strings.Join(missing, ", no "))
	}
	return c, nil
}

// delimiterOf finds what separates the fields of the header, outside of quotes.
func delimiterOf(line []byte) rune {
	var counts [256]int
	inQuotes := false
	for _, c := range line {
		if c == '"' {
			inQuotes = !inQuotes
		} else if !inQuotes {
			counts[c]++
		}
	}
	best := delimiters[0]
	for i := range len(delimiters) {
		if counts[delimiters[i]] > counts[best] {
			best = delimiters[i]
		}
	}
	return rune(best)
}

// hasReturn reports whether a line has a carriage return outside of quotes, which package csv
// leaves out at the end of the line.
func hasReturn(line []byte) bool {
	if bytes.IndexByte(line, '\r') < 0 {
		return false
	}
	inQuotes := false
	for _, c := range line {
		if c == '\r' && !inQuotes {
			return true
		}
		inQuotes = inQuotes != (c == '"')
	}
	return false
}

func splitCSV(line []byte, delimiter rune) ([]string, error) {
	if hasReturn(line) {
		return nil, errors.New("a carriage return without a line feed; lines end in LF or CRLF")
	}
	r := csv.NewReader(strings.NewReader(string(line)))
	r.Comma = delimiter
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

func (cols *columns) parse(line []byte, scheme Algorithm) (Row, error) {
	fields, err := splitCSV(line, cols.delimiter)
	if err != nil {
		return Row{}, err
	}
	if len(fields) != cols.fields {
		return Row{}, fmt.Errorf("%d fields, the header has %d", len(fields), cols.fields)
	}
	signed := cols.digest
	if scheme == Schnorr {
		signed = cols.message
	}
	v := values{pubkey: fields[cols.pubkey], signed: fields[signed], sig: fields[cols.sig]}
	if cols.alg >= 0 {
		v.alg = fields[cols.alg]
	}
	empty := []string{v.pubkey, v.signed, v.sig}
	if i := slices.IndexFunc(empty, func(s string) bool { return strings.Trim(s, blanks) == "" }); i >= 0 {
		return Row{}, fmt.Errorf("%s is empty", [...]string{"pubkey", signedName(scheme), "signature"}[i])
	}
	return v.row(scheme)
}
