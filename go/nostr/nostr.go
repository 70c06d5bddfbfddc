// Package nostr has the events of Nostr (NIP-01): it parses, hashes, signs and
// verifies one event.
//
// Parsing is stricter than package encoding/json, which takes what has more than
// one reading: names in any case, names twice, null for a value, invalid UTF-8
// and unpaired surrogates. Members that NIP-01 does not name are passed over.
package nostr

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"koblitz.dev/go/koblitz"
	"koblitz.dev/go/schnorr"
)

// Bounds of numbers.
const (
	MaxKind      = 65535
	MaxCreatedAt = 1<<63 - 1 // seconds since 1970
)

// The errors of [Event.Verify], to be compared with [errors.Is].
var (
	// ErrID: the id is not the hash of the event.
	ErrID = errors.New("nostr: id is not the SHA-256 of the event")
	// ErrSignature: the public key is no point of the curve, or the signature is
	// not one of the id by it.
	ErrSignature = errors.New("nostr: invalid signature")
)

// An Event is one of NIP-01.
type Event struct {
	ID        [32]byte
	PubKey    [32]byte // x-only
	CreatedAt int64    // seconds since 1970, not negative
	Kind      int      // in [0, 65535]
	Tags      [][]string
	Content   string
	Sig       [64]byte
}

// Hash returns the id that the event has: the SHA-256 of
// [0,pubkey,created_at,kind,tags,content] as NIP-01 serializes it.
func (e *Event) Hash() [32]byte {
	var room [1024]byte
	return sha256.Sum256(e.appendCanonical(room[:0]))
}

// Verify checks the id and the signature. It fails with [ErrID] and
// [ErrSignature].
func (e *Event) Verify() error {
	if e.Hash() != e.ID {
		return ErrID
	}
	pub, err := koblitz.ParseXOnly(e.PubKey[:])
	if err != nil || !schnorr.Verify(&pub, e.ID[:], e.Sig[:]) {
		return ErrSignature
	}
	return nil
}

// Sign sets PubKey, ID and Sig to those of the event by a key pair; aux is that of
// [schnorr.KeyPair.Sign]. It fails as that does, with an error for a number that
// is out of its range and for text that is not UTF-8, and changes nothing then.
func (e *Event) Sign(kp *schnorr.KeyPair, aux []byte) error {
	if !kp.IsValid() {
		return koblitz.ErrSecretKey
	}
	if err := e.check(); err != nil {
		return err
	}
	signed := *e
	signed.PubKey = [32]byte(kp.PublicKey().Bytes())
	signed.ID = signed.Hash()
	sig, err := kp.AppendSignature(make([]byte, 0, schnorr.SignatureSize), signed.ID[:], aux)
	if err != nil {
		return err
	}
	signed.Sig = [64]byte(sig)
	*e = signed
	return nil
}

func (e *Event) check() error {
	switch {
	case e.CreatedAt < 0:
		return errors.New("nostr: created_at is negative")
	case e.Kind < 0 || e.Kind > MaxKind:
		return fmt.Errorf("nostr: kind %d is not in [0, %d]", e.Kind, MaxKind)
	case !utf8.ValidString(e.Content):
		return errors.New("nostr: content is not valid UTF-8")
	}
	for _, tag := range e.Tags {
		for _, s := range tag {
			if !utf8.ValidString(s) {
				return errors.New("nostr: a tag is not valid UTF-8")
			}
		}
	}
	return nil
}

// MarshalJSON returns the event as a JSON object, with zeros for the id, the key and
// the signature of one that is not signed. It fails where [Event.Sign] would for what
// the event holds.
func (e Event) MarshalJSON() ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	b := append([]byte(nil), `{"id":"`...)
	b = hex.AppendEncode(b, e.ID[:])
	b = append(b, `","pubkey":"`...)
	b = hex.AppendEncode(b, e.PubKey[:])
	b = strconv.AppendInt(append(b, `","created_at":`...), e.CreatedAt, 10)
	b = strconv.AppendInt(append(b, `,"kind":`...), int64(e.Kind), 10)
	tags, content := make([][]string, len(e.Tags)), e.Content
	for i, tag := range e.Tags {
		if tags[i] = tag; tag == nil { // which would be null
			tags[i] = []string{}
		}
	}
	for _, m := range []struct {
		name  string
		value any
	}{{`,"tags":`, tags}, {`,"content":`, content}} {
		text, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b = append(append(b, m.name...), text...)
	}
	b = append(b, `,"sig":"`...)
	b = hex.AppendEncode(b, e.Sig[:])
	return append(b, `"}`...), nil
}

// UnmarshalJSON is [Parse].
func (e *Event) UnmarshalJSON(text []byte) error {
	parsed, err := Parse(text)
	if err == nil {
		*e = *parsed
	}
	return err
}

// appendCanonical appends the serialization that the id is a hash of, in UTF-8
// without white space.
func (e *Event) appendCanonical(b []byte) []byte {
	b = append(b, `[0,"`...)
	b = hex.AppendEncode(b, e.PubKey[:])
	b = strconv.AppendInt(append(b, `",`...), e.CreatedAt, 10)
	b = strconv.AppendInt(append(b, ','), int64(e.Kind), 10)
	b = append(b, ",["...)
	for i, tag := range e.Tags {
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
	b = append(b, "],"...)
	b = appendQuoted(b, e.Content)
	return append(b, ']')
}

// appendQuoted escapes the seven characters that NIP-01 names and leaves every
// other one, control characters included, as it is.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	begin := len(b)
	if b = append(b, s...); plain(b[begin:]) == len(s) {
		return append(b, '"')
	}
	b = b[:begin]
	start := 0
	for i := range len(s) {
		if e := escapes[s[i]]; e != 0 {
			b = append(append(b, s[start:i]...), '\\', e)
			start = i + 1
		}
	}
	return append(append(b, s[start:]...), '"')
}

var escapes = [256]byte{'\n': 'n', '"': '"', '\\': '\\', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f'}
