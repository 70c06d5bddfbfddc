package main

import (
	"crypto/rand"

	"github.com/spf13/cobra"
)

func signCommand(g *global) *cobra.Command {
	var m message
	var key, form string
	var deterministic bool
	cmd := &cobra.Command{
		Use:   "sign",
		Short: "Sign a digest, a file or a message",
		Example: `  koblitz sign --key alice.key --file contract.pdf
  koblitz sign --key alice.key --alg schnorr --message 68656c6c6f`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := g.suite()
			if err != nil {
				return err
			}
			if err := m.check(cmd); err != nil {
				return err
			}
			if m.algorithm == "schnorr" {
				err = refuse(cmd, "is for --alg ecdsa: a BIP-340 signature has one form", "form")
			} else {
				err = refuse(cmd, "is for --alg schnorr: ECDSA always is (RFC 6979)", "deterministic")
			}
			if err != nil {
				return err
			}
			if err := oneOf("--form", form, "der", "compact", "recoverable"); err != nil {
				return err
			}
			msg, err := m.read(cmd)
			if err != nil {
				return err
			}
			return withSecret(cmd.Context(), key, func(sec []byte) error {
				sig, err := sign(s, &m, form, deterministic, sec, msg)
				if err != nil {
					return err
				}
				return printHex(cmd.OutOrStdout(), sig)
			})
		},
	}
	m.flags(cmd)
	keyFlag(cmd, &key)
	cmd.Flags().StringVar(&form, "form", "der", "form of an ECDSA signature: der, compact (64 bytes, r then s) or recoverable (65 bytes, the recovery id last)")
	cmd.Flags().BoolVar(&deterministic, "deterministic", false, "with schnorr: zeros instead of fresh auxiliary randomness (ECDSA is always deterministic, RFC 6979)")
	return cmd
}

func sign(s suite, m *message, form string, deterministic bool, sec, msg []byte) ([]byte, error) {
	if m.algorithm == "schnorr" {
		aux := make([]byte, 32)
		if !deterministic {
			rand.Read(aux)
		}
		return s.SignSchnorr(sec, msg, aux)
	}
	if form == "recoverable" {
		sig, id, err := s.SignRecoverable(sec, msg)
		if err != nil {
			return nil, err
		}
		return append(sig, byte(id)), nil
	}
	sig, err := s.SignECDSA(sec, msg)
	if err != nil || form == "compact" {
		return sig, err
	}
	return s.SerializeDER(sig)
}

func recoverCommand(g *global) *cobra.Command {
	var sig, digest string
	cmd := &cobra.Command{
		Use:     "recover",
		Short:   "Print the public key that made a recoverable ECDSA signature",
		Example: `  koblitz recover --digest "$DIGEST" --sig "$SIG"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := g.suite()
			if err != nil {
				return err
			}
			b, err := fromHex("--sig", sig, 65)
			if err != nil {
				return err
			}
			d, err := fromHex("--digest", digest, 32)
			if err != nil {
				return err
			}
			id := int(b[64])
			if id >= 27 { // Ethereum's v
				id -= 27
			}
			pub, err := s.Recover(d, b[:64], id)
			if err != nil {
				return err
			}
			return printHex(cmd.OutOrStdout(), pub)
		},
	}
	cmd.Flags().StringVar(&sig, "sig", "", "the signature in `HEX`: 65 bytes, r, s and the recovery id (0 to 3, or 27 to 30)")
	cmd.Flags().StringVar(&digest, "digest", "", "the 32 bytes that were signed, in `HEX`")
	return cmd
}
