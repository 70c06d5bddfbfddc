// Package batch verifies, recovers, parses and derives many rows in one call, in
// less time than one by one. Every row has its own verdict, the one that the
// function of package ecdsa, schnorr or koblitz for one row gives; nothing is
// combined between rows but inversions, so there are no random numbers, and no
// row changes another's verdict. [VerifySchnorrAll] alone adds rows up, with
// factors that are a hash of them.
//
// # Arguments
//
// Row i is element i of every slice. ok takes the verdicts; every function
// returns how many of them are false. If a slice has another length than ok, no
// row is valid. Whatever is wrong with a row makes its verdict false, and its
// results the zero value. Any number of rows will do, also none; a caller with
// several processors gives each of them a part.
//
// Nothing allocates but a [Scratch] that grows. ok overlaps no argument; results
// may be the slice that arguments are in, row by row, and must not overlap
// otherwise.
//
// # Time
//
// Time depends on everything but secret keys. On them, [PublicKeys] and
// [SecretMul] take constant time; whether a key is valid is public.
package batch

import (
	"koblitz.dev/go/group"
	"koblitz.dev/go/koblitz"
)

// chunk is how many rows share inversions. Their state is on the stack.
const chunk = 64

// work is what a chunk of rows works on: those that are still good, side by side.
type work struct {
	n      int
	rows   [chunk]int // which row of the slices it is
	points [chunk]group.Point
	r, s   [chunk]group.Scalar
	lifts  lifts
}

// lifts are points of which x is known, until lift finds their y.
type lifts struct {
	n   int
	at  [chunk]int // in work, or the row where there is none
	x   [chunk]group.Element
	odd [chunk]int
}

// sizes clears ok, and tells whether other slices have its length.
func sizes(ok []bool, others ...int) bool {
	clear(ok)
	for _, n := range others {
		if n != len(ok) {
			return false
		}
	}
	return true
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
	if len(b) == koblitz.CompressedSize && b[0]&^1 == 2 {
		var x group.Element
		if !x.SetBytes((*[32]byte)(b[1:])) {
			return false
		}
		w.setX(&x, int(b[0]&1))
		return true
	}
	key, err := koblitz.ParsePublicKey(b)
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
	group.SetXsVartime(ok[:l.n], points[:l.n], l.x[:l.n], l.odd[:l.n])
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
			w.r[kept], w.s[kept] = w.r[i], w.s[i]
		}
		kept++
	}
	w.n = kept
}
