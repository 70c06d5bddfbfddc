package input

import (
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"koblitz.dev/lab/internal/reference"
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
		return nil, fmt.Errorf("neither a JSON object nor a CSV header with the columns alg, pubkey, digest and sig: no %s in %q",
			strings.Join(missing, ", "), clip(string(line)))
	}
	return c, nil
}

func splitCSV(line []byte) ([]string, error) {
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

func (cols *columns) parse(c *candidate) {
	fields, err := splitCSV(c.text)
	if err != nil {
		c.err = err
		return
	}
	if need := max(cols.alg, cols.pubkey, cols.digest, cols.sig); len(fields) <= need {
		c.err = fmt.Errorf("%d columns, at least %d are needed", len(fields), need+1)
		return
	}
	alg := strings.ToLower(strings.TrimSpace(fields[cols.alg]))
	if alg != "ecdsa" && alg != "schnorr" {
		c.err = fmt.Errorf("alg %q is neither ecdsa nor schnorr", clip(alg))
		return
	}
	var pubkey, digest, sig []byte
	for _, f := range []struct {
		name string
		at   int
		to   *[]byte
	}{{"pubkey", cols.pubkey, &pubkey}, {"digest", cols.digest, &digest}, {"sig", cols.sig, &sig}} {
		if *f.to, c.err = hexField(f.name, fields[f.at]); c.err != nil {
			return
		}
	}
	if len(digest) != 32 {
		c.err = fmt.Errorf("digest has %d bytes, not 32", len(digest))
		return
	}
	if alg == "ecdsa" {
		c.ecdsa, c.err = newECDSA(pubkey, digest, sig)
	} else {
		c.schnorr, c.err = newSchnorr(pubkey, digest, sig)
	}
}

func hexField(name, value string) ([]byte, error) {
	b, err := hex.DecodeString(strings.TrimSpace(value))
	if err != nil {
		return nil, fmt.Errorf("%s %q is not hexadecimal", name, clip(value))
	}
	return b, nil
}

// newECDSA parses and verifies a DER signature and normalises its s.
func newECDSA(pubkey, digest, der []byte) (*ECDSA, error) {
	public, err := reference.ParsePublic(pubkey)
	if errors.Is(err, reference.ErrRefused) {
		return nil, fmt.Errorf("pubkey of %d bytes is not a compressed or uncompressed point", len(pubkey))
	}
	if err != nil {
		return nil, err
	}
	sig, err := reference.ParseDER(der)
	if errors.Is(err, reference.ErrRefused) {
		return nil, fmt.Errorf("sig of %d bytes is not strict DER with r and s in [1, n-1]", len(der))
	}
	if err != nil {
		return nil, err
	}
	row := &ECDSA{Pubkey: pubkey, Public: public, Digest: digest, Sig: sig}
	s := new(big.Int).SetBytes(sig[32:])
	if negated := new(big.Int).Sub(reference.N, s); negated.Cmp(s) < 0 {
		row.HighS = true
		negated.FillBytes(sig[32:])
	}
	row.DER = reference.DER(sig)
	valid, err := reference.VerifyECDSA(public, sig, digest)
	if err == nil && !valid {
		err = errors.New("the signature does not verify")
	}
	return row, err
}

func newSchnorr(pubkey, digest, sig []byte) (*Schnorr, error) {
	if len(pubkey) != 32 {
		return nil, fmt.Errorf("pubkey has %d bytes, not 32", len(pubkey))
	}
	if len(sig) != 64 {
		return nil, fmt.Errorf("sig has %d bytes, not 64", len(sig))
	}
	valid, err := reference.VerifySchnorr(pubkey, sig, digest)
	if err == nil && !valid {
		err = errors.New("the signature does not verify")
	}
	return &Schnorr{Pubkey: pubkey, Digest: digest, Sig: sig}, err
}
