package main

import (
	"fmt"
	"slices"
)

// A contender is one library behind the protocol.
type contender struct {
	name    string
	version string
	date    string // ISO; empty when unknown
	path    string
	flags   string
	claims  []string
	marks   []mark
	ops     []operation
}

// A mark is a reservation about some operations.
type mark struct {
	name   string
	ops    string // joined by commas
	reason string // what was seen, and in which file and function
}

// find returns the contender's operation of that name.
func (c *contender) find(name string) (operation, bool) {
	i := slices.IndexFunc(c.ops, func(o operation) bool { return o.name == name })
	if i < 0 {
		return operation{}, false
	}
	return c.ops[i], true
}

// A row is the input fields of one call, as docs/protocol.md lists them.
type row [][]byte

// An operation is one that the contender's library really has.
type operation struct {
	name    string
	verdict bool
	load    func([]row) (batch, error)
}

// A batch is the loaded rows of one operation. Indices are those of the rows
// that the library accepted while preparing, in order.
type batch struct {
	// accepted[i] is the number of accepted rows among the first i.
	accepted []int
	// clear forgets the results of the rows in [from, to).
	clear func(from, to int)
	// run performs the calls of the rows in [from, to) and stores their
	// results, as bytes where they are not verdicts. It is what the clock sees.
	run func(from, to int)
	// result returns a row's result: its bytes, if it is not a verdict, and
	// whether it was accepted.
	result func(i int) ([]byte, bool)
}

// rows returns how many rows are loaded.
func (b *batch) rows() int { return len(b.accepted) - 1 }

// refused reports whether the library refused row i while preparing it.
func (b *batch) refused(i int) bool { return b.accepted[i+1] == b.accepted[i] }

// A rowError says at which row a library panicked.
type rowError struct {
	row   int
	cause any
}

func (e *rowError) Error() string { return fmt.Sprintf("row %d: panic: %v", e.row, e.cause) }

// verdicts makes an operation whose result is a verdict. Prepare fills in, which
// is zero, with a row and returns false where the library refuses it; a refused
// row's slot is used again. Run sets ok[i] to the verdict on in[i]; both have one length.
func verdicts[In any](name string, prepare func(in *In, f row) bool, run func(in []In, ok []bool)) operation {
	return operation{name: name, verdict: true, load: func(rows []row) (batch, error) {
		in, accepted, err := prepareAll(rows, prepare)
		if err != nil {
			return batch{}, err
		}
		ok := make([]bool, len(in))
		return batch{
			accepted: accepted,
			clear:    func(from, to int) { clear(ok[from:to]) },
			run:      func(from, to int) { run(in[from:to], ok[from:to]) },
			result:   func(i int) ([]byte, bool) { return nil, ok[i] },
		}, nil
	}}
}

// values makes an operation whose result is bytes. Run stores a result in
// out[i] and sets ok[i], or leaves ok[i] false where the library refuses;
// encode then appends its bytes to dst, which has room for the longest result;
// that is timed as well. It returns nil for what has no bytes, such as the point
// at infinity. The rest is as for verdicts.
func values[In, Out any](name string, prepare func(in *In, f row) bool,
	run func(in []In, out []Out, ok []bool), encode func(dst []byte, out *Out) []byte) operation {
	return operation{name: name, load: func(rows []row) (batch, error) {
		in, accepted, err := prepareAll(rows, prepare)
		if err != nil {
			return batch{}, err
		}
		out := make([]Out, len(in))
		ok := make([]bool, len(in))
		encoded := make([][]byte, len(in))
		room := make([]byte, longestResult*len(in))
		for i := range room {
			room[i] = 0xff // written to before the clock runs
		}
		return batch{
			accepted: accepted,
			clear:    func(from, to int) { clear(out[from:to]); clear(ok[from:to]); clear(encoded[from:to]) },
			run: func(from, to int) {
				run(in[from:to], out[from:to], ok[from:to])
				for i := from; i < to; i++ {
					if ok[i] {
						at := longestResult * i
						encoded[i] = encode(room[at:at:at+longestResult], &out[i])
					}
				}
			},
			result: func(i int) ([]byte, bool) { return encoded[i], encoded[i] != nil },
		}, nil
	}}
}

// prepareAll prepares every row and returns those that the library accepted,
// with batch.accepted.
func prepareAll[In any](rows []row, prepare func(*In, row) bool) (in []In, accepted []int, err error) {
	in = make([]In, len(rows))
	accepted = make([]int, 1, len(rows)+1)
	n := 0
	for i, r := range rows {
		var good bool
		if p := catch(func() { good = prepare(&in[n], r) }); p != nil {
			return nil, nil, &rowError{i, p}
		}
		if good {
			n++
		} else {
			var zero In
			in[n] = zero
		}
		accepted = append(accepted, n)
	}
	return in[:n], accepted, nil
}

// catch calls f and returns what it panicked with, or nil.
func catch(f func()) (cause any) {
	defer func() { cause = recover() }()
	f()
	return nil
}

// nothing is the callee of the operation `empty` for libraries in Go.
//
//go:noinline
func nothing() {}

// emptyGo is the operation `empty` for libraries in Go.
var emptyGo = verdicts("empty",
	func(*struct{}, row) bool { return true },
	func(in []struct{}, ok []bool) {
		for i := range in {
			nothing()
			ok[i] = true
		}
	})

// prepareRow keeps a row as it is: no field is prepared.
func prepareRow(in *row, f row) bool {
	*in = f
	return true
}

// prepareBytes keeps the only field of a row.
func prepareBytes(in *[]byte, f row) bool {
	*in = f[0]
	return true
}

// longestResult is that of a public key, in bytes.
const longestResult = 65

func encode32(dst []byte, b *[32]byte) []byte { return append(dst, b[:]...) }
