package secp256k1_test

import (
	"bytes"
	"crypto"
	stdecdsa "crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"io"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
)

// signerKey returns a key as the interface that programs take.
func signerKey(t *testing.T) (*secp256k1.SecretKey, crypto.Signer) {
	t.Helper()
	key := new(secp256k1.SecretKey)
	if err := key.SetBytes(bytes.Repeat([]byte{7}, secp256k1.SecretKeySize)); err != nil {
		t.Fatal(err)
	}
	return key, key
}

func TestSigner(t *testing.T) {
	key, signer := signerKey(t)
	if signer.Public() != crypto.PublicKey(key.PublicKey()) {
		t.Errorf("public key %v", signer.Public())
	}
	digest := bytes.Repeat([]byte{3}, 32)
	want, err := ecdsa.Sign(key, digest)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		digest []byte
		opts   crypto.SignerOpts
		want   error
	}{
		{digest, nil, nil},
		{digest, crypto.Hash(0), nil},
		{digest, crypto.SHA256, nil},
		{digest, crypto.SHA512_256, nil},
		{digest, crypto.SHA3_256, nil},
		{digest, crypto.BLAKE2s_256, nil},
		{digest, crypto.BLAKE2b_256, nil},
		{digest, crypto.SHA224, secp256k1.ErrDigest},
		{digest, crypto.SHA512, secp256k1.ErrDigest},
		{digest, crypto.Hash(1000), secp256k1.ErrDigest},
		{digest[:31], nil, secp256k1.ErrDigest},
		{make([]byte, 33), nil, secp256k1.ErrDigest},
		{make([]byte, 64), crypto.SHA512, secp256k1.ErrDigest},
		{nil, crypto.SHA256, secp256k1.ErrDigest},
	} {
		der, err := signer.Sign(nil, c.digest, c.opts)
		if !errors.Is(err, c.want) || (c.want == nil) != bytes.Equal(der, want.DER()) {
			t.Errorf("%x, %v: %x (%v)", c.digest, c.opts, der, err)
		}
	}
	for _, none := range []*secp256k1.SecretKey{nil, new(secp256k1.SecretKey), key} {
		none.Wipe()
		if der, err := none.Sign(nil, digest, nil); !errors.Is(err, secp256k1.ErrSecretKey) || der != nil || none.Public() != nil {
			t.Errorf("without a key: %x, %v, %v", der, err, none.Public())
		}
	}
}

// failing is a source of randomness that nobody may ask.
type failing struct{ t *testing.T }

func (f failing) Read([]byte) (int, error) {
	f.t.Error("the reader is used")
	return 0, io.ErrUnexpectedEOF
}

// TestSignerOfCertificates signs a request for a certificate (RFC 2986) as package
// crypto/x509 does, which takes no key of this curve itself, and checks it
// with package crypto/ecdsa.
func TestSignerOfCertificates(t *testing.T) {
	_, signer := signerKey(t)
	pub := signer.Public().(secp256k1.PublicKey)
	standard, err := ecdsa.StandardPublicKey(&pub)
	if err != nil {
		t.Fatal(err)
	}
	parameters, err := asn1.Marshal(asn1.ObjectIdentifier{1, 3, 132, 0, 10}) // secp256k1
	if err != nil {
		t.Fatal(err)
	}
	type keyInfo struct {
		Algorithm pkix.AlgorithmIdentifier
		Key       asn1.BitString
	}
	type info struct {
		Version    int
		Subject    pkix.RDNSequence
		Key        keyInfo
		Attributes []asn1.RawValue `asn1:"tag:0,set"`
	}
	type request struct {
		Info      asn1.RawValue
		Algorithm pkix.AlgorithmIdentifier
		Signature asn1.BitString
	}
	tbs, err := asn1.Marshal(info{
		Subject: pkix.Name{CommonName: "koblitz"}.ToRDNSequence(),
		Key: keyInfo{
			pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}, Parameters: asn1.RawValue{FullBytes: parameters}},
			asn1.BitString{Bytes: pub.Uncompressed(), BitLength: 8 * secp256k1.UncompressedSize},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := crypto.SHA256.New()
	h.Write(tbs)
	sig, err := signer.Sign(failing{t}, h.Sum(nil), crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	der, err := asn1.Marshal(request{
		asn1.RawValue{FullBytes: tbs},
		pkix.AlgorithmIdentifier{Algorithm: asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}}, // ecdsa-with-SHA256
		asn1.BitString{Bytes: sig, BitLength: 8 * len(sig)},
	})
	if err != nil {
		t.Fatal(err)
	}
	var read request
	if rest, err := asn1.Unmarshal(der, &read); err != nil || len(rest) != 0 {
		t.Fatal(err, rest)
	}
	digest := sha256.Sum256(read.Info.FullBytes)
	if !stdecdsa.VerifyASN1(standard, digest[:], read.Signature.RightAlign()) {
		t.Error("crypto/ecdsa refuses the signature")
	}
	digest[0] ^= 1
	if stdecdsa.VerifyASN1(standard, digest[:], read.Signature.RightAlign()) {
		t.Error("crypto/ecdsa accepts another digest")
	}
}
