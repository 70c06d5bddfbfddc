package main

import (
	"crypto/sha256"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// message is the options that say what is signed.
type message struct{ algorithm, digest, file, bytes string }

// whats are the options of which one says what is signed.
var whats = []string{"digest", "file", "message"}

// flags adds the options.
func (m *message) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&m.algorithm, "alg", "ecdsa", "ecdsa or schnorr (BIP-340)")
	fl.StringVar(&m.digest, "digest", "", "the 32 bytes that are signed, in `HEX`")
	fl.StringVar(&m.file, "file", "", "`FILE` whose SHA-256 is signed")
	fl.StringVar(&m.bytes, "message", "", "with schnorr: a message of any length, signed as it is, in `HEX`")
}

// check checks which options are given.
func (m *message) check(cmd *cobra.Command) error {
	if err := oneOf("--alg", m.algorithm, "ecdsa", "schnorr"); err != nil {
		return err
	}
	return exactlyOne(cmd, "what is signed", whats...)
}

// read returns what is signed: 32 bytes, or with --message any number.
func (m *message) read(cmd *cobra.Command) ([]byte, error) {
	switch {
	case cmd.Flags().Changed("digest"):
		return fromHex("--digest", m.digest, 32)
	case cmd.Flags().Changed("message"):
		if m.algorithm != "schnorr" {
			return nil, errors.New("--message is for --alg schnorr: ECDSA signs a digest")
		}
		return fromHex("--message", m.bytes)
	}
	f, err := os.Open(m.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}
