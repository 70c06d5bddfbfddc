// Package chart draws how fast contenders are beside the baseline, as SVG and as PNG.
package chart

import (
	"strings"

	"koblitz.dev/lab/internal/results"
)

// Family groups contenders that share a colour.
type Family int

// The families.
const (
	Other Family = iota
	Koblitz
	Libsecp
	OpenSSL
	Curve // secp256k1 among other algorithms
)

var familyNames = [...]string{Other: "other", Koblitz: "koblitz", Libsecp: "libsecp256k1", OpenSSL: "OpenSSL", Curve: "secp256k1"}

func (f Family) String() string { return familyNames[f] }

// FamilyOf tells a contender's family by its name.
func FamilyOf(contender string) Family {
	own := func(name string) bool { return contender == name || strings.HasPrefix(contender, name+"-") }
	switch {
	case Ours(contender):
		return Koblitz
	case strings.HasPrefix(contender, "secp256k1-ecdsa-"), strings.HasPrefix(contender, "secp256k1-schnorr-"):
		return Curve
	case own("libsecp256k1"):
		return Libsecp
	case own("openssl"):
		return OpenSSL
	}
	return Other
}

// Display is a contender's name for readers: ours have names on the command line that say
// little outside of the lab. Others' names stay.
func Display(contender string) string {
	switch contender {
	case "engine":
		return "koblitz engine"
	case "engine-portable":
		return "koblitz engine (portable)"
	case "go":
		return "koblitz Go"
	case "go-purego":
		return "koblitz Go (generic)"
	}
	if name := versioned(contender); name != "" {
		return name
	}
	return results.Printable(contender)
}

// Ours says whether a contender is by the authors of this benchmark. The roster keeps
// these names from others.
func Ours(contender string) bool {
	switch contender {
	case "engine", "engine-portable", "go", "go-purego":
		return true
	}
	return versioned(contender) != "" || strings.HasSuffix(contender, "-replaced") || strings.HasSuffix(contender, "-koblitz")
}

// versioned is the name for readers of a contender of ours whose name has its version behind
// it, or empty.
func versioned(contender string) string {
	for _, own := range [][2]string{
		{"koblitz-rust", "koblitz Rust"},
		{"js-wasm", "koblitz JavaScript (WebAssembly)"},
		{"js-native", "koblitz JavaScript (native)"},
	} {
		if contender == own[0] || strings.HasPrefix(contender, own[0]+"-") {
			return own[1]
		}
	}
	return ""
}
