package results

import (
	"regexp"
	"strings"
	"unicode"
)

// Printable returns s safe for a terminal line or a table cell: every run of
// white space is one space, and control characters, format characters (the
// bidirectional overrides among them) and invalid UTF-8 are U+FFFD.
func Printable(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// Short returns Printable(s), cut to at most n characters, the last of which
// is then an ellipsis.
func Short(s string, n int) string {
	r := []rune(Printable(s))
	if len(r) <= n {
		return string(r)
	}
	return strings.TrimRight(string(r[:n-1]), " ") + "…"
}

var longHex = regexp.MustCompile(`[0-9a-fA-F]{24,}`)

// ShortHex returns s with the first eight of its long hex numbers' digits.
func ShortHex(s string) string {
	return longHex.ReplaceAllStringFunc(s, func(x string) string { return x[:8] + "…" })
}
