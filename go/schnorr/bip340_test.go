package schnorr_test

import (
	"bytes"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/vectors"
	"koblitz.dev/secp256k1/schnorr"
)

// verify parses and verifies.
func verify(pub *secp256k1.XOnlyPublicKey, msg, b []byte) bool {
	sig, err := schnorr.ParseSignature(b)
	return err == nil && schnorr.Verify(pub, msg, &sig)
}

func TestBIP340(t *testing.T) {
	rows := vectors.CSV(t, "bip-0340/test-vectors.csv")[1:]
	signed := 0
	for _, row := range rows {
		index, aux, msg, sig := row[0], vectors.Hex(t, row[3]), vectors.Hex(t, row[4]), vectors.Hex(t, row[5])
		pub, err := secp256k1.ParseXOnlyPublicKey(vectors.Hex(t, row[2]))
		// A key that does not parse is the zero value, which verifies nothing.
		if got, want := verify(&pub, msg, sig), row[6] == "TRUE"; got != want {
			t.Errorf("%s: verified %v (%v), want %v", index, got, err, want)
		}
		if row[1] == "" {
			continue
		}
		signed++
		var key secp256k1.SecretKey
		var pair schnorr.KeyPair
		if err := key.SetBytes(vectors.Hex(t, row[1])); err != nil {
			t.Errorf("%s: %v", index, err)
			continue
		}
		if err := pair.SetSecretKey(&key); err != nil {
			t.Errorf("%s: %v", index, err)
		}
		if pair.PublicKey() != pub {
			t.Errorf("%s: wrong public key", index)
		}
		prepared, err := pair.Sign(msg, aux)
		if err != nil || !bytes.Equal(prepared.Bytes(), sig) {
			t.Errorf("%s: prepared key pair signs %v (%v), want %x", index, prepared, err, sig)
		}
		direct, err := schnorr.Sign(&key, msg, aux)
		if err != nil || !bytes.Equal(direct.Bytes(), sig) {
			t.Errorf("%s: secret key signs %v (%v), want %x", index, direct, err, sig)
		}
		if bytes.Equal(aux, make([]byte, 32)) {
			if without, err := pair.Sign(msg, nil); err != nil || !bytes.Equal(without.Bytes(), sig) {
				t.Errorf("%s: without auxiliary randomness %v (%v), want %x", index, without, err, sig)
			}
		}
	}
	if len(rows) != 19 || signed != 8 {
		t.Errorf("%d rows, %d with a secret key; want 19, 8", len(rows), signed)
	}
}
