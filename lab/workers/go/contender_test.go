package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// libraryVariable names the libsecp256k1 that the tests of a contender with a
// library load.
const libraryVariable = "KOBLITZ_TEST_LIBSECP256K1"

// eachContender runs f for every contender of this program.
func eachContender(t *testing.T, f func(t *testing.T, c *contender)) {
	for _, r := range registrations {
		t.Run(r.name, func(t *testing.T) {
			c, err := open(r.name, testOptions(t, r.name))
			if err != nil {
				t.Fatal(err)
			}
			f(t, c)
		})
	}
}

// testOptions skips the test when it needs a library and there is none.
func testOptions(t *testing.T, name string) options {
	if name != "libsecp256k1-purego" {
		return options{}
	}
	path := os.Getenv(libraryVariable)
	if path == "" {
		t.Skipf("SKIPPED %s: make -C lab/anchors OUT=DIR libsecp256k1-0.8.0, then %s=DIR/libsecp256k1-0.8.0.so", name, libraryVariable)
	}
	return options{library: path}
}

// talk gives commands to a contender and returns the lines of the reply.
func talk(c *contender, lines ...string) ([]string, error) {
	var out bytes.Buffer
	err := serve(strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, c)
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), err
}

// answers loads rows, runs all of them and returns their results.
func answers(c *contender, op string, rows []string) ([]string, error) {
	n := len(rows)
	commands := append([]string{fmt.Sprintf("load %s %d", op, n)}, rows...)
	commands = append(commands, fmt.Sprintf("run %s 0 %d 0 %d", op, n, n))
	reply, err := talk(c, commands...)
	if err != nil {
		return nil, err
	}
	words := strings.Split(reply[len(reply)-1], " ")
	if len(reply) != 2 || reply[0] != "ok" || len(words) != 3 || words[0] != "ok" {
		return nil, fmt.Errorf("reply %q", reply)
	}
	results := strings.Split(words[2], ",")
	if o, _ := c.find(op); o.verdict {
		results = strings.Split(words[2], "")
	}
	if len(results) != n {
		return nil, fmt.Errorf("%d results for %d rows", len(results), n)
	}
	return results, nil
}

func TestKnownAnswers(t *testing.T) {
	rows := testRows()
	eachContender(t, func(t *testing.T, c *contender) {
		for _, o := range c.ops {
			cases := rows[single(o.name)]
			if len(cases) == 0 {
				t.Errorf("%s: no rows", o.name)
				continue
			}
			var lines []string
			for _, r := range cases {
				lines = append(lines, r.fields)
			}
			results, err := answers(c, o.name, lines)
			if err != nil {
				t.Errorf("%s: %v", o.name, err)
				continue
			}
			for i, r := range cases {
				if err := r.want(c, results[i]); err != nil {
					t.Errorf("%s, %s: %v", o.name, r.label, err)
				}
			}
		}
	})
}

// TestRowsOfEveryOperation keeps the table of rows and the protocol's
// operations in step.
func TestRowsOfEveryOperation(t *testing.T) {
	rows := testRows()
	for op := range fieldSizes {
		if len(rows[op]) == 0 {
			t.Errorf("%s: no rows", op)
		}
	}
	for op, cases := range rows {
		sizes, known := fieldSizes[op]
		if !known {
			t.Errorf("%s: not in the protocol", op)
		}
		for _, r := range cases {
			if _, err := parseRow([]byte(r.fields), sizes); err != nil {
				t.Errorf("%s, %s: %v", op, r.label, err)
			}
		}
	}
}

// TestOneResultARow runs parts of a batch that mixes refused and good rows.
func TestOneResultARow(t *testing.T) {
	pub := uncompressedHex(newKeyRow(0).pub)
	eachContender(t, func(t *testing.T, c *contender) {
		if _, has := c.find("pubkey_parse65"); !has {
			t.Fatal("no pubkey_parse65")
		}
		reply, err := talk(c, "load pubkey_parse65 4", flip(pub), pub, flip(pub), pub,
			"run pubkey_parse65 0 4 0 0", "run pubkey_parse65 1 1 3 1", "run pubkey_parse65 2 1 0 4", "run pubkey_parse65 3 1 4 0")
		if err != nil || len(reply) != 5 {
			t.Fatalf("%q, %v", reply, err)
		}
		for i, want := range []string{"-," + pub + ",-," + pub, pub, "-", pub} {
			if !strings.HasSuffix(reply[i+1], " "+want) {
				t.Errorf("run %d: %s", i, reply[i+1])
			}
		}
	})
}

// TestDescription checks that each contender says what it is.
func TestDescription(t *testing.T) {
	eachContender(t, func(t *testing.T, c *contender) {
		reply, err := talk(c, "hello 1")
		if err != nil || reply[len(reply)-1] != "ok" {
			t.Fatalf("%q, %v", reply, err)
		}
		said := map[string][]string{}
		for _, line := range reply[:len(reply)-1] {
			key, value, _ := strings.Cut(line, " ")
			said[key] = append(said[key], value)
		}
		if _, err := os.Stat(c.path); err != nil {
			t.Errorf("path: %v", err)
		}
		if said["contender"][0] != c.name || len(said["flags"]) != 1 || len(said["path"]) != 1 {
			t.Errorf("%q", reply)
		}
		ops := map[string]bool{}
		for _, op := range said["op"] {
			if _, known := fieldSizes[single(op)]; !known || ops[op] {
				t.Errorf("op %s: unknown or twice", op)
			}
			ops[op] = true
		}
		for _, m := range c.marks {
			for op := range strings.SplitSeq(m.ops, ",") {
				if !ops[op] {
					t.Errorf("mark %s of %s, which is not offered", m.name, op)
				}
			}
			if m.reason == "" || strings.ContainsAny(m.name+m.ops, " \n") {
				t.Errorf("mark %+v", m)
			}
		}
	})
}
