package main

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
)

// poolSeed makes runs repeatable.
const poolSeed = 1

// mostTuples bounds the distinct keys and messages of a run.
const mostTuples = 4096

// A tuple is what every scheme is given: a seed for a key, and a message.
type tuple struct {
	seed, msg [32]byte
}

// makeTuples gives n tuples that share neither seed nor message. A seed is a
// number below 2^254, so that it is a secret key of every curve here.
func makeTuples(n int) []tuple {
	rng := rand.NewChaCha8([32]byte{poolSeed})
	list := make([]tuple, n)
	for i := range list {
		rng.Read(list[i].seed[:])
		rng.Read(list[i].msg[:])
		list[i].seed[0] &= 0x3f
	}
	return list
}

// A row is a tuple as one scheme sees it.
type row struct {
	key  key
	msg  []byte
	sig  []byte // a signature that has passed the gate
	fake []byte // a message that sig does not sign
}

// A fault is what an entrant did wrong.
type fault struct {
	op  string
	row string
	err error
}

func (f *fault) Error() string {
	return fmt.Sprintf("%s, row %s: %v", f.op, f.row, f.err)
}

// safely turns a panic of f into an error.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	// A bad address in a library's code is a panic like any other.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return f()
}
