package input

import (
	"errors"
	"fmt"
	"math/big"

	"koblitz.dev/lab/internal/reference"
	"koblitz.dev/secp256k1/cmd/koblitz/sigfile"
)

// verify makes the row of c's line, if that holds a valid signature.
func (c *candidate) verify(lines *sigfile.Reader) {
	row, err := lines.Parse(c.line)
	c.line.Text = nil
	switch {
	case err != nil:
		c.err = err
	case row.Algorithm == sigfile.ECDSA:
		c.ecdsa, c.err = newECDSA(row.Pubkey, row.Digest, row.Sig)
	case len(row.Digest) != 32:
		c.err = fmt.Errorf("message has %d bytes, not 32", len(row.Digest))
	default:
		c.schnorr, c.err = newSchnorr(row.Pubkey, row.Digest, row.Sig)
	}
}

// newECDSA parses and verifies a DER signature and normalises its s.
func newECDSA(pubkey, digest, der []byte) (*ECDSA, error) {
	public, err := reference.ParsePublic(pubkey)
	if errors.Is(err, reference.ErrRefused) {
		return nil, fmt.Errorf("pubkey of %d bytes is not a compressed or uncompressed point", len(pubkey))
	}
	if err != nil {
		return nil, err
	}
	sig, err := reference.ParseDER(der)
	if errors.Is(err, reference.ErrRefused) {
		return nil, fmt.Errorf("sig of %d bytes is not strict DER with r and s in [1, n-1]", len(der))
	}
	if err != nil {
		return nil, err
	}
	row := &ECDSA{Pubkey: pubkey, Public: public, Digest: digest, Sig: sig}
	s := new(big.Int).SetBytes(sig[32:])
	if negated := new(big.Int).Sub(reference.N, s); negated.Cmp(s) < 0 {
		row.HighS = true
		negated.FillBytes(sig[32:])
	}
	row.DER = reference.DER(sig)
	valid, err := reference.VerifyECDSA(public, sig, digest)
	if err == nil && !valid {
		err = errors.New("the signature does not verify")
	}
	return row, err
}

// newSchnorr verifies a BIP-340 signature; the sizes are right.
func newSchnorr(pubkey, digest, sig []byte) (*Schnorr, error) {
	valid, err := reference.VerifySchnorr(pubkey, sig, digest)
	if err == nil && !valid {
		err = errors.New("the signature does not verify")
	}
	return &Schnorr{Pubkey: pubkey, Digest: digest, Sig: sig}, err
}
