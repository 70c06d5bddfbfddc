package sigfile

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const testPub, testSig = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
	"ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// makeEvent returns an event as a JSON line. canonical is the serialisation
// with PUBKEY in place of the key; members are its tags and content in JSON.
func makeEvent(canonical, tags, content string) string {
	id := sha256.Sum256([]byte(strings.Replace(canonical, "PUBKEY", testPub, 1)))
	return fmt.Sprintf(`{"id":"%x","pubkey":"%s","created_at":1700000000,"kind":1,"tags":%s,"content":%s,"sig":"%s"}`, id, testPub, tags, content, testSig)
}

func TestNostr(t *testing.T) {
	const head = `[0,"PUBKEY",1700000000,1,`
	for _, c := range []struct{ name, canonical, tags, content string }{
		{"plain", head + `[],"hello"]`, `[]`, `"hello"`},
		{"empty", head + `[],""]`, `[]`, `""`},
		{"tags", head + `[["e","aa"],["p","bb",""]],"x"]`, `[["e","aa"],[ "p" , "bb","" ]]`, `"x"`},
		{"empty tag", head + `[[],[""]],"x"]`, `[[],[""]]`, `"x"`},
		{"the seven escapes", head + `[],"\n\"\\\r\t\b\f"]`, `[]`, `"\n\"\\\r\t\b\f"`},
		{"the seven in \\u form", head + `[],"\n\"\\\r\t\b\f"]`, `[]`, `"\u000a\u0022\u005c\u000D\u0009\u0008\u000c"`},
		{"escapes in a tag", head + `[["t","a\nb\"c"]],""]`, `[["t","a\nb\"c"]]`, `""`},
		{"other control characters, as clients have them", head + `[["\u001b"]],"\u0000\u0001\u001f` + "\x7f\"]", `[["\u001b"]]`, `"\u0000\u0001\u001f\u007f"`},
		{"other control characters, as NIP-01 has them", head + "[],\"\x00\x01\x1f\x7f\"]", `[]`, `"\u0000\u0001\u001f\u007f"`},
		{"HTML is not escaped", head + `[],"<a href=\"x\">&</a>"]`, `[]`, `"<a href=\"x\">&<\/a>"`},
		{"HTML in \\u form", head + `[],"<>&"]`, `[]`, `"\u003c\u003e\u0026"`},
		{"line separators stay", head + "[],\"\u2028\u2029\"]", `[]`, "\"\u2028\\u2029\""},
		{"emoji", head + "[],\"\U0001f600\u00e9\u4e2d\"]", `[]`, "\"\U0001f600\u00e9\u4e2d\""},
		{"emoji as surrogates", head + "[],\"\U0001f600!\"]", `[]`, `"\ud83d\ude00!"`},
		{"replacement character", head + "[],\"\ufffd\"]", `[]`, "\"\ufffd\""},
		{"backslash before u", head + `[],"\\ud800"]`, `[]`, `"\\ud800"`},
	} {
		lines, format, err := readAll(makeEvent(c.canonical, c.tags, c.content) + "\n")
		if err != nil || format != Nostr || len(lines) != 1 || lines[0].err != nil {
			t.Errorf("%s: %v, %v", c.name, lines, err)
			continue
		}
		id := sha256.Sum256([]byte(strings.Replace(c.canonical, "PUBKEY", testPub, 1)))
		want := Row{Schnorr, decode(testPub), id[:], decode(testSig)}
		if !reflect.DeepEqual(lines[0].row, want) {
			t.Errorf("%s: %x", c.name, lines[0].row)
		}
	}
}

func TestBadEvents(t *testing.T) {
	good := makeEvent(`[0,"PUBKEY",1700000000,1,[["t","x"]],"hello"]`, `[["t","x"]]`, `"hello"`)
	var event map[string]json.RawMessage
	if err := json.Unmarshal([]byte(good), &event); err != nil {
		t.Fatal(err)
	}
	id, sig := string(event["id"]), string(event["sig"])
	replace := func(old, new string) string {
		t.Helper()
		if !strings.Contains(good, old) {
			t.Fatalf("no %s in the event", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	other := makeEvent(`[0,"PUBKEY",1700000000,1,[],"other"]`, `[]`, `"other"`)
	if err := json.Unmarshal([]byte(other), &event); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, line, reason string }{
		{"content changed", replace(`"hello"`, `"Hello"`), "id is not the SHA-256"},
		{"tag changed", replace(`"x"`, `"y"`), "id is not the SHA-256"},
		{"kind changed", replace(`"kind":1`, `"kind":2`), "id is not the SHA-256"},
		{"time changed", replace(`1700000000`, `1700000001`), "id is not the SHA-256"},
		{"id changed", replace(id, string(event["id"])), "id is not the SHA-256"},
		{"sig too short", replace(sig, `"00"`), "sig"},
		{"sig in capitals", replace(sig, strings.ToUpper(sig)), "sig"},
		{"escaped as JSON, not as NIP-01", makeEvent(`[0,"PUBKEY",1700000000,1,[],"\u003c"]`, `[]`, `"<"`), "id is not the SHA-256"},
		{"one control character escaped, one not", makeEvent(`[0,"PUBKEY",1700000000,1,[],"\u0001`+"\x02\"]", `[]`, `"\u0001\u0002"`), "id is not the SHA-256"},
		{"escaped in capitals", makeEvent(`[0,"PUBKEY",1700000000,1,[],"\u001F"]`, `[]`, `"\u001f"`), "id is not the SHA-256"},
		{"no sig", replace(`"sig"`, `"sig2"`), `no "sig"`},
		{"name in capitals", replace(`"kind"`, `"Kind"`), `no "kind"`},
		{"member twice", replace(`{`, `{"kind":1,`), `"kind" twice`},
		{"id too short", replace(id, `"00"`), "id"},
		{"id in capitals", replace(id, strings.ToUpper(id)), "id"},
		{"id is null", replace(id, `null`), "id is not a string"},
		{"content is null", replace(`"hello"`, `null`), "content is not a string"},
		{"content is a number", replace(`"hello"`, `1`), "content is not a string"},
		{"unpaired high surrogate", replace(`"hello"`, `"\ud800"`), "unpaired surrogate"},
		{"unpaired low surrogate", replace(`"hello"`, `"x\\\udc00"`), "unpaired surrogate"},
		{"surrogates in the wrong order", replace(`"hello"`, `"\ude00\ud83d"`), "unpaired surrogate"},
		{"unpaired surrogate in a tag", replace(`"x"`, `"\ud800x"`), "unpaired surrogate"},
		{"tags is null", replace(`[["t","x"]]`, `null`), "tags is not"},
		{"tag is null", replace(`["t","x"]`, `null`), "tags is not"},
		{"null in a tag", replace(`"x"`, `null`), "tags is not"},
		{"number in a tag", replace(`"x"`, `1`), "tags is not"},
		{"fraction", replace(`"kind":1`, `"kind":1.0`), "kind"},
		{"exponent", replace(`"kind":1`, `"kind":1e0`), "kind"},
		{"large kind", replace(`"kind":1`, `"kind":65536`), "kind"},
		{"negative time", replace(`1700000000`, `-1`), "created_at"},
		{"large time", replace(`1700000000`, `9223372036854775808`), "created_at"},
		{"time of control characters", replace(`1700000000`, "[\r\"\u009b\"]"), `"[\r\"\u009b\"]"`},
		{"time in a string", replace(`1700000000`, `"1700000000"`), "created_at"},
		{"cut off", good[:len(good)-1], "not a JSON object"},
		{"something behind", good + "{}", "something follows"},
		{"array", "[" + good + "]", "not a JSON object"},
		{"text", "hello", "not a JSON object"},
		{"raw control character", replace("hello", "\x01"), "not a JSON object"},
		{"invalid UTF-8", replace("hello", "\xff"), "UTF-8"},
		{"deep", strings.Repeat(`{"a":`, 20000), "not a JSON object"},
	} {
		lines, _, err := readAll(good + "\n\n" + c.line + "\n" + other + "\r\n")
		if err != nil || len(lines) != 3 || lines[1].number != 3 || lines[2].number != 4 {
			t.Errorf("%s: %v, %v", c.name, lines, err)
			continue
		}
		if lines[0].err != nil || lines[2].err != nil || lines[1].err == nil || !strings.Contains(lines[1].err.Error(), c.reason) {
			t.Errorf("%s: %v", c.name, lines)
		}
	}
}
