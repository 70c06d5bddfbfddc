package point

import (
	"sync/atomic"

	"koblitz.dev/secp256k1/internal/cpu"
)

// A spare is memory that one lone call at a time takes.
type spare[T any] struct {
	taken atomic.Bool
	work  T
}

// take returns the memory, or nil where the call is not alone or another has it.
func (s *spare[T]) take() *T {
	if cpu.Lone() && s.taken.CompareAndSwap(false, true) {
		return &s.work
	}
	return nil
}

// give gives the memory back.
func (s *spare[T]) give() { s.taken.Store(false) }
