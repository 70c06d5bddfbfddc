//go:build !cgo_secp

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestAlloc knows how much some calls allocate: arithmetic in place nothing,
// one object of 80 bytes a parsed key.
func TestAlloc(t *testing.T) {
	c, err := openDecred(options{})
	if err != nil {
		t.Fatal(err)
	}
	key := uncompressedHex(pointG)
	for _, x := range []struct{ op, row, want string }{
		{"empty", "", "ok 0 0"},
		{"field_sqr", hex32(pointG.x), "ok 0 0"},
		{"pubkey_parse65", key, "ok 1280 16"},
	} {
		reply, err := talk(c, "load "+x.op+" 8", strings.Repeat(x.row+"\n", 7)+x.row, "alloc "+x.op+" 0 8")
		if err != nil || len(reply) != 2 || reply[1] != x.want {
			t.Errorf("%s: %q, want %q; %v", x.op, reply, x.want, err)
		}
	}
}

// TestNoAlloc: this project's module allocates nothing where the destination is
// the caller's.
func TestNoAlloc(t *testing.T) {
	c, err := openKoblitz(options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := testRows()
	for _, o := range c.ops {
		of := rows[single(o.name)]
		lines := []string{fmt.Sprintf("load %s %d", o.name, len(of))}
		for _, r := range of {
			lines = append(lines, r.fields)
		}
		lines = append(lines, fmt.Sprintf("alloc %s 0 %d", o.name, len(of)))
		if reply, err := talk(c, lines...); err != nil || len(reply) != 2 || reply[1] != "ok 0 0" {
			t.Errorf("%s: %q, %v", o.name, reply, err)
		}
	}
}
