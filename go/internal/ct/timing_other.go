//go:build !arm64

package ct

// independent calls f: only arm64 has instructions whose timing a program chooses.
func independent(f func()) { f() }
