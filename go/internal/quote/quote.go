// Package quote shortens input that the reason of an error repeats.
package quote

// Clip returns the first 8 bytes of a longer s, and "...": a secret may stand in
// the wrong place, and 8 of its 64 digits tell 32 bits.
func Clip(s string) string {
	const most = 8
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
