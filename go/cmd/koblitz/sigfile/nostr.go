package sigfile

import (
	"errors"
	"fmt"
	"strings"

	"koblitz.dev/secp256k1/nostr"
)

func parseEvent(line []byte) (Row, error) {
	e, err := nostr.ParseEvent(line)
	if err != nil {
		// The reason stands behind the name of the file.
		return Row{}, errors.New(strings.TrimPrefix(err.Error(), "nostr: "))
	}
	if err := e.CheckID(); err != nil {
		return Row{}, fmt.Errorf("id is not the SHA-256 of the event, which is %x", e.Hash())
	}
	return newSchnorr(e.PubKey[:], e.ID[:], e.Sig[:])
}
