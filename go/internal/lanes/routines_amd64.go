//go:build amd64 && !purego && !valgrind

// What the routines of assembly do, in which ranges, and what may alias: the functions
// of internal/_asm that write them.

package lanes

//go:noescape
func mulAsm(z, x, y *Element)

//go:noescape
func squareNAsm(z *[2]Element, n int)

//go:noescape
func doubleNAsm(z *Jacobian, n int, w *Work)

//go:noescape
func addAsm(z *Jacobian, x, y *Element, negative uint64, az *Element, w *Work)

//go:noescape
func coZAddAsm(z *Pair, ratio *Element, w *Work)

//go:noescape
func addCompleteAsm(z *Jacobian, x, y *Element, negative uint64, w *Work)

//go:noescape
func selectAsm(z, t *[2]Element, b0, b1, b2, b3 uint64)

//go:noescape
func selectFewAsm(z, t *[2]Element, b0, b1 uint64)

//go:noescape
func addTermAsm(z *Homogeneous, x, y *Element, keep uint64, w *SumWork)

//go:noescape
func addSumAsm(z, p *Homogeneous, w *SumWork)

//go:noescape
func powerStepAsm(z, x, y *[2]Element, n int)

//go:noescape
func rightSideAsm(z, x *Element)

//go:noescape
func fromWordsAsm(z *Element, x *Words)

//go:noescape
func toWordsAsm(z *Words, x *Element)
