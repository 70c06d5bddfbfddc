package input

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"koblitz.dev/lab/internal/reference"
	"koblitz.dev/secp256k1/cmd/koblitz/sigfile"
)

func testKey(t *testing.T, i int) *reference.Key {
	t.Helper()
	secret := sha256.Sum256(fmt.Appendf(nil, "input test key %d", i))
	key, err := reference.NewKey(secret[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func digest(i int) []byte {
	h := sha256.Sum256(fmt.Appendf(nil, "input test digest %d", i))
	return h[:]
}

// ecdsaLine returns a CSV line alg,kind,pubkey,digest,sig,txid.
func ecdsaLine(t *testing.T, i int, highS, uncompressed bool) string {
	t.Helper()
	key := testKey(t, i)
	sig, _, err := key.SignECDSA(digest(i))
	if err != nil {
		t.Fatal(err)
	}
	if highS {
		s := new(big.Int).SetBytes(sig[32:])
		s.Sub(reference.N, s).FillBytes(sig[32:])
	}
	pub := key.Public[:]
	if !uncompressed {
		pub = append([]byte{2 | pub[64]&1}, pub[1:33]...)
	}
	return fmt.Sprintf("ecdsa,p2pkh,%x,%x,%x,00ff", pub, digest(i), reference.DER(sig))
}

func schnorrLine(t *testing.T, i int) string {
	t.Helper()
	key := testKey(t, i)
	sig, err := key.SignSchnorr(digest(i), make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("schnorr,1,%x,%x,%x,", key.Public[1:33], digest(i), sig)
}

const header = "alg,kind,pubkey,digest,sig,txid\n"

func TestCSV(t *testing.T) {
	low, high, uncompressed, schnorr := ecdsaLine(t, 1, false, false), ecdsaLine(t, 2, true, false), ecdsaLine(t, 3, false, true), schnorrLine(t, 4)
	swap := func(line string, column int, value string) string {
		f := strings.Split(line, ",")
		f[column] = value
		return strings.Join(f, ",")
	}
	column := func(line string, i int) string { return strings.Split(line, ",")[i] }
	for _, c := range []struct {
		name           string
		text           string
		ecdsa, schnorr int
		highS          int
		bad            string // the bad rows, as line: part of the reason
	}{
		{"low s", header + low, 1, 0, 0, ""},
		{"high s", header + high + "\n", 1, 0, 1, ""},
		{"uncompressed key", header + uncompressed, 1, 0, 0, ""},
		{"both algorithms", header + low + "\n" + schnorr + "\n" + high, 2, 1, 1, ""},

		{"few columns", header + low + "\necdsa,1,2\n" + high, 2, 0, 1, "3: 3 fields, the header has"},
		{"alg", header + swap(low, 0, "rsa") + "\n" + low, 1, 0, 0, `2: alg "rsa"`},
		{"empty sig", header + low + "\n" + swap(low, 4, ""), 1, 0, 0, "3: signature is empty"},
		{"sig with a sighash byte", header + low + "\n" + swap(low, 4, column(low, 4)+"01"), 1, 0, 0, "3: sig of"},
		{"key off the curve", header + low + "\n" + swap(low, 2, "02"+strings.Repeat("00", 32)), 1, 0, 0, "3: pubkey of 33 bytes"},
		{"key too short", header + low + "\n" + swap(low, 2, "02"), 1, 0, 0, "3: pubkey of 1 bytes"},
		{"hybrid key", header + low + "\n" + swap(uncompressed, 2, "06"+column(uncompressed, 2)[2:]), 1, 0, 0, "3: pubkey of 65 bytes"},
		{"other digest", header + low + "\n" + swap(low, 3, column(high, 3)), 1, 0, 0, "3: the signature does not verify"},
		{"other key", header + schnorr + "\n" + swap(schnorr, 2, column(schnorrLine(t, 9), 2)), 0, 1, 0, "3: the signature does not verify"},
		{"long line", header + low + "\n" + strings.Repeat("a", sigfile.MaxLine+1) + "\n" + high, 2, 0, 1, "3: the line is longer"},
	} {
		f, err := Read(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if f.Format != sigfile.CSV || len(f.ECDSA) != c.ecdsa || len(f.Schnorr) != c.schnorr || f.HighS != c.highS {
			t.Errorf("%s: %s with %d and %d rows, %d high s", c.name, f.Format, len(f.ECDSA), len(f.Schnorr), f.HighS)
		}
		checkBad(t, c.name, f, c.bad)
		for _, r := range f.ECDSA {
			half := new(big.Int).Rsh(reference.N, 1)
			if new(big.Int).SetBytes(r.Sig[32:]).Cmp(half) > 0 || !bytes.Equal(r.DER, reference.DER(r.Sig)) {
				t.Errorf("%s: line %d has a high s or another DER", c.name, r.Line)
			}
			if ok, err := reference.VerifyECDSA(r.Pubkey, r.Sig, r.Digest); !ok || err != nil || len(r.Public) != 65 {
				t.Errorf("%s: line %d does not verify", c.name, r.Line)
			}
		}
	}
}

func checkBad(t *testing.T, name string, f *File, want string) {
	t.Helper()
	got := ""
	if len(f.Bad) > 0 {
		got = fmt.Sprintf("%d: %s", f.Bad[0].Line, f.Bad[0].Reason)
	}
	if f.BadCount != len(f.Bad) || len(f.Bad) > 1 || !strings.HasPrefix(got, want) || (want == "") != (got == "") {
		t.Errorf("%s: bad rows %v, want %q", name, f.Bad, want)
	}
}

func TestNoRows(t *testing.T) {
	low := ecdsaLine(t, 1, false, false)
	for _, c := range []struct{ name, text, reason string }{
		{"nothing", "", "empty"},
		{"header", header, "only a header"},
		{"only bad rows", header + "x\n" + "y\n", "2 bad, the first on line 2"},
		{"only bad events", "{}\n{\n", "2 bad, the first on line 1"},
		{"no header", low, "columns pubkey, digest and signature"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestManyBadRows(t *testing.T) {
	text := header + strings.Repeat("x\n", maxBad+500) + ecdsaLine(t, 1, false, false)
	f, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if f.BadCount != maxBad+500 || len(f.Bad) != maxBad || len(f.ECDSA) != 1 || f.ECDSA[0].Line != maxBad+502 {
		t.Errorf("%d bad rows, %d described, row on line %d", f.BadCount, len(f.Bad), f.ECDSA[0].Line)
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.json") // the name says nothing
	if err := os.WriteFile(path, []byte(header+ecdsaLine(t, 1, false, false)), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil || f.Path != path || f.Format != sigfile.CSV {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := Open(path + ".missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder was read")
	}
	broken := errors.New("broken disk")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("read error: %v", err)
	}
}

func TestNostr(t *testing.T) {
	good, other := signEvent(t, "good", "good"), signEvent(t, "other", "other")
	sig := func(event string) string { return event[len(event)-130 : len(event)-2] }
	text := strings.Join([]string{good, strings.Replace(good, "good", "Good", 1), strings.Replace(good, sig(good), sig(other), 1), other,
		// Control characters as clients hash them, as NIP-01 says, and as neither does.
		signEvent(t, `x\u001b`, `x\u001b`), signEvent(t, `x\u001b`, "x\x1b"), signEvent(t, `x\u001b`, `x\u001B`)}, "\n")
	f, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, row := range f.Schnorr {
		lines = append(lines, row.Line)
	}
	if f.Format != sigfile.Nostr || !slices.Equal(lines, []int{1, 4, 5, 6}) {
		t.Errorf("%s, rows on lines %v", f.Format, lines)
	}
	for i, want := range []Bad{{2, "id is not the SHA-256"}, {3, "the signature does not verify"}, {7, "id is not the SHA-256"}} {
		if len(f.Bad) != 3 || f.Bad[i].Line != want.Line || !strings.HasPrefix(f.Bad[i].Reason, want.Reason) {
			t.Errorf("bad rows %v, want %v", f.Bad, want)
		}
	}
}

// signEvent returns an event as a JSON line, which ends in its signature. hashed is
// the content as it is serialized for the id.
func signEvent(t *testing.T, content, hashed string) string {
	t.Helper()
	key := testKey(t, 1)
	id := sha256.Sum256(fmt.Appendf(nil, `[0,"%x",1700000000,1,[],"%s"]`, key.Public[1:33], hashed))
	sig, err := key.SignSchnorr(id[:], make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"id":"%x","pubkey":"%x","created_at":1700000000,"kind":1,"tags":[],"content":"%s","sig":"%x"}`, id, key.Public[1:33], content, sig)
}
