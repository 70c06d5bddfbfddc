//go:build amd64 && !purego && !valgrind

package lanes

//go:noescape
func selectRowAsm(z *[RowBlocks][8]uint64, t *[RowBlocks * BaseEntries][8]uint64, masks *[RowBlocks]uint64)

//go:noescape
func selectColumnAsm(z *[8][Width]uint64, t *[BaseEntries][8]uint64, masks *uint64)

//go:noescape
func unpackAsm(x, y *Element, words *[8][Width]uint64)

//go:noescape
func signedAsm(z, y *Element, negative uint64)
