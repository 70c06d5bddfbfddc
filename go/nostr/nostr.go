// Package nostr parses, hashes, signs and verifies events of Nostr (NIP-01).
//
//	event, err := nostr.ParseEvent(line)
//	if err == nil {
//		err = event.Verify()
//	}
//
// # Parsing
//
// [ParseEvent] is stricter than package encoding/json. It refuses what can be read in more
// than one way: names of members in other case, members that occur twice, null for a value,
// invalid UTF-8 and unpaired surrogates. It ignores members that NIP-01 does not name.
//
// # Ids
//
// NIP-01 and the clients in use disagree on the id of an event whose text has control
// characters below U+0020 without a short escape: NIP-01 hashes them raw, clients hash \u00XX,
// as JSON.stringify writes them. [Event.Sign] makes the id of the clients; [Event.Verify]
// accepts both.
package nostr

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/schnorr"
)

// The largest numbers of an event.
const (
	MaxKind      = 65535
	MaxCreatedAt = 1<<63 - 1 // seconds since 1970
)

// The errors of [Event.Verify]. Compare with [errors.Is].
var (
	// ErrID: the id is not the SHA-256 of the event.
	ErrID = errors.New("nostr: id is not the SHA-256 of the event")
	// ErrSignature: the public key is not a point of the curve, or the signature is not one
	// of the id by this key.
	ErrSignature = errors.New("nostr: invalid signature")
)

// An Event is an event of NIP-01. Package json writes and reads it as clients do.
type Event struct {
	ID        [32]byte
	PubKey    [32]byte // x-only
	CreatedAt int64    // seconds since 1970, not negative
	Kind      int      // in [0, 65535]
	Tags      [][]string
	Content   string
	Sig       [64]byte
}

// Hash returns the id that clients give the event: the SHA-256 of
// [0,pubkey,created_at,kind,tags,content], serialized as JSON.stringify does.
func (e *Event) Hash() [32]byte {
	return e.hash(deployed)
}

func (e *Event) hash(f form) [32]byte {
	var room [1024]byte
	return sha256.Sum256(e.appendCanonical(room[:0], f))
}

// CheckID checks the id only. It accepts the id of [Event.Hash] and the id by NIP-01. It fails
// with [ErrID].
func (e *Event) CheckID() error {
	if e.ID != e.hash(deployed) && e.ID != e.hash(verbatim) {
		return ErrID
	}
	return nil
}

// Verify checks the id and the signature. It fails with [ErrID] or [ErrSignature].
func (e *Event) Verify() error {
	if err := e.CheckID(); err != nil {
		return err
	}
	pub, err := secp256k1.ParseXOnlyPublicKey(e.PubKey[:])
	if err != nil {
		return ErrSignature
	}
	sig, err := schnorr.ParseSignature(e.Sig[:])
	if err != nil || !schnorr.Verify(&pub, e.ID[:], &sig) {
		return ErrSignature
	}
	return nil
}

// Sign signs the event with kp: it sets PubKey, ID and Sig. aux is 32 bytes of fresh randomness,
// or nil, as for [schnorr.KeyPair.Sign]. It fails as that does, and if a number of the event is
// out of range or a text is not UTF-8; the event then stays as it is.
func (e *Event) Sign(kp *schnorr.KeyPair, aux []byte) error {
	if !kp.IsValid() {
		return secp256k1.ErrSecretKey
	}
	if err := e.check(); err != nil {
		return err
	}
	signed := *e
	signed.PubKey = [32]byte(kp.PublicKey().Bytes())
	signed.ID = signed.Hash()
	sig, err := kp.Sign(signed.ID[:], aux)
	if err != nil {
		return err
	}
	sig.AppendBytes(signed.Sig[:0])
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

// MarshalJSON returns the event as a JSON object. The id, key and signature of an event that is
// not signed are zeros. It fails if a number is out of range or a text is not UTF-8.
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
	b = e.appendTags(append(b, `,"tags":`...), deployed)
	b = appendQuoted(append(b, `,"content":`...), e.Content, deployed)
	b = append(b, `,"sig":"`...)
	b = hex.AppendEncode(b, e.Sig[:])
	return append(b, `"}`...), nil
}

// UnmarshalJSON sets e to the event that text is, as [ParseEvent] does. If it fails, e stays as
// it is.
func (e *Event) UnmarshalJSON(text []byte) error {
	parsed, err := ParseEvent(text)
	if err == nil {
		*e = *parsed
	}
	return err
}

// A form says how a serialization writes control characters below the space that
// have no short escape.
type form bool

const (
	deployed form = false // \u00XX, as JSON requires
	verbatim form = true  // raw
)

// appendCanonical appends the serialization that the id is a hash of, in UTF-8
// without white space.
func (e *Event) appendCanonical(b []byte, f form) []byte {
	b = append(b, `[0,"`...)
	b = hex.AppendEncode(b, e.PubKey[:])
	b = strconv.AppendInt(append(b, `",`...), e.CreatedAt, 10)
	b = strconv.AppendInt(append(b, ','), int64(e.Kind), 10)
	b = e.appendTags(append(b, ','), f)
	b = appendQuoted(append(b, ','), e.Content, f)
	return append(b, ']')
}

func (e *Event) appendTags(b []byte, f form) []byte {
	b = append(b, '[')
	for i, tag := range e.Tags {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, s := range tag {
			if j > 0 {
				b = append(b, ',')
			}
			b = appendQuoted(b, s, f)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// appendQuoted escapes the seven characters that NIP-01 names, and other control
// characters below the space by the form. It leaves every other one, U+007F,
// U+2028 and <, > and & included, as it is.
func appendQuoted(b []byte, s string, f form) []byte {
	b = append(b, '"')
	begin := len(b)
	if b = append(b, s...); plain(b[begin:]) == len(s) {
		return append(b, '"')
	}
	b = b[:begin]
	start := 0
	for i := range len(s) {
		switch c := s[i]; {
		case escapes[c] != 0:
			b = append(append(b, s[start:i]...), '\\', escapes[c])
		case c < ' ' && f == deployed:
			b = append(append(b, s[start:i]...), `\u00`...)
			b = hex.AppendEncode(b, []byte{c})
		default:
			continue
		}
		start = i + 1
	}
	return append(append(b, s[start:]...), '"')
}

var escapes = [256]byte{'\n': 'n', '"': '"', '\\': '\\', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f'}
