package schnorr_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/schnorr"
)

func TestSignature(t *testing.T) {
	var key secp256k1.SecretKey
	var pair schnorr.KeyPair
	key.Generate()
	if err := pair.SetSecretKey(&key); err != nil {
		t.Fatal(err)
	}
	var even secp256k1.SecretKey
	if err := pair.PutSecretKey(&even); err != nil {
		t.Fatal(err)
	}
	if even.PublicKey() != pair.PublicKey().PublicKey() {
		t.Error("PutSecretKey is not the key of the even point")
	}
	pub, msg := pair.PublicKey(), []byte("message")
	signed, err := pair.Sign(msg, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := signed.Bytes()
	sig, err := schnorr.ParseSignature(b)
	if err != nil || sig != signed || !schnorr.Verify(&pub, msg, &sig) || schnorr.Verify(&pub, msg[1:], &sig) {
		t.Errorf("%x: %v", b, err)
	}
	if r, s := sig.R(), sig.S(); !bytes.Equal(r[:], b[:32]) || !bytes.Equal(s[:], b[32:]) {
		t.Errorf("%x: %x, %x", b, r, s)
	}
	text, err := json.Marshal(map[string]schnorr.Signature{"sig": sig})
	var read map[string]schnorr.Signature
	if err != nil || string(text) != `{"sig":"`+hex.EncodeToString(b)+`"}` || json.Unmarshal(text, &read) != nil || read["sig"] != sig {
		t.Errorf("%s (%v)", text, err)
	}
	ones := bytes.Repeat([]byte{255}, 32)
	for _, bad := range [][]byte{nil, b[:63], append(bytes.Clone(b), 0), append(bytes.Clone(ones), b[32:]...), append(bytes.Clone(b[:32]), ones...), make([]byte, 64)} {
		if _, err := schnorr.ParseSignature(bad); !errors.Is(err, schnorr.ErrSignature) {
			t.Errorf("%x: %v", bad, err)
		}
		kept := sig
		if err := kept.UnmarshalText([]byte(hex.EncodeToString(bad))); !errors.Is(err, schnorr.ErrSignature) || kept != sig {
			t.Errorf("text %x: %v", bad, err)
		}
	}
	if err := new(schnorr.Signature).UnmarshalText([]byte("xy")); !errors.Is(err, schnorr.ErrSignature) {
		t.Error(err)
	}
	var none schnorr.Signature
	if _, err := json.Marshal(none); !errors.Is(err, schnorr.ErrSignature) || schnorr.Verify(&pub, msg, &none) {
		t.Errorf("no signature: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("Bytes of no signature does not panic")
		}
	}()
	none.Bytes()
}
