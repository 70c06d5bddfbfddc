package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"koblitz.dev/secp256k1/cmd/koblitz/sigfile"
)

func verifyCommand(g *global) *cobra.Command {
	var m message
	var pubkey, sig, form, input string
	var lowS bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Verify a signature, or all those of a file",
		Example: `  koblitz verify --file contract.pdf --pubkey "$PUBKEY" --sig "$SIG"
  koblitz verify --input signatures.csv
  koblitz verify --input events.jsonl.gz
  ssh node cat signatures.csv | koblitz verify --input - --alg schnorr`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := g.suite()
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("input") {
				if err := refuse(cmd, "cannot be combined with --input: every row has its own", append(whats, "pubkey", "sig", "form")...); err != nil {
					return err
				}
				if err := oneOf("--alg", m.algorithm, "ecdsa", "schnorr"); err != nil {
					return err
				}
				return verifyInput(cmd, &verification{suite: s, scheme: sigfile.Algorithm(m.algorithm), lowS: lowS}, input)
			}
			if err := m.check(cmd); err != nil {
				return err
			}
			if m.algorithm == "schnorr" {
				if err := refuse(cmd, "is for --alg ecdsa", "form", "low-s"); err != nil {
					return err
				}
			}
			row, err := m.row(cmd, pubkey, sig)
			if err != nil {
				return err
			}
			if err := oneOf("--form", form, "der", "compact"); err != nil {
				return err
			}
			v := verify(s, row, form == "compact", lowS)
			switch {
			case v.fatal != nil:
				return v.fatal
			case v.outcome == bad:
				return errors.New(v.reason)
			case v.outcome == failed:
				fmt.Fprintln(cmd.OutOrStdout(), "invalid:", v.reason)
				return errInvalid
			}
			fmt.Fprintln(cmd.OutOrStdout(), "valid")
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&pubkey, "pubkey", "", "the public key in `HEX`: 33 or 65 bytes, with schnorr 32")
	fl.StringVar(&sig, "sig", "", "the signature in `HEX`: DER or 64 bytes, with schnorr 64")
	fl.StringVar(&form, "form", "der", "form of an ECDSA signature: der or compact")
	fl.BoolVar(&lowS, "low-s", false, "an ECDSA signature with a high s fails (Bitcoin's consensus accepts it)")
	fl.StringVar(&input, "input", "", "`FILE` of signatures to verify: CSV, JSON lines or Nostr events, also compressed by gzip or zstd; - is standard input")
	m.flags(cmd)
	fl.Lookup("alg").Usage = "ecdsa or schnorr (BIP-340); with --input, of rows without an alg"
	return cmd
}

func (m *message) row(cmd *cobra.Command, pubkey, sig string) (sigfile.Row, error) {
	row := sigfile.Row{Algorithm: sigfile.Algorithm(m.algorithm)}
	var err error
	if row.Digest, err = m.read(cmd); err != nil {
		return row, err
	}
	sizes := []int{33, 65}
	if row.Algorithm == sigfile.Schnorr {
		sizes = []int{32}
	}
	if row.Pubkey, err = fromHex("--pubkey", pubkey, sizes...); err != nil {
		return row, err
	}
	if sig == "" {
		return row, errors.New("--sig is needed")
	}
	row.Sig, err = fromHex("--sig", sig)
	return row, err
}

// outcome is what became of a row.
type outcome int

const (
	valid  outcome = iota
	highS          // valid, with a high s
	failed         // the signature does not verify
	bad            // the row is malformed
)

type verdict struct {
	outcome outcome
	reason  string
	fatal   error // the suite cannot verify this kind of signature at all
}

// verify judges a row. Unless lowS is set, a high s is normalised first, as
// Bitcoin's nodes do.
func verify(s suite, r sigfile.Row, compact, lowS bool) verdict {
	var ok, high bool
	var err error
	if r.Algorithm == sigfile.Schnorr {
		if len(r.Sig) != 64 {
			return verdict{outcome: bad, reason: fmt.Sprintf("signature has %d bytes, not 64", len(r.Sig))}
		}
		ok, err = s.VerifySchnorr(r.Pubkey, r.Digest, r.Sig)
	} else {
		sig := r.Sig
		if !compact {
			if sig, err = s.ParseDER(sig); err != nil {
				return verdict{outcome: bad, reason: fmt.Sprintf("signature of %d bytes is not strict DER with r and s in [1, n-1]", len(r.Sig))}
			}
		}
		if sig, high, err = s.NormalizeS(sig); err == nil {
			ok, err = s.VerifyECDSA(r.Pubkey, r.Digest, sig)
		}
	}
	switch {
	case isMissing(err):
		return verdict{fatal: err}
	case err != nil:
		return verdict{outcome: bad, reason: err.Error()}
	case !ok:
		return verdict{outcome: failed, reason: "the signature does not verify"}
	}
	return verified(high, lowS)
}

// verifyRow judges a row of a file, whose ECDSA signature is DER or 64 bytes of r and s. 64
// bytes may be both: they are valid if one of the readings is.
func verifyRow(s suite, r sigfile.Row, lowS bool) verdict {
	if r.Algorithm != sigfile.ECDSA || len(r.Sig) != 64 {
		return verify(s, r, false, lowS)
	}
	compact := verify(s, r, true, lowS)
	if compact.outcome != failed && compact.outcome != bad || r.Sig[0] != 0x30 {
		return compact
	}
	if der := verify(s, r, false, lowS); der.outcome != bad {
		return der
	}
	return compact
}

// verified judges a row whose signature verifies.
func verified(high, lowS bool) verdict {
	switch {
	case high && lowS:
		return verdict{outcome: failed, reason: "the signature has a high s"}
	case high:
		return verdict{outcome: highS}
	}
	return verdict{outcome: valid}
}
