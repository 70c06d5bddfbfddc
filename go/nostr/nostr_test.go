package nostr_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/nostr"
	"koblitz.dev/secp256k1/schnorr"
)

func newPair(t testing.TB) *schnorr.KeyPair {
	var key secp256k1.SecretKey
	pair := new(schnorr.KeyPair)
	if err := errors.Join(key.SetBytes(bytes.Repeat([]byte{7}, 32)), pair.SetSecretKey(&key)); err != nil {
		t.Fatal(err)
	}
	return pair
}

// TestEvents signs events, writes them as JSON and reads them back. How they are
// hashed, and what is refused, package sigfile's tests say.
func TestEvents(t *testing.T) {
	pair := newPair(t)
	for i, e := range []nostr.Event{
		{},
		{CreatedAt: 1700000000, Kind: 1, Content: "hello"},
		{CreatedAt: nostr.MaxCreatedAt, Kind: nostr.MaxKind, Tags: [][]string{{}, nil, {"e", "", "\x00\u2028<>\"\\"}}, Content: "\n\x01\U0001f600/"},
		{Tags: slices.Repeat([][]string{{"p", strings.Repeat("\n", 100), ""}, {}}, 20)},
	} {
		if err := e.Verify(); err == nil {
			t.Errorf("%d verifies before it is signed", i)
		}
		if err := e.Sign(pair, nil); err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(); err != nil {
			t.Errorf("%d: %v", i, err)
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var read nostr.Event
		if err := json.Unmarshal(text, &read); err != nil || read.Verify() != nil || read.Hash() != e.ID || read.Content != e.Content {
			t.Errorf("%d: %s: %v", i, text, err)
		}
		again, err := json.Marshal(read)
		if err != nil || !bytes.Equal(text, again) {
			t.Errorf("%d: %s, then %s", i, text, again)
		}
		for what, change := range map[string]func(*nostr.Event){
			"id": func(e *nostr.Event) { e.ID[3]++ }, "content": func(e *nostr.Event) { e.Content += "x" }, "kind": func(e *nostr.Event) { e.Kind ^= 1 },
			"time": func(e *nostr.Event) { e.CreatedAt ^= 1 }, "tags": func(e *nostr.Event) { e.Tags = append(e.Tags, []string{"t"}) },
		} {
			bad := read
			if change(&bad); !errors.Is(bad.Verify(), nostr.ErrID) {
				t.Errorf("%d: %s changed: %v", i, what, bad.Verify())
			}
		}
		for what, change := range map[string]func(*nostr.Event){
			"key": func(e *nostr.Event) { e.PubKey = [32]byte{31: 5} }, "other key": func(e *nostr.Event) { e.PubKey = [32]byte{31: 1} },
			"signature": func(e *nostr.Event) { e.Sig[40]++ },
		} {
			bad := read
			change(&bad)
			bad.ID = bad.Hash()
			if !errors.Is(bad.Verify(), nostr.ErrSignature) {
				t.Errorf("%d: %s changed: %v", i, what, bad.Verify())
			}
		}
	}
	for what, e := range map[string]nostr.Event{
		"time": {CreatedAt: -1}, "kind": {Kind: 65536}, "negative kind": {Kind: -1}, "content": {Content: "\xff"}, "tag": {Tags: [][]string{{"\xff"}}},
	} {
		was := fmt.Sprint(e)
		if err := e.Sign(pair, nil); err == nil || fmt.Sprint(e) != was {
			t.Errorf("%s is signed", what)
		}
		if _, err := json.Marshal(e); err == nil {
			t.Errorf("%s is written", what)
		}
	}
	var e nostr.Event
	if err := e.Sign(nil, nil); !errors.Is(err, secp256k1.ErrSecretKey) {
		t.Error(err)
	}
	if err := e.Sign(pair, []byte{1}); !errors.Is(err, schnorr.ErrAux) || e.ID != [32]byte{} {
		t.Error(err)
	}
}

// TestControlCharacters: an id is accepted where it is the hash of either form,
// and signing makes the form that clients make. The ids of the pinned rows are
// those of nostr-tools 2.25.2; go-nostr 0.38.2 makes the same of each character.
func TestControlCharacters(t *testing.T) {
	all := ""
	for c := range rune(' ') {
		all += string(c)
	}
	all += "\"\\/\x7f\u0080\u2028\u2029<>&\U0001f600"
	const escaped = `\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f` +
		`\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f` + `\"\\/` + "\x7f\u0080\u2028\u2029<>&\U0001f600"
	const raw = "\x00\x01\x02\x03\x04\x05\x06\x07" + `\b\t\n` + "\x0b" + `\f\r` + "\x0e\x0f" +
		"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f" + `\"\\/` + "\x7f\u0080\u2028\u2029<>&\U0001f600"
	pair := newPair(t)
	for _, row := range []struct {
		name, content, tag, serialized string // behind the kind
		pinned                         string
		signed, ok                     bool // what Sign makes, what Verify accepts
	}{
		{"none", "x", "y", `[["t","y"]],"x"]`, "", true, true},
		{"content, as clients have it", "x\x1b[31mred", "", `[["t",""]],"x\u001b[31mred"]`, "", true, true},
		{"content, as NIP-01 has it", "x\x1b[31mred", "", `[["t",""]],"x` + "\x1b" + `[31mred"]`, "", false, true},
		{"tag, as clients have it", "", "\x00", `[["t","\u0000"]],""]`, "c2db8daa2953849501154016c59f4b7281a3f0c1f6e1203b75e79c7bb2324898", true, true},
		{"tag, as NIP-01 has it", "", "\x00", `[["t","` + "\x00" + `"]],""]`, "", false, true},
		{"all, as clients have them", all, all, `[["t","` + escaped + `"]],"` + escaped + `"]`, "7d5ebe09a487cb5d4f692a861680ebbe701660935804299a5716c496b3100357", true, true},
		{"all, as NIP-01 has them", all, all, `[["t","` + raw + `"]],"` + raw + `"]`, "", false, true},
		{"one form in a tag, the other in the content", "\x1f", "\x1f", `[["t","\u001f"]],"` + "\x1f" + `"]`, "", false, false},
		{"both forms in one string", "\x01\x02", "", `[["t",""]],"\u0001` + "\x02" + `"]`, "", false, false},
		{"capitals", "\x1f", "", `[["t",""]],"\u001F"]`, "", false, false},
		{"long for short", "\n", "", `[["t",""]],"\u000a"]`, "", false, false},
		{"raw for short", "\n", "", `[["t",""]],"` + "\n" + `"]`, "", false, false},
		{"DEL escaped", "\x7f", "", `[["t",""]],"\u007f"]`, "", false, false},
		{"line separator escaped", "\u2028", "", `[["t",""]],"\u2028"]`, "", false, false},
		{"HTML escaped", "<>&", "", `[["t",""]],"\u003c\u003e\u0026"]`, "", false, false},
	} {
		e := nostr.Event{CreatedAt: 1700000000, Kind: 1, Tags: [][]string{{"t", row.tag}}, Content: row.content}
		if err := e.Sign(pair, nil); err != nil {
			t.Fatal(err)
		}
		id := sha256.Sum256(fmt.Appendf(nil, `[0,"%x",1700000000,1,%s`, e.PubKey, row.serialized))
		if (e.ID == id) != row.signed || row.pinned != "" && hex.EncodeToString(e.ID[:]) != row.pinned {
			t.Errorf("%s: signed as %x", row.name, e.ID)
		}
		e.ID = id
		sig, err := pair.Sign(id[:], nil)
		if err != nil {
			t.Fatal(err)
		}
		e.Sig = [64]byte(sig.Bytes())
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		read, err := nostr.ParseEvent(text)
		if err != nil || read.Content != row.content || read.Tags[0][1] != row.tag {
			t.Errorf("%s: %s: %v", row.name, text, err)
			continue
		}
		for _, err := range []error{read.CheckID(), read.Verify()} {
			if row.ok && err != nil || !row.ok && !errors.Is(err, nostr.ErrID) {
				t.Errorf("%s: %v", row.name, err)
			}
		}
	}
}

// Members that NIP-01 does not name are passed over where they are JSON.
func TestOtherMembers(t *testing.T) {
	event := `{"id":"` + strings.Repeat("00", 32) + `","pubkey":"` + strings.Repeat("11", 32) + `","created_at":1,"kind":2,"tags":[["a"]],"content":"c","sig":"` + strings.Repeat("22", 64) + `"`
	for value, ok := range map[string]bool{
		`1`: true, `-0.5e+10`: true, `0E-1`: true, `null`: true, `true`: true, ` [ 1 , [ ] , { } ] `: true, `{"a":{"b":[null,"\u0041"]}}`: true, `"x"`: true,
		``: false, `01`: false, `1.`: false, `1e`: false, `-`: false, `nul`: false, `[1,]`: false, `{"a"}`: false, `{"a":1,}`: false, `{a:1}`: false, `"\x"`: false, `"\u00g0"`: false, `'x'`: false,
		strings.Repeat("[", 2000) + strings.Repeat("]", 2000): false,
	} {
		e, err := nostr.ParseEvent([]byte(event + `,"other":` + value + `}`))
		if (err == nil) != ok {
			t.Errorf("%.40s: %v", value, err)
		}
		if ok && (e.Kind != 2 || e.Content != "c" || !reflect.DeepEqual(e.Tags, [][]string{{"a"}})) {
			t.Errorf("%.40s: %v", value, e)
		}
	}
	if _, err := nostr.ParseEvent([]byte(event + `,"x":1,"x":2}`)); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Error(err)
	}
}

// Numbers are read to their last digit, and tags are apart.
func TestMembers(t *testing.T) {
	read := func(time, kind, tags string) (*nostr.Event, error) {
		return nostr.ParseEvent([]byte(`{"id":"` + strings.Repeat("00", 32) + `","pubkey":"` + strings.Repeat("11", 32) + `","created_at":` + time +
			`,"kind":` + kind + `,"tags":` + tags + `,"content":"","sig":"` + strings.Repeat("22", 64) + `"}`))
	}
	for _, row := range []struct {
		time, kind string
		ok         bool
	}{
		{"0", "0", true}, {"9223372036854775807", "65535", true}, {"1000000000000000000", "10", true},
		{"9223372036854775808", "0", false}, {"18446744073709551616", "0", false}, {"18446744073709551617", "0", false}, {"92233720368547758070", "0", false},
		{"100000000000000000000000000000000000000", "0", false}, {"0", "65536", false}, {"0", "655350", false}, {"0", "4294967296", false},
		{"-0", "0", false}, {"-1", "0", false}, {"1.0", "0", false}, {"1e3", "0", false}, {"+1", "0", false}, {"00", "0", false}, {"", "0", false}, {"null", "0", false},
	} {
		e, err := read(row.time, row.kind, "[]")
		if (err == nil) != row.ok || err == nil && fmt.Sprint(e.CreatedAt, e.Kind) != row.time+" "+row.kind {
			t.Errorf("%s, %s: %v, %v", row.time, row.kind, e, err)
		}
	}
	e, err := read("0", "0", `[["a","b"],["c"],[]]`)
	if err != nil {
		t.Fatal(err)
	}
	_ = append(e.Tags[0], "x")
	_ = append(e.Tags[2], "y")
	if want := [][]string{{"a", "b"}, {"c"}, {}}; !reflect.DeepEqual(e.Tags, want) {
		t.Errorf("%q, want %q", e.Tags, want)
	}
}

// FuzzParse holds what is accepted against package encoding/json's reading.
func FuzzParse(f *testing.F) {
	e := nostr.Event{Tags: [][]string{{"e", "\n"}}, Content: "c\U0001f600\\"}
	if err := e.Sign(newPair(f), nil); err != nil {
		f.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(bytes.Replace(text, []byte(`"c`), []byte(`"\ud83d\ude00\/\u0041`), 1))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := nostr.ParseEvent(text)
		if err != nil {
			return
		}
		var want struct {
			ID, Pubkey, Sig string
			CreatedAt       int64 `json:"created_at"`
			Kind            int
			Tags            [][]string
			Content         string
		}
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatalf("%q is no JSON: %v", text, err)
		}
		if want.ID != hex.EncodeToString(e.ID[:]) || want.Pubkey != hex.EncodeToString(e.PubKey[:]) || want.Sig != hex.EncodeToString(e.Sig[:]) ||
			want.CreatedAt != e.CreatedAt || want.Kind != e.Kind || want.Content != e.Content || !reflect.DeepEqual(want.Tags, e.Tags) {
			t.Fatalf("%q: %v, want %v", text, e, want)
		}
	})
}

func BenchmarkEvent(b *testing.B) {
	e := nostr.Event{CreatedAt: 1700000000, Kind: 1, Content: strings.Repeat("A note of ordinary length. ", 8),
		Tags: [][]string{{"e", strings.Repeat("ab", 32), "", "root"}, {"p", strings.Repeat("cd", 32)}}}
	if err := e.Sign(newPair(b), nil); err != nil {
		b.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		b.Fatal(err)
	}
	pub, err := secp256k1.ParseXOnlyPublicKey(e.PubKey[:])
	if err != nil {
		b.Fatal(err)
	}
	verify := func(pub *secp256k1.XOnlyPublicKey) bool {
		sig, err := schnorr.ParseSignature(e.Sig[:])
		return err == nil && schnorr.Verify(pub, e.ID[:], &sig)
	}
	for name, f := range map[string]func() bool{
		"signature": func() bool { return verify(&pub) },
		"key and signature": func() bool {
			p, err := secp256k1.ParseXOnlyPublicKey(e.PubKey[:])
			return err == nil && verify(&p)
		},
		"Verify":           func() bool { return e.Verify() == nil },
		"Parse and Verify": func() bool { p, err := nostr.ParseEvent(text); return err == nil && p.Verify() == nil },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !f() {
					b.Fatal("refused")
				}
			}
		})
	}
}

func TestTagsOfACopy(t *testing.T) {
	e, err := nostr.ParseEvent([]byte(`{"id":"` + strings.Repeat("0", 64) + `","pubkey":"` + strings.Repeat("0", 64) + `","created_at":1,"kind":1,"tags":[["a"]],"content":"","sig":"` + strings.Repeat("0", 128) + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Tags) != cap(e.Tags) {
		t.Errorf("what is appended to the tags of one copy stands in another: %d of %d", len(e.Tags), cap(e.Tags))
	}
	// Null tags are written as empty ones, and the event keeps its own.
	e.Tags = make([][]string, 30_000)
	text, err := e.MarshalJSON()
	if want := `"tags":[[]` + strings.Repeat(",[]", len(e.Tags)-1) + `]`; err != nil || !strings.Contains(string(text), want) || e.Tags[0] != nil {
		t.Errorf("%.80s, %v", text, err)
	}
}
