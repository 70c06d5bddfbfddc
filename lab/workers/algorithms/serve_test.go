package main

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// talk gives commands to a scheme and returns the lines of the reply.
func talk(t *testing.T, s *scheme, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := serve(strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, s); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func testSeed(n int) string { return fmt.Sprintf("%064x", n) }

// Each operation of each scheme: what it signs is right by signature_check, and
// verify tells every change.
func TestOperations(t *testing.T) {
	msg, other := strings.Repeat("11", 32), strings.Repeat("11", 31)+"10"
	for _, s := range everyScheme(t) {
		t.Run(s.name, func(t *testing.T) {
			reply := talk(t, &s, "load sign 2", testSeed(5)+" "+msg, testSeed(0)+" "+msg, "run sign 0 2 0 1", "alloc sign 0 1")
			if len(reply) != 3 || reply[0] != "ok" || !strings.HasPrefix(reply[2], "ok ") {
				t.Fatalf("%q", reply)
			}
			words := strings.Split(reply[1], " ")
			sig, _, _ := strings.Cut(words[len(words)-1], ",")
			if _, err := hex.DecodeString(sig); err != nil || len(sig) < 128 {
				t.Fatalf("%q", reply)
			}
			for _, c := range []struct{ op, row, want string }{
				{"empty", "", "1"},
				{"signature_check", testSeed(5) + " " + msg + " " + sig, "1"},
				{"signature_check", testSeed(6) + " " + msg + " " + sig, "0"},
				{"signature_check", testSeed(5) + " " + other + " " + sig, "0"},
				{"signature_check", testSeed(5) + " " + msg + " " + sig[2:], "0"},
				{"signature_check", testSeed(5) + " " + msg + " -", "0"},
				{"verify", strings.Join([]string{testSeed(5), msg, testSeed(5), msg, "-"}, " "), "1"},
				{"verify", strings.Join([]string{testSeed(5), msg, testSeed(6), msg, "-"}, " "), "0"},
				{"verify", strings.Join([]string{testSeed(5), msg, testSeed(5), other, "-"}, " "), "0"},
				{"verify", strings.Join([]string{testSeed(5), msg, testSeed(5), msg, "0009"}, " "), "0"},
			} {
				reply := talk(t, &s, "load "+c.op+" 1", c.row, "run "+c.op+" 0 1 0 0 2")
				if len(reply) != 2 || !strings.HasPrefix(reply[1], "ok ") || !strings.HasSuffix(reply[1], " "+c.want) {
					t.Errorf("%s: %q, want %s", c.op, reply, c.want)
				}
			}
		})
	}
}

// What is no command, and rows that are none, get an error, and the next
// command an answer.
func TestServeRefuses(t *testing.T) {
	s := koblitzECDSA()
	row := testSeed(1) + " " + testSeed(2)
	for _, c := range [][]string{
		{"jump"}, {"hello 2"}, {"hello"}, {"load sign"}, {"load sign x"}, {"load jump 1", row},
		{"load sign 2", row, "00"}, {"load sign 1", row + " 00"}, {"load sign 1", strings.ToUpper(strings.Replace(row, "0", "a", 1))}, {"load sign 1", ""},
		{"run sign 0 1 0 0"}, {"run sign 0 1"}, {"alloc sign 0"},
	} {
		reply := talk(t, &s, append(c, "load sign 1", row, "run sign 0 1 0 0", "quit")...)
		if len(reply) != 4 || !strings.HasPrefix(reply[0], "error ") || !strings.HasPrefix(reply[2], "ok ") || reply[3] != "ok" {
			t.Errorf("%q: %q", c, reply)
		}
	}
	for _, c := range []string{"run sign 0 2 0 0", "run sign 1 1 0 0", "run sign 0 0 0 0", "run sign 0 1 0 2", "run verify 0 1 0 0", "run sign -1 1 0 0"} {
		reply := talk(t, &s, "load sign 1", row, c)
		if len(reply) != 2 || !strings.HasPrefix(reply[1], "error ") {
			t.Errorf("%q: %q", c, reply)
		}
	}
}

func TestPanicIsAnError(t *testing.T) {
	s := scheme{name: "x", key: func(*[32]byte) (key, error) {
		return key{sign: func([]byte) ([]byte, error) { panic("broken") }}, nil
	}}
	reply := talk(t, &s, "load sign 1", testSeed(1)+" "+testSeed(2), "run sign 0 1 0 0")
	if len(reply) != 2 || reply[1] != "error panic: broken" {
		t.Errorf("%q", reply)
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		out    string
	}{
		{[]string{"--list"}, 0, "secp256k1-ecdsa-koblitz\n"},
		{[]string{"--contender", "ed25519-crypto"}, 0, "contender ed25519-crypto\n"},
		{nil, 2, ""},
		{[]string{"--contender", "nobody"}, 2, ""},
		{[]string{"--contender", "ed25519-crypto", "more"}, 2, ""},
		{[]string{"--contender", "secp256k1-ecdsa-libsecp256k1"}, 2, ""},
		{[]string{"--contender", "secp256k1-ecdsa-libsecp256k1", "--library", "none.so"}, 2, ""},
		{[]string{"--nonsense"}, 2, ""},
	} {
		var out, errors strings.Builder
		status := run(c.args, strings.NewReader("hello 1\n"), &out, &errors)
		if status != c.status || !strings.HasPrefix(out.String(), c.out) || (status != 0) != (errors.Len() > 0) {
			t.Errorf("%q: %d, %q, %q", c.args, status, out.String(), errors.String())
		}
	}
}
