//go:build amd64 && !purego

package cpu

import "testing"

func TestLone(t *testing.T) {
	const at = 1 << 40
	for _, c := range []struct {
		name      string
		now, last uint64
		is        bool
		note      uint64
	}{
		{"the first call", at, 0, true, at | 1},
		{"after a pause", at + loneTicks, at, true, at + loneTicks | 1},
		{"after a shorter one", at + loneTicks - 2, at, false, at + loneTicks - 2},
		{"one of many", at + noteTicks - 1, at, false, at},
		{"one of many, the time noted", at + noteTicks, at, false, at + noteTicks},
		{"beside a lone one", at + sameTicks, at | 1, true, at | 1},
		{"after a lone one", at + sameTicks + 1, at | 1, false, at | 1},
		{"long after a lone one", at + noteTicks + 1, at | 1, false, at + noteTicks},
		{"another thread has asked since", at, at + 8, false, at + 8},
		{"another thread has asked since, alone", at, at + 9, true, at + 9},
		{"the counter began anew", 8, at, true, 9},
	} {
		if is, note := lone(c.now, c.last); is != c.is || note != c.note {
			t.Errorf("%s: %v, noted %x, not %v, %x", c.name, is, note, c.is, c.note)
		}
	}
}
