package nostr

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"koblitz.dev/secp256k1/internal/quote"
)

// maxDepth is how deeply a member that is passed over may be nested.
const maxDepth = 1000

// A scanner reads JSON text (RFC 8259) that is valid UTF-8.
type scanner struct {
	text []byte
	at   int
}

// ParseEvent parses an event, a JSON object. It checks the form only: [Event.Verify] checks
// the id and the signature.
func ParseEvent(text []byte) (*Event, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("nostr: the event is not valid UTF-8")
	}
	s := &scanner{text: text}
	e := new(event)
	if err := s.event(e); err != nil {
		return nil, err
	}
	return &e.Event, nil
}

// An event is one with room for the tags that most have.
type event struct {
	Event
	tags    [4][]string
	strings [8]string
}

// names are the members of an event, bit i of what was seen being name i.
var names = [...]string{"id", "pubkey", "created_at", "kind", "tags", "content", "sig"}

// indexOf returns the index of a name in names, -1 for another.
func indexOf(name []byte) int {
	switch string(name) {
	case "id":
		return 0
	case "pubkey":
		return 1
	case "created_at":
		return 2
	case "kind":
		return 3
	case "tags":
		return 4
	case "content":
		return 5
	case "sig":
		return 6
	}
	return -1
}

func (s *scanner) event(e *event) error {
	if !s.next('{') {
		return s.syntax("it does not start with a brace")
	}
	seen := 0
	var others map[string]bool
	for more := !s.next('}'); more; {
		s.space()
		name, err := s.str("a name")
		if err != nil {
			return err
		}
		if !s.next(':') {
			return s.syntax("no colon behind a name")
		}
		s.space()
		index := indexOf(name)
		if index < 0 && others[string(name)] || index >= 0 && seen>>index&1 == 1 {
			return fmt.Errorf("nostr: the event has %q twice", quote.Clip(string(name)))
		}
		if index >= 0 {
			seen |= 1 << index
		} else {
			if others == nil {
				others = map[string]bool{}
			}
			others[string(name)] = true
		}
		if err := s.member(e, index); err != nil {
			return err
		}
		switch {
		case s.next(','):
		case s.next('}'):
			more = false
		default:
			return s.syntax("neither a comma nor a brace behind a value")
		}
	}
	if s.space(); s.at != len(s.text) {
		return errors.New("nostr: not a JSON object: something follows it")
	}
	for i, name := range names {
		if seen>>i&1 == 0 {
			return fmt.Errorf("nostr: the event has no %q", name)
		}
	}
	return nil
}

// member reads the value of the member of names with this index, -1 for another.
func (s *scanner) member(e *event, index int) error {
	if index < 0 {
		return s.skip(0)
	}
	switch name := names[index]; name {
	case "id":
		return s.hex(name, e.ID[:])
	case "pubkey":
		return s.hex(name, e.PubKey[:])
	case "sig":
		return s.hex(name, e.Sig[:])
	case "created_at":
		return s.integer(name, &e.CreatedAt, MaxCreatedAt)
	case "kind":
		var kind int64
		err := s.integer(name, &kind, MaxKind)
		e.Kind = int(kind)
		return err
	case "content":
		content, err := s.stringValue(name)
		e.Content = string(content)
		return err
	default:
		return s.tags(e)
	}
}

func (s *scanner) syntax(reason string) error {
	return fmt.Errorf("nostr: not a JSON object: %s, at byte %d", reason, s.at)
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) space() {
	for ; s.at < len(s.text) && s.text[s.at] <= ' '; s.at++ {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
		default:
			return
		}
	}
}

// next passes over white space and then c, if that is next.
func (s *scanner) next(c byte) bool {
	s.space()
	if s.peek() == c && s.at < len(s.text) {
		s.at++
		return true
	}
	return false
}

// str reads a string; what is used in errors. The result may be a part of the
// text.
func (s *scanner) str(what string) ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.syntax("no string")
	}
	s.at++
	start := s.at
	s.at += plain(s.text[start:])
	switch {
	case s.at == len(s.text):
		return nil, s.syntax("unexpected end")
	case s.text[s.at] == '"':
		s.at++
		return s.text[start : s.at-1], nil
	case s.text[s.at] == '\\':
		return s.escaped(what, append([]byte(nil), s.text[start:s.at]...))
	}
	return nil, s.syntax("a control character in a string")
}

// plain returns how many bytes b has before the first that is a quotation mark, a
// backslash or a control character below the space.
func plain(b []byte) int {
	n := 0
	for ; len(b)-n >= 16; n += 16 {
		low, high := ends(binary.LittleEndian.Uint64(b[n:])), ends(binary.LittleEndian.Uint64(b[n+8:]))
		switch {
		case low != 0:
			return n + bits.TrailingZeros64(low)/8
		case high != 0:
			return n + 8 + bits.TrailingZeros64(high)/8
		}
	}
	if len(b)-n >= 8 {
		if found := ends(binary.LittleEndian.Uint64(b[n:])); found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
		n += 8
	}
	for ; n < len(b) && b[n] >= ' ' && b[n] != '"' && b[n] != '\\'; n++ {
	}
	return n
}

// ends has as its lowest bit the top bit of the first byte of v at which [plain]
// stops; it is 0 if there is none.
func ends(v uint64) uint64 {
	// '"' ^ 2 is ' ', so that what v ^ 2 has at or below ' ' is it and the control
	// characters. A subtraction borrows from the top bit of the first such byte, or of
	// the first that is a backslash; what comes after that may be wrong.
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	quotes, backslashes := v^2*ones-(' '+1)*ones, v^'\\'*ones-ones
	return (quotes | backslashes) &^ v & tops
}

// escaped reads the rest of a string that has an escape.
func (s *scanner) escaped(what string, b []byte) ([]byte, error) {
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '"':
			s.at++
			return b, nil
		case c < ' ':
			return nil, s.syntax("a control character in a string")
		case c != '\\':
			n := plain(s.text[s.at:])
			b = append(b, s.text[s.at:s.at+n]...)
			s.at += n
			continue
		}
		if s.at+1 >= len(s.text) {
			break
		}
		if c = s.text[s.at+1]; c == 'u' {
			r, ok := s.unit()
			if !ok {
				return nil, s.syntax("not four hexadecimal digits")
			}
			if utf16.IsSurrogate(r) {
				low, ok := s.unit()
				if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
					return nil, fmt.Errorf("nostr: %s has an unpaired surrogate", what)
				}
			}
			b = utf8.AppendRune(b, r)
			continue
		}
		if c = unescapes[c]; c == 0 {
			return nil, s.syntax("an unknown escape")
		}
		b = append(b, c)
		s.at += 2
	}
	return nil, s.syntax("unexpected end")
}

var unescapes = [256]byte{'n': '\n', '"': '"', '\\': '\\', '/': '/', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

// unit reads a \u escape.
func (s *scanner) unit() (rune, bool) {
	if s.at+6 > len(s.text) || s.text[s.at] != '\\' || s.text[s.at+1] != 'u' {
		return 0, false
	}
	var b [2]byte
	if _, err := hex.Decode(b[:], s.text[s.at+2:s.at+6]); err != nil {
		return 0, false
	}
	s.at += 6
	return rune(b[0])<<8 | rune(b[1]), true
}

// stringValue reads a member that has to be a string.
func (s *scanner) stringValue(name string) ([]byte, error) {
	if s.peek() != '"' {
		if err := s.skip(0); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("nostr: %s is not a string", name)
	}
	return s.str(name)
}

// hex reads a string of lowercase hexadecimal digits into all of b.
func (s *scanner) hex(name string, b []byte) error {
	// What is as long as it should be has no escape if these are all digits.
	if n := 2*len(b) + 2; len(s.text)-s.at >= n {
		if v := s.text[s.at:][:n]; v[0] == '"' && v[n-1] == '"' && fromHex(b, v[1:n-1]) {
			s.at += n
			return nil
		}
	}
	v, err := s.stringValue(name)
	if err != nil {
		return err
	}
	if len(v) != 2*len(b) || !fromHex(b, v) {
		return fmt.Errorf("nostr: %s %q is not %d bytes in lowercase hexadecimal", name, quote.Clip(string(v)), len(b))
	}
	return nil
}

// fromHex sets b, a multiple of four bytes, to those that twice as many digits are.
// It reports whether all of them are such.
func fromHex(b, v []byte) bool {
	const ones, low = 0x0101010101010101, 0x0f0f0f0f0f0f0f0f
	var wrong uint64
	for ; len(b) >= 4 && len(v) >= 8; b, v = b[4:], v[8:] {
		// A letter has bit 6. Whatever the bytes of x are, those of n are at most 24
		// and what is added to them carries into no other: if they are at most 15 and
		// the digits of these values are x, x is digits.
		x := binary.BigEndian.Uint64(v)
		n := x&low + x>>6&ones*9
		wrong |= n&^low | (n + '0'*ones + (n+6*ones)>>4&ones*('a'-'0'-10) ^ x)
		n = (n>>4 | n) & 0x00ff00ff00ff00ff
		n = (n>>8 | n) & 0x0000ffff0000ffff
		binary.BigEndian.PutUint32(b, uint32(n>>16|n))
	}
	return wrong == 0
}

func (s *scanner) integer(name string, z *int64, most int64) error {
	start := s.at
	if err := s.skip(0); err != nil {
		return err
	}
	raw := s.text[start:s.at]
	v, ok := uint64(0), true
	for _, c := range raw {
		ok = ok && c >= '0' && c <= '9' && v <= uint64(most/10)
		v = 10*v + uint64(c-'0')
	}
	if !ok || v > uint64(most) {
		return fmt.Errorf("nostr: %s %q is not an integer in [0, %d]", name, quote.Clip(string(raw)), most)
	}
	*z = int64(v)
	return nil
}

var errTags = errors.New("nostr: tags is not an array of arrays of strings")

// tags reads the tags, all of whose strings are parts of one.
func (s *scanner) tags(e *event) error {
	const endOfTag = -1
	var textRoom [512]byte
	var markRoom [32]int
	text, marks := textRoom[:0], markRoom[:0] // where strings end in text, and ends of tags
	count := 0
	err := s.array(errTags, func() error {
		count++
		err := s.array(errTags, func() error {
			if s.peek() != '"' {
				return errTags
			}
			v, err := s.str("tags")
			text = append(text, v...)
			marks = append(marks, len(text))
			return err
		})
		marks = append(marks, endOfTag)
		return err
	})
	if err != nil {
		return err
	}
	tags, strings := e.tags[:0], e.strings[:0]
	if count > len(e.tags) {
		tags = make([][]string, 0, count)
	}
	if len(marks)-count > len(e.strings) {
		strings = make([]string, 0, len(marks)-count)
	}
	whole, from, first := string(text), 0, 0
	for _, mark := range marks {
		if mark == endOfTag {
			tags = append(tags, strings[first:len(strings):len(strings)])
			first = len(strings)
			continue
		}
		strings = append(strings, whole[from:mark])
		from = mark
	}
	e.Tags = tags[:len(tags):len(tags)]
	return nil
}

// array reads an array of what item reads. If it is none it fails with wrong.
func (s *scanner) array(wrong error, item func() error) error {
	if !s.next('[') {
		return wrong
	}
	if s.next(']') {
		return nil
	}
	for {
		s.space()
		if err := item(); err != nil {
			return err
		}
		if s.next(']') {
			return nil
		}
		if !s.next(',') {
			return s.syntax("neither a comma nor a bracket behind a value")
		}
	}
}

// skip passes over a value of any kind.
func (s *scanner) skip(depth int) error {
	s.space()
	if depth > maxDepth {
		return s.syntax("nested too deeply")
	}
	switch c := s.peek(); {
	case c == '"':
		_, err := s.str("a member")
		return err
	case c == '[':
		return s.array(nil, func() error { return s.skip(depth + 1) })
	case c == '{':
		s.at++
		if s.next('}') {
			return nil
		}
		for {
			s.space()
			if _, err := s.str("a name"); err != nil {
				return err
			}
			if !s.next(':') {
				return s.syntax("no colon behind a name")
			}
			if err := s.skip(depth + 1); err != nil {
				return err
			}
			if s.next('}') {
				return nil
			}
			if !s.next(',') {
				return s.syntax("neither a comma nor a brace behind a value")
			}
		}
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if len(s.text)-s.at >= len(word) && string(s.text[s.at:s.at+len(word)]) == word {
			s.at += len(word)
			return nil
		}
	}
	return s.syntax("no value")
}

// number passes over a number.
func (s *scanner) number() error {
	digits := func() bool {
		start := s.at
		for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
			s.at++
		}
		return s.at > start
	}
	if s.peek() == '-' {
		s.at++
	}
	if s.peek() == '0' {
		s.at++
	} else if !digits() {
		return s.syntax("no digit")
	}
	if s.peek() == '.' {
		if s.at++; !digits() {
			return s.syntax("no digit")
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.at++
		if c = s.peek(); c == '+' || c == '-' {
			s.at++
		}
		if !digits() {
			return s.syntax("no digit")
		}
	}
	return nil
}
