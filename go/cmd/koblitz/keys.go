package main

import (
	"crypto/rand"
	"encoding/hex"
	"os"

	"github.com/spf13/cobra"
)

func keygenCommand(g *global) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "keygen",
		Short:   "Make a secret key from the system's randomness",
		Example: `  koblitz keygen --out alice.key`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := g.suite()
			if err != nil {
				return err
			}
			sec := make([]byte, 32)
			defer clear(sec)
			rand.Read(sec)
			pub, err := s.PublicKey(sec) // 2^-128 of all values are refused
			if err != nil {
				return err
			}
			text := hex.AppendEncode(make([]byte, 0, 2*len(sec)+1), sec)
			text = append(text, '\n')
			defer clear(text)
			if out == "" {
				_, err := cmd.OutOrStdout().Write(text)
				return err
			}
			if err := writeNew(out, text); err != nil {
				return err
			}
			return printHex(cmd.OutOrStdout(), pub)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "new `FILE` for the secret key, which only its owner can read; the public key is printed (default: the secret key is printed)")
	return cmd
}

// writeNew never replaces a file: it may hold another key.
func writeNew(path string, text []byte) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			os.Remove(path)
		}
	}()
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Sync()
}

func pubCommand(g *global) *cobra.Command {
	var key, form string
	cmd := &cobra.Command{
		Use:     "pub",
		Short:   "Print the public key of a secret key",
		Example: `  koblitz pub --key alice.key --form xonly`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := g.suite()
			if err != nil {
				return err
			}
			if err := oneOf("--form", form, "compressed", "uncompressed", "xonly"); err != nil {
				return err
			}
			return withSecret(cmd.Context(), key, func(sec []byte) error {
				pub, err := s.PublicKey(sec)
				if err != nil {
					return err
				}
				switch form {
				case "uncompressed":
					if pub, err = s.Uncompress(pub); err != nil {
						return err
					}
				case "xonly":
					pub = pub[1:]
				}
				return printHex(cmd.OutOrStdout(), pub)
			})
		},
	}
	keyFlag(cmd, &key)
	cmd.Flags().StringVar(&form, "form", "compressed", "form of the public key: compressed (33 bytes), uncompressed (65) or xonly (32)")
	return cmd
}

func ecdhCommand(g *global) *cobra.Command {
	var key, pubkey, form string
	cmd := &cobra.Command{
		Use:     "ecdh",
		Short:   "Print the secret shared with a public key",
		Example: `  koblitz ecdh --key alice.key --pubkey 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := g.suite()
			if err != nil {
				return err
			}
			if err := oneOf("--form", form, "sha256", "x"); err != nil {
				return err
			}
			pub, err := fromHex("--pubkey", pubkey, 32, 33, 65)
			if err != nil {
				return err
			}
			if len(pub) == 32 {
				pub = append([]byte{2}, pub...)
			}
			return withSecret(cmd.Context(), key, func(sec []byte) error {
				exchange := s.ECDH
				if form == "x" {
					exchange = s.ECDHRaw
				}
				shared, err := exchange(sec, pub)
				if err != nil {
					return err
				}
				defer clear(shared)
				return printHex(cmd.OutOrStdout(), shared)
			})
		},
	}
	keyFlag(cmd, &key)
	cmd.Flags().StringVar(&pubkey, "pubkey", "", "the other party's public key in `HEX`: 33 or 65 bytes, or 32 for the point with an even y")
	cmd.Flags().StringVar(&form, "form", "sha256", "form of the secret: sha256 (of the compressed point, as libsecp256k1 does) or x (the coordinate)")
	return cmd
}
