package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// vectors returns the rows of a file in testdata as maps by column.
func vectors(t *testing.T, name string) []map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil || len(records) < 2 {
		t.Fatalf("%s: %d records, %v", name, len(records), err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, v := range record {
			row[records[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// RFC 6979 has no vectors for secp256k1; these are the ones that Bitcoin
// implementations share (bitcointalk.org topic 285142; also in decred's and
// python-ecdsa's tests).
func TestRFC6979(t *testing.T) {
	for _, v := range []struct{ key, message, sig string }{
		{
			"0000000000000000000000000000000000000000000000000000000000000001", "Satoshi Nakamoto",
			"934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
		},
		{
			"0000000000000000000000000000000000000000000000000000000000000001",
			"All those moments will be lost in time, like tears in rain. Time to die...",
			"8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
		},
		{
			"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140", "Satoshi Nakamoto",
			"fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
		},
		{
			"f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181", "Alan Turing",
			"7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
		},
	} {
		key, err := NewKey(unhex(t, v.key))
		if err != nil {
			t.Fatal(err)
		}
		msg := sha256.Sum256([]byte(v.message))
		sig, recid, err := key.SignECDSA(msg[:])
		if err != nil || hex.EncodeToString(sig) != v.sig {
			t.Errorf("%q: %x, %v", v.message, sig, err)
		}
		if !bytes.Equal(key.SignECDSAUnreduced(msg[:]), sig) {
			t.Errorf("%q: the unreduced nonce differs below n", v.message)
		}
		if pub, err := RecoverECDSA(sig, recid, msg[:]); err != nil || !bytes.Equal(pub, key.Public[:]) {
			t.Errorf("%q: recovered %x, %v", v.message, pub, err)
		}
		if id, found, err := RecoveryID(key.Public[:], sig, msg[:]); id != recid || !found || err != nil {
			t.Errorf("%q: recovery id %d %t %v, want %d", v.message, id, found, err, recid)
		}
	}
}

// The rows of BIP-340's test-vectors.csv whose message has 32 bytes.
func TestBIP340(t *testing.T) {
	for i, v := range vectors(t, "bip340.csv") {
		pub, msg, sig := unhex(t, v["public key"]), unhex(t, v["message"]), unhex(t, v["signature"])
		if v["secret key"] != "" {
			key, err := NewKey(unhex(t, v["secret key"]))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := key.SignSchnorr(msg, unhex(t, v["aux_rand"])); err != nil || !bytes.Equal(got, sig) {
				t.Errorf("row %d: signed %x, %v", i, got, err)
			}
			if !bytes.Equal(key.Public[1:33], pub) {
				t.Errorf("row %d: public key %x", i, key.Public[1:33])
			}
		}
		if ok, err := VerifySchnorr(pub, sig, msg); err != nil || ok != (v["verification result"] == "true") {
			t.Errorf("row %d: verdict %t, %v", i, ok, err)
		}
	}
}

// BIP-324's ellswift_decode_test_vectors.csv.
func TestBIP324Decode(t *testing.T) {
	for i, v := range vectors(t, "bip324_decode.csv") {
		ell := unhex(t, v["ellswift"])
		p := EllswiftDecode(ell)
		if hex.EncodeToString(p[1:33]) != v["x"] {
			t.Errorf("row %d: x = %x", i, p[1:33])
		}
		tt := feBytes(ell[32:])
		if (p[64]&1 == 1) != tt.IsOdd() {
			t.Errorf("row %d: wrong parity of y", i)
		}
		if _, err := ParsePublic(p); err != nil {
			t.Errorf("row %d: %v", i, err)
		}
	}
}

// BIP-324's xswiftec_inv_test_vectors.csv.
func TestBIP324Inverse(t *testing.T) {
	for i, v := range vectors(t, "bip324_inverse.csv") {
		u, x := feBytes(unhex(t, v["u"])), feBytes(unhex(t, v["x"]))
		for c := range byte(8) {
			got := ""
			if r, ok := xSwiftECInv(x, u, c); ok {
				got = hex.EncodeToString(r.Bytes()[:])
			}
			if want := v["case"+string('0'+c)+"_t"]; got != want {
				t.Errorf("row %d, case %d: t = %q, want %q", i, c, got, want)
			}
		}
	}
}

// The key exchange of BIP-324's packet_encoding_test_vectors.csv.
func TestBIP324SharedSecret(t *testing.T) {
	for i, v := range vectors(t, "bip324_shared_secret.csv") {
		ours, theirs := unhex(t, v["in_ellswift_ours"]), unhex(t, v["in_ellswift_theirs"])
		key, err := NewKey(unhex(t, v["in_priv_ours"]))
		if err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(key.Public[1:33]); got != v["mid_x_ours"] || hex.EncodeToString(EllswiftDecode(ours)[1:33]) != got {
			t.Errorf("row %d: our x = %s", i, got)
		}
		if got := EllswiftDecode(theirs)[1:33]; hex.EncodeToString(got) != v["mid_x_theirs"] {
			t.Errorf("row %d: their x = %x", i, got)
		}
		a, b, party := ours, theirs, byte(0)
		if v["in_initiating"] == "0" {
			a, b, party = theirs, ours, 1
		}
		if got, err := key.EllswiftXDH(a, b, party); err != nil || hex.EncodeToString(got) != v["mid_shared_secret"] {
			t.Errorf("row %d: %x, %v", i, got, err)
		}
	}
}

// Encodings made by libsecp256k1 0.8.0.
func TestEllswiftBytes(t *testing.T) {
	for i, v := range vectors(t, "libsecp256k1_ellswift.csv") {
		key, err := NewKey(unhex(t, v["seckey"]))
		if err != nil {
			t.Fatal(err)
		}
		rnd := unhex(t, v["rnd"])
		if got := hex.EncodeToString(key.EllswiftCreate(rnd)); got != v["create"] {
			t.Errorf("row %d: created %s", i, got)
		}
		if got := hex.EncodeToString(EllswiftEncode(unhex(t, v["pubkey"]), rnd)); got != v["encode"] {
			t.Errorf("row %d: encoded %s", i, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	key, err := NewKey(unhex(t, "0000000000000000000000000000000000000000000000000000000000000002"))
	if err != nil {
		t.Fatal(err)
	}
	n, p := N.FillBytes(make([]byte, 32)), P.FillBytes(make([]byte, 32))
	zero, pub := make([]byte, 32), key.Public[:]
	minusTwo := unhex(t, "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036413f")
	hybrid := append([]byte{6 | pub[64]&1}, pub[1:]...)
	negative := append(append([]byte{}, pub[:64]...), pub[64]^1)
	for _, c := range []struct {
		what string
		call func() ([]byte, error)
	}{
		{"secret key 0", func() ([]byte, error) { return BaseMul(zero) }},
		{"secret key n", func() ([]byte, error) { return BaseMul(n) }},
		{"secret key of 31 bytes", func() ([]byte, error) { return BaseMul(zero[1:]) }},
		{"point with x = p", func() ([]byte, error) { return ParsePublic(append([]byte{2}, p...)) }},
		{"point with x = 0", func() ([]byte, error) { return LiftX(zero) }},
		{"hybrid point", func() ([]byte, error) { return ParsePublic(hybrid) }},
		{"infinity in one byte", func() ([]byte, error) { return ParsePublic([]byte{0}) }},
		{"no bytes", func() ([]byte, error) { return ParsePublic(nil) }},
		{"point with a wrong y", func() ([]byte, error) { return key.ECDH(negative) }},
		{"tweak n", func() ([]byte, error) { return TweakAdd(pub, n) }},
		{"tweak to infinity", func() ([]byte, error) { return TweakAdd(pub, minusTwo) }},
		{"no points", func() ([]byte, error) { return Combine(nil) }},
		{"recovery id 4", func() ([]byte, error) { return RecoverECDSA(append(minusTwo, minusTwo...), 4, zero) }},
		{"r = 0", func() ([]byte, error) { return RecoverECDSA(append(make([]byte, 32), minusTwo...), 0, zero) }},
		{"empty DER", func() ([]byte, error) { return ParseDER(nil) }},
		{"DER with r = 0", func() ([]byte, error) { return ParseDER([]byte{0x30, 6, 2, 1, 0, 2, 1, 1}) }},
		{"inverse of 0", func() ([]byte, error) { return FieldInv(zero) }},
		{"root of a non-square", func() ([]byte, error) { return FieldSqrt(append(make([]byte, 31), 3)) }},
	} {
		if out, err := c.call(); !errors.Is(err, ErrRefused) || out != nil {
			t.Errorf("%s: %x, %v", c.what, out, err)
		}
	}
}

func TestAgree(t *testing.T) {
	var disagree *DisagreementError
	for _, c := range []struct{ a, b []byte }{{nil, []byte{1}}, {[]byte{1}, nil}, {[]byte{1}, []byte{2}}, {nil, []byte{}}} {
		if _, err := agree("test", c.a, c.b); !errors.As(err, &disagree) {
			t.Errorf("%x and %x: %v", c.a, c.b, err)
		}
	}
	if _, err := agreeVerdict("test", true, false); !errors.As(err, &disagree) {
		t.Errorf("verdicts: %v", err)
	}
}

// The two ways to a shared point, and known values of the field.
func TestArithmetic(t *testing.T) {
	a, err := NewKey(unhex(t, "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewKey(unhex(t, "00000000000000000000000000000000ffffffffffffffffffffffffffffffff"))
	if err != nil {
		t.Fatal(err)
	}
	ab, err := a.Shared(b)
	if err != nil {
		t.Fatal(err)
	}
	if ba, err := b.Mul(a.Public[:]); err != nil || !bytes.Equal(ab, ba) {
		t.Errorf("a*(b*G) = %x, b*(a*G) = %x, %v", ab, ba, err)
	}
	top := unhex(t, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e") // p - 1
	oneBytes, four, two := make([]byte, 32), make([]byte, 32), make([]byte, 32)
	oneBytes[31], four[31], two[31] = 1, 4, 2
	for _, c := range []struct {
		what string
		got  func() ([]byte, error)
		want []byte
	}{
		{"(p-1)^2", func() ([]byte, error) { return FieldSqr(top) }, oneBytes},
		{"(p-1)(p-1)", func() ([]byte, error) { return FieldMul(top, top) }, oneBytes},
		{"(p-1)^-1", func() ([]byte, error) { return FieldInv(top) }, top},
		// 2 is a square, so it is the root of 4 that a^((p+1)/4) gives.
		{"sqrt 4", func() ([]byte, error) { return FieldSqrt(four) }, two},
	} {
		if got, err := c.got(); err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%s = %x, %v", c.what, got, err)
		}
	}
}
