// Package pool makes the tuples that every contender is given, together with
// what a right answer is.
package pool

// Claims is the set of promises a contender makes (docs/protocol.md).
type Claims map[string]bool

// A Want judges an answer.
type Want interface {
	// Check returns nil when the answer is right for a contender with those
	// claims, else an error that says what is wrong. For a verdict out is
	// empty and ok is the verdict; otherwise ok is false when the contender
	// refused the row.
	Check(claims Claims, out []byte, ok bool) error
}

// A Row is one input of an operation.
type Row struct {
	Label  string   // what is special about it, such as "r = n"; empty for an ordinary row
	Fields [][]byte // as docs/protocol.md lists them
	Want   Want
}
