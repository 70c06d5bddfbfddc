package machine

import "testing"

func TestTimes(t *testing.T) {
	const stat = "cpu  10 0 10 70 0 0 0 10 5 0\ncpu0 5 0 5 40 0 0 0 0 5 0\ncpu1 5 0 5 30 0 0 0 10 0 0\nintr 1 2 3\n"
	for _, c := range []struct {
		stat         string
		cpu          int
		total, stole float64
	}{
		{stat, -1, 100, 10},
		{stat, 0, 50, 0},
		{stat, 1, 50, 10},
		{stat, 2, 0, 0},
		{"", -1, 0, 0},
		{"cpu 1 2\n", -1, 0, 0},
		{"cpu a b c d e f g h\n", -1, 0, 0},
	} {
		if total, stole := times(c.stat, c.cpu); total != c.total || stole != c.stole {
			t.Errorf("CPU %d: %v, %v, want %v, %v", c.cpu, total, stole, c.total, c.stole)
		}
	}
}
