package ecdh_test

import (
	"bytes"
	"encoding/base64"
	"maps"
	"slices"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/internal/vectors"
)

// namedCurve is an AlgorithmIdentifier in DER: ecPublicKey with secp256k1.
var namedCurve = []byte{0x30, 0x10, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 5, 0x2b, 0x81, 4, 0, 10}

// point returns the point in a SubjectPublicKeyInfo with the named curve in
// DER, or nil for any other encoding.
func point(spki []byte) []byte {
	n := len(namedCurve)
	if len(spki) < 2+n+3 || len(spki) > 127+2 || spki[0] != 0x30 || int(spki[1]) != len(spki)-2 {
		return nil
	}
	if !bytes.Equal(spki[2:2+n], namedCurve) {
		return nil
	}
	bits := spki[2+n:]
	if bits[0] != 3 || int(bits[1]) != len(bits)-2 || bits[2] != 0 {
		return nil
	}
	return bits[3:]
}

// scalar returns a number, which may have leading zeros or lack them, in 32
// bytes.
func scalar(t *testing.T, b []byte) []byte {
	b = bytes.TrimLeft(b, "\x00")
	if len(b) > 32 {
		t.Fatalf("a secret key of %d bytes", len(b))
	}
	return append(make([]byte, 32-len(b)), b...)
}

type row struct {
	TcID   int
	Result string
	Flags  []string
	Shared vectors.Bytes
}

func (r *row) check(t *testing.T, encoded, secret []byte) {
	t.Helper()
	var key secp256k1.SecretKey
	keyErr := key.SetBytes(secret)
	pub, pubErr := secp256k1.ParsePublicKey(encoded)
	shared, err := ecdh.SharedX(&key, &pub)
	if (err == nil) != (keyErr == nil && pubErr == nil) {
		t.Errorf("%d: %v after %v, %v", r.TcID, err, keyErr, pubErr)
	}
	// Keys in malformed ASN.1 may be refused.
	if want := r.Result != "invalid"; (err == nil) != want && !slices.Contains(r.Flags, "InvalidAsn") {
		t.Errorf("%d: %v, want %s", r.TcID, err, r.Result)
	}
	if err == nil && !bytes.Equal(shared, r.Shared) {
		t.Errorf("%d: %x, want %x", r.TcID, shared, r.Shared)
	}
}

func TestWycheproof(t *testing.T) {
	var document struct {
		TestGroups []struct {
			Tests []struct {
				row
				Public, Private vectors.Bytes
			}
		}
	}
	vectors.JSON(t, "wycheproof/ecdh_secp256k1_test.json", &document)
	counts := map[string]int{}
	for _, group := range document.TestGroups {
		for _, r := range group.Tests {
			counts["rows"]++
			if encoded := point(r.Public); encoded != nil {
				r.check(t, encoded, scalar(t, r.Private))
				continue
			}
			switch {
			case slices.Contains(r.Flags, "InvalidAsn"):
				counts["malformed ASN.1"]++
			case slices.Contains(r.Flags, "UnnamedCurve"):
				counts["explicit curve parameters"]++
			case slices.Contains(r.Flags, "WrongCurve"), slices.Contains(r.Flags, "ModifiedGroup"):
				counts["another curve"]++
			default:
				t.Errorf("%d: not applicable for no reason, flags %v", r.TcID, r.Flags)
			}
		}
	}
	want := map[string]int{
		"rows": 752, "malformed ASN.1": 217, "explicit curve parameters": 14, "another curve": 20,
	}
	if !maps.Equal(counts, want) {
		t.Errorf("counts %v, want %v", counts, want)
	}
	t.Logf("rows, and those not applicable by reason: %v", counts)
}

// base64URL is a byte string that JSON has in base64url.
type base64URL []byte

func (b *base64URL) UnmarshalText(text []byte) (err error) {
	*b, err = base64.RawURLEncoding.DecodeString(string(text))
	return err
}

func TestWycheproofWebCrypto(t *testing.T) {
	var document struct {
		TestGroups []struct {
			Tests []struct {
				row
				Public struct {
					Crv  string
					X, Y base64URL
				}
				Private struct{ D base64URL }
			}
		}
	}
	vectors.JSON(t, "wycheproof/ecdh_secp256k1_webcrypto_test.json", &document)
	counts := map[string]int{}
	for _, group := range document.TestGroups {
		for _, r := range group.Tests {
			counts["rows"]++
			if r.Public.Crv != "P-256K" {
				counts["another curve"]++
				if r.Result != "invalid" {
					t.Errorf("%d: %s on another curve", r.TcID, r.Result)
				}
				continue
			}
			encoded := append(append([]byte{4}, r.Public.X...), r.Public.Y...)
			r.check(t, encoded, scalar(t, r.Private.D))
		}
	}
	if want := (map[string]int{"rows": 496, "another curve": 5}); !maps.Equal(counts, want) {
		t.Errorf("counts %v, want %v", counts, want)
	}
	t.Logf("rows, and those not applicable by reason: %v", counts)
}
