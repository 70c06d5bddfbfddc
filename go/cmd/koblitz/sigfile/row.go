package sigfile

import (
	"encoding/hex"
	"fmt"
	"strings"

	"koblitz.dev/secp256k1/internal/quote"
)

// blanks may be around a value.
const blanks = " \t"

// values are the texts of a row.
type values struct{ alg, pubkey, signed, sig string }

// signedName is the first name of the column that has what is signed.
func signedName(scheme Algorithm) string {
	if scheme == Schnorr {
		return "message"
	}
	return "digest"
}

// row checks the form of the values. Without an alg the row is of the scheme.
func (v *values) row(scheme Algorithm) (Row, error) {
	alg := Algorithm(strings.ToLower(strings.TrimSpace(v.alg)))
	switch alg {
	case "":
		alg = scheme
	case ECDSA, Schnorr:
	default:
		return Row{}, fmt.Errorf("alg %q is neither ecdsa nor schnorr", quote.Clip(string(alg)))
	}
	row := Row{Algorithm: alg}
	var err error
	for _, f := range []struct {
		name, value string
		to          *[]byte
	}{{"pubkey", v.pubkey, &row.Pubkey}, {signedName(scheme), v.signed, &row.Digest}, {"signature", v.sig, &row.Sig}} {
		if *f.to, err = fromHex(f.name, f.value); err != nil {
			return Row{}, err
		}
	}
	if alg == Schnorr {
		return newSchnorr(row.Pubkey, row.Digest, row.Sig)
	}
	if len(row.Digest) != 32 {
		return Row{}, fmt.Errorf("%s has %d bytes, not 32", signedName(scheme), len(row.Digest))
	}
	return row, nil
}

// fromHex decodes hexadecimal digits in either case, which may have 0x or \x before them and
// blanks around them.
func fromHex(name, value string) ([]byte, error) {
	digits := strings.Trim(value, blanks)
	if len(digits) >= 2 && (digits[0] == '0' || digits[0] == '\\') && (digits[1] == 'x' || digits[1] == 'X') {
		digits = digits[2:]
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil, fmt.Errorf("%s %q is not hexadecimal", name, quote.Clip(value))
	}
	return b, nil
}

// newSchnorr checks the sizes of a Schnorr row.
func newSchnorr(pubkey, message, sig []byte) (Row, error) {
	if len(pubkey) != 32 {
		return Row{}, fmt.Errorf("pubkey has %d bytes, not 32", len(pubkey))
	}
	if len(sig) != 64 {
		return Row{}, fmt.Errorf("signature has %d bytes, not 64", len(sig))
	}
	return Row{Schnorr, pubkey, message, sig}, nil
}
