// Package batch verifies, recovers, parses and derives many rows in one call, in less time
// than one by one. Each row gets its own verdict, the same as from the function for one row
// in package ecdsa, schnorr or secp256k1.
//
//	ok := make([]bool, len(sigs))
//	failed := batch.VerifyECDSA(ok, keys, digests, sigs, batch.Rules{})
//
// # Arguments
//
// Row i is element i of every slice. Functions set ok[i] to whether row i is valid, and
// return how many rows are not. An invalid row, or one whose key or signature is a zero
// value, is false and its results are zero values.
//
// All slices must have the length of ok. If one does not, every verdict is false and the
// result is the length of the longest slice, which is never 0. No argument makes a function
// panic.
//
// Any number of rows is accepted, also 0. A call runs on one processor: to use several, give
// each a part of the rows. Functions do not allocate, except for a [Scratch] that grows. ok
// must not overlap another argument. A slice of results may be the slice of arguments of the
// same type, and must not overlap it otherwise.
//
// # Independence of rows
//
// Rows share inversions and nothing else, so no row changes the verdict of another.
// [VerifySchnorrAll] is the exception: it adds all rows up, multiplied by factors that are a
// hash of all rows.
//
// # Constant time
//
// [PublicKeys] and [SecretMul] take time that does not depend on secret keys; whether a key
// is valid is public. Everything else takes variable time: its arguments are public.
package batch

import (
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
)

// chunk is how many rows share inversions. Their state is on the stack.
const chunk = 64

// work is what a chunk of rows works on: those that are still good, side by side.
type work struct {
	n      int
	rows   [chunk]int // which row of the slices it is
	points [chunk]group.Point
	r, s   [chunk]group.Scalar
	x      [chunk][32]byte // of a BIP-340 signature
	lifts  lifts
}

// lifts are points of which x is known, until lift finds their y.
type lifts struct {
	n   int
	at  [chunk]int // in work, or the row where there is none
	x   [chunk]group.Element
	odd [chunk]int
}

// misfit clears ok. If another slice has another length it returns the longest length, which
// is not 0, and 0 otherwise.
func misfit(ok []bool, others ...int) int {
	clear(ok)
	longest, differ := len(ok), false
	for _, n := range others {
		differ = differ || n != len(ok)
		longest = max(longest, n)
	}
	if !differ {
		return 0
	}
	return longest
}

// count is how many rows failed.
func count(ok []bool) (failed int) {
	for _, good := range ok {
		if !good {
			failed++
		}
	}
	return failed
}

// add begins a row: what is loaded of it is at the index returned, and takes part
// once keep says so.
func (w *work) add(row int) int {
	w.rows[w.n] = row
	return w.n
}

func (w *work) keep() { w.n++ }

// setX makes the point of the row being added, which keep follows, the one with
// this x: lift finds it.
func (w *work) setX(x *group.Element, odd int) {
	l := &w.lifts
	l.x[l.n], l.at[l.n], l.odd[l.n] = *x, w.n, odd
	l.n++
}

// setKey makes the point of the row being added, which keep follows if there is
// one, a public key of 33 or 65 bytes.
func (w *work) setKey(b []byte) bool {
	if len(b) == secp256k1.CompressedSize && b[0]&^1 == 2 {
		var x group.Element
		if !x.SetBytes((*[32]byte)(b[1:])) {
			return false
		}
		w.setX(&x, int(b[0]&1))
		return true
	}
	key, err := secp256k1.ParsePublicKey(b)
	w.points[w.n] = key.Point()
	return err == nil
}

// lift finds the points that setX asked for; rows without one leave.
func (w *work) lift() {
	l := &w.lifts
	if l.n == 0 {
		return
	}
	var ok [chunk]bool
	var points [chunk]group.AffinePoint
	if group.SetXsVartime(ok[:l.n], points[:l.n], l.x[:l.n], l.odd[:l.n]) != nil {
		w.n = 0
		return
	}
	var gone [chunk]bool
	for i := range l.n {
		w.points[l.at[i]].SetAffine(&points[i])
		gone[l.at[i]] = !ok[i]
	}
	l.n = 0
	kept := 0
	for i := range w.n {
		if gone[i] {
			continue
		}
		if kept != i {
			w.rows[kept] = w.rows[i]
			w.points[kept] = w.points[i]
			w.r[kept], w.s[kept], w.x[kept] = w.r[i], w.s[i], w.x[i]
		}
		kept++
	}
	w.n = kept
}
