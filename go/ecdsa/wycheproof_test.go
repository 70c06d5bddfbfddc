package ecdsa_test

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/vectors"
)

var digests = map[string]func(msg []byte) []byte{
	"SHA-256":  func(msg []byte) []byte { d := sha256.Sum256(msg); return d[:] },
	"SHA-512":  func(msg []byte) []byte { d := sha512.Sum512(msg); return d[:] },
	"SHA3-256": func(msg []byte) []byte { d := sha3.Sum256(msg); return d[:] },
	"SHA3-512": func(msg []byte) []byte { d := sha3.Sum512(msg); return d[:] },
	"SHAKE128": func(msg []byte) []byte { return sha3.SumSHAKE128(msg, 32) },
	"SHAKE256": func(msg []byte) []byte { return sha3.SumSHAKE256(msg, 64) },
}

// The verdicts of Wycheproof are those of plain ECDSA; only the file for
// Bitcoin wants a low s.
func TestWycheproof(t *testing.T) {
	files := []struct {
		name        string
		parse       func([]byte) (ecdsa.Signature, error)
		verify      func(*secp256k1.PublicKey, []byte, *ecdsa.Signature) bool
		rows, valid int
	}{
		{"sha256", ecdsa.ParseDER, ecdsa.VerifyAnyS, 476, 168},
		{"sha256_bitcoin", ecdsa.ParseDER, ecdsa.Verify, 463, 162},
		{"sha256_p1363", ecdsa.ParseCompact, ecdsa.VerifyAnyS, 252, 167},
		{"sha512", ecdsa.ParseDER, ecdsa.VerifyAnyS, 546, 237},
		{"sha512_p1363", ecdsa.ParseCompact, ecdsa.VerifyAnyS, 322, 236},
		{"sha3_256", ecdsa.ParseDER, ecdsa.VerifyAnyS, 474, 172},
		{"sha3_512", ecdsa.ParseDER, ecdsa.VerifyAnyS, 540, 237},
		{"shake128", ecdsa.ParseDER, ecdsa.VerifyAnyS, 472, 170},
		{"shake128_p1363", ecdsa.ParseCompact, ecdsa.VerifyAnyS, 248, 169},
		{"shake256", ecdsa.ParseDER, ecdsa.VerifyAnyS, 542, 239},
		{"shake256_p1363", ecdsa.ParseCompact, ecdsa.VerifyAnyS, 318, 238},
	}
	for _, file := range files {
		t.Run(file.name, func(t *testing.T) {
			var document struct {
				TestGroups []struct {
					SHA       string `json:"sha"`
					PublicKey struct {
						Uncompressed vectors.Bytes
					}
					Tests []struct {
						TcID     int
						Msg, Sig vectors.Bytes
						Result   string
					}
				}
			}
			vectors.JSON(t, "wycheproof/ecdsa_secp256k1_"+file.name+"_test.json", &document)
			rows, valid := 0, 0
			for _, group := range document.TestGroups {
				pub, err := secp256k1.ParsePublicKey(group.PublicKey.Uncompressed)
				if err != nil {
					t.Errorf("%x: %v", group.PublicKey.Uncompressed, err)
				}
				for _, row := range group.Tests {
					digest := digests[group.SHA](row.Msg)[:32]
					sig, err := file.parse(row.Sig)
					got := err == nil && file.verify(&pub, digest, &sig)
					if want := row.Result == "valid"; got != want || (!want && row.Result != "invalid") {
						t.Errorf("%d: %v (%v), want %s", row.TcID, got, err, row.Result)
					}
					if err == nil {
						low := sig.LowS()
						if ecdsa.Verify(&pub, digest, &low) != ecdsa.VerifyAnyS(&pub, digest, &sig) {
							t.Errorf("%d: the verdict on the lower s differs", row.TcID)
						}
						if ecdsa.Verify(&pub, digest, &sig) && sig.IsHighS() {
							t.Errorf("%d: Verify accepts a high s", row.TcID)
						}
					}
					rows++
					if got {
						valid++
					}
				}
			}
			if rows != file.rows || valid != file.valid {
				t.Errorf("%d rows, %d valid; want %d, %d", rows, valid, file.rows, file.valid)
			}
		})
	}
}
