package sigfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// errNotRow is what parseMembers returns for a line that may be an event.
var errNotRow = errors.New("not a row of pubkey, digest and signature")

// parseJSON parses a line of JSON: a row if it has a member digest or message and no
// created_at, an event of Nostr if not.
func parseJSON(line []byte, scheme Algorithm) (Row, error) {
	row, err := parseMembers(line, scheme)
	if errors.Is(err, errNotRow) {
		return parseEvent(line)
	}
	return row, err
}

// isRow reports whether parseJSON takes a line for a row.
func isRow(line []byte) bool {
	_, err := parseMembers(line, ECDSA)
	return !errors.Is(err, errNotRow)
}

// signs are what a row has one of: the end of a name, or an escaped character of it.
var signs = [][]byte{[]byte(`digest"`), []byte(`message"`), []byte(`\u`)}

// parseMembers parses a row. Names of members are exact; a name that is asked for and occurs
// twice has two readings, and is an error.
func parseMembers(line []byte, scheme Algorithm) (Row, error) {
	if !slices.ContainsFunc(signs, func(s []byte) bool { return bytes.Contains(line, s) }) {
		return Row{}, errNotRow
	}
	found, err := membersOf(line)
	if err != nil {
		return Row{}, err
	}
	_, digest := found["digest"]
	_, message := found["message"]
	if _, event := found["created_at"]; event || !digest && !message {
		return Row{}, errNotRow
	}
	first, second := "digest", "message"
	if scheme == Schnorr {
		first, second = second, first
	}
	var v values
	for _, m := range []struct {
		to        *string
		spellings []string
	}{{&v.pubkey, []string{"pubkey"}}, {&v.signed, []string{first, second}}, {&v.sig, []string{"signature", "sig"}}, {&v.alg, []string{"alg"}}} {
		if err := found.text(m.to, m.spellings...); err != nil && m.to != &v.alg {
			return Row{}, err
		} else if err != nil && !errors.Is(err, errNoMember) {
			return Row{}, err
		}
	}
	return v.row(scheme)
}

// members are those of a JSON object that rows and events are told by.
type members map[string]json.RawMessage

var errNoMember = errors.New("no member")

// text sets to to the value of the first of the spellings that has one.
func (m members) text(to *string, spellings ...string) error {
	for _, name := range spellings {
		raw, there := m[name]
		if !there || string(raw) == "null" {
			continue
		}
		if raw[0] != '"' || json.Unmarshal(raw, to) != nil {
			return fmt.Errorf("%s is not text", name)
		}
		return nil
	}
	return fmt.Errorf("%w %s", errNoMember, spellings[0])
}

func membersOf(line []byte) (members, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("the line is not UTF-8")
	}
	found := members{}
	d := json.NewDecoder(bytes.NewReader(line))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("the line is not a JSON object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, errors.New("the line is not JSON")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, errors.New("the line is not JSON")
		}
		switch n, _ := name.(string); n {
		case "pubkey", "digest", "message", "signature", "sig", "alg", "created_at":
			if _, twice := found[n]; twice && n != "created_at" {
				return nil, fmt.Errorf("%s occurs twice", n)
			}
			found[n] = value
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("the line is not JSON")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the line is not JSON: something follows the object")
	}
	return found, nil
}
