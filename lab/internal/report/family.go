package report

import "strings"

// family groups contenders that share a colour.
type family int

const (
	other family = iota
	koblitz
	libsecp
	openssl
	curve // secp256k1 among other algorithms
)

var familyNames = [...]string{other: "other", koblitz: "koblitz", libsecp: "libsecp256k1", openssl: "OpenSSL", curve: "secp256k1"}

func (f family) String() string { return familyNames[f] }

func familyOf(contender string) family {
	own := func(name string) bool { return contender == name || strings.HasPrefix(contender, name+"-") }
	switch {
	case own("engine"), own("koblitz"), contender == "go", contender == "go-purego":
		return koblitz
	case strings.HasPrefix(contender, "secp256k1-ecdsa-"), strings.HasPrefix(contender, "secp256k1-schnorr-"):
		return curve
	case own("libsecp256k1"):
		return libsecp
	case own("openssl"):
		return openssl
	}
	return other
}
