package sigfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// An event is NIP-01's.
type event struct {
	id, pubkey, sig []byte
	createdAt       int64
	kind            int64
	tags            [][]string
	content         string
}

func parseEvent(line []byte) (Row, error) {
	e, err := decodeEvent(line)
	if err != nil {
		return Row{}, err
	}
	if id := sha256.Sum256(e.canonical()); !bytes.Equal(id[:], e.id) {
		return Row{}, fmt.Errorf("id is not the SHA-256 of the event, which is %x", id)
	}
	return newSchnorr(e.pubkey, e.id, e.sig)
}

// decodeEvent is stricter than encoding/json, which takes what has more than
// one reading: names in any case, names twice, null for a value, invalid UTF-8
// and unpaired surrogates.
func decodeEvent(text []byte) (*event, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the line is not valid UTF-8")
	}
	members, err := decodeObject(text)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"id", "pubkey", "created_at", "kind", "tags", "content", "sig"} {
		if members[name] == nil {
			return nil, fmt.Errorf("the event has no %q", name)
		}
	}
	e := &event{}
	for _, f := range []struct {
		name string
		size int
		to   *[]byte
	}{{"id", 32, &e.id}, {"pubkey", 32, &e.pubkey}, {"sig", 64, &e.sig}} {
		if *f.to, err = decodeHex(f.name, members[f.name], f.size); err != nil {
			return nil, err
		}
	}
	if e.createdAt, err = decodeInteger("created_at", members["created_at"], 1<<63-1); err != nil {
		return nil, err
	}
	if e.kind, err = decodeInteger("kind", members["kind"], 65535); err != nil {
		return nil, err
	}
	if e.content, err = decodeString("content", members["content"]); err != nil {
		return nil, err
	}
	e.tags, err = decodeTags(members["tags"])
	return e, err
}

func decodeObject(text []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	syntax := func(err error) error { return fmt.Errorf("not a JSON object: %w", unexpectedEnd(err)) }
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		if err == nil {
			err = fmt.Errorf("it starts with %q", clip(string(text)))
		}
		return nil, syntax(err)
	}
	members := map[string]json.RawMessage{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, syntax(err)
		}
		name, _ := key.(string)
		if members[name] != nil {
			return nil, fmt.Errorf("the event has %q twice", clip(name))
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, syntax(err)
		}
		members[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, syntax(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a JSON object: something follows it on the line")
	}
	return members, nil
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func decodeHex(name string, raw json.RawMessage, size int) ([]byte, error) {
	s, err := decodeString(name, raw)
	if err != nil {
		return nil, err
	}
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != size || hex.EncodeToString(b) != s {
		return nil, fmt.Errorf("%s %q is not %d bytes in lowercase hexadecimal", name, clip(s), size)
	}
	return b, nil
}

func decodeInteger(name string, raw json.RawMessage, most int64) (int64, error) {
	i, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || i < 0 || i > most {
		return 0, fmt.Errorf("%s %q is not an integer in [0, %d]", name, clip(string(raw)), most)
	}
	return i, nil
}

func decodeString(name string, raw json.RawMessage) (string, error) {
	var s *string
	if err := json.Unmarshal(raw, &s); err != nil || s == nil {
		return "", fmt.Errorf("%s is not a string", name)
	}
	if hasUnpairedSurrogate(raw) {
		return "", fmt.Errorf("%s has an unpaired surrogate", name)
	}
	return *s, nil
}

func decodeTags(raw json.RawMessage) ([][]string, error) {
	wrong := errors.New("tags is not an array of arrays of strings")
	var list []*[]*string
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, wrong
	}
	if hasUnpairedSurrogate(raw) {
		return nil, errors.New("tags has an unpaired surrogate")
	}
	tags := make([][]string, len(list))
	for i, tag := range list {
		if tag == nil {
			return nil, wrong
		}
		for _, s := range *tag {
			if s == nil {
				return nil, wrong
			}
			tags[i] = append(tags[i], *s)
		}
	}
	return tags, nil
}

// hasUnpairedSurrogate looks at the \u escapes of valid JSON.
func hasUnpairedSurrogate(raw []byte) bool {
	escaped := func(i int) rune {
		if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
			return -1
		}
		u, err := strconv.ParseUint(string(raw[i+2:i+6]), 16, 16)
		if err != nil {
			return -1
		}
		return rune(u)
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if u := escaped(i); u < 0 {
			i++ // an escape of two bytes
		} else if !utf16.IsSurrogate(u) {
			i += 5
		} else if utf16.DecodeRune(u, escaped(i+6)) != utf8.RuneError {
			i += 11
		} else {
			return true
		}
	}
	return false
}

// canonical is the serialisation that the id is a hash of:
// [0,pubkey,created_at,kind,tags,content] in UTF-8 without white space.
func (e *event) canonical() []byte {
	b := fmt.Appendf(nil, `[0,"%x",%d,%d,[`, e.pubkey, e.createdAt, e.kind)
	for i, tag := range e.tags {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, s := range tag {
			if j > 0 {
				b = append(b, ',')
			}
			b = appendQuoted(b, s)
		}
		b = append(b, ']')
	}
	b = append(b, ']', ',')
	b = appendQuoted(b, e.content)
	return append(b, ']')
}

// appendQuoted escapes the seven characters that NIP-01 names and leaves every
// other one, control characters included, as it is.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if e := escapes[s[i]]; e != 0 {
			b = append(b, '\\', e)
		} else {
			b = append(b, s[i])
		}
	}
	return append(b, '"')
}

var escapes = [256]byte{'\n': 'n', '"': '"', '\\': '\\', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f'}
