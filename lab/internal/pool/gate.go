package pool

import "fmt"

type gate struct {
	base *block
	rows map[string][]Row
}

func newGate(b *block) (*gate, error) { return &gate{b, map[string][]Row{}}, nil }

func confirmGate(op string, r Row) error { return confirm(op, r) }

var _ = fmt.Sprint
