package batch_test

import (
	"crypto/sha256"
	"testing"

	"koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/internal/vectors"
)

func TestBIP340(t *testing.T) {
	var keys, msgs, sigs [][]byte
	var want []bool
	for _, row := range vectors.CSV(t, "bip-0340/test-vectors.csv")[1:] {
		keys, msgs = append(keys, vectors.Hex(t, row[2])), append(msgs, vectors.Hex(t, row[4]))
		sigs, want = append(sigs, vectors.Hex(t, row[5])), append(want, row[6] == "TRUE")
	}
	ok := make([]bool, len(want))
	batch.VerifySchnorrEncoded(ok, keys, msgs, sigs)
	for i := range want {
		if ok[i] != want[i] {
			t.Errorf("%d: %v", i, ok[i])
		}
	}
	if len(want) != 19 {
		t.Errorf("%d rows", len(want))
	}
}

// Of Wycheproof the file for Bitcoin wants a low s.
func TestWycheproof(t *testing.T) {
	for _, file := range []struct {
		name  string
		rules batch.Rules
		rows  int
	}{
		{"sha256", batch.Rules{DER: true, AnyS: true}, 476},
		{"sha256_bitcoin", batch.Rules{DER: true}, 463},
		{"sha256_p1363", batch.Rules{AnyS: true}, 252},
	} {
		var document struct {
			TestGroups []struct {
				PublicKey struct{ Uncompressed vectors.Bytes }
				Tests     []struct {
					TcID     int
					Msg, Sig vectors.Bytes
					Result   string
				}
			}
		}
		vectors.JSON(t, "wycheproof/ecdsa_secp256k1_"+file.name+"_test.json", &document)
		var keys, digests, sigs [][]byte
		var want []bool
		var ids []int
		for _, group := range document.TestGroups {
			for _, test := range group.Tests {
				digest := sha256.Sum256(test.Msg)
				keys, digests = append(keys, group.PublicKey.Uncompressed), append(digests, digest[:])
				sigs, want, ids = append(sigs, test.Sig), append(want, test.Result == "valid"), append(ids, test.TcID)
			}
		}
		ok := make([]bool, len(want))
		batch.VerifyECDSAEncoded(ok, keys, digests, sigs, file.rules)
		for i := range want {
			if ok[i] != want[i] {
				t.Errorf("%s %d: %v", file.name, ids[i], ok[i])
			}
		}
		if len(want) != file.rows {
			t.Errorf("%s: %d rows", file.name, len(want))
		}
	}
}
