//go:build amd64 && !purego && valgrind

package lanes

// entryOf returns the entry of a block whose index has its bit j in bit at of byte j
// of masks.
func entryOf(t *[BaseEntries][8]uint64, masks uint64, at uint) (z [8]uint64) {
	for i := range uint64(BaseEntries) {
		same := uint64(1)
		for bit := range uint(5) {
			same &= masks>>(8*bit+at) ^ i>>bit ^ 1
		}
		for j, word := range t[i] {
			z[j] |= -same & word
		}
	}
	return z
}

func selectRowAsm(z *[RowBlocks][8]uint64, t *[RowBlocks * BaseEntries][8]uint64, masks *[RowBlocks]uint64) {
	for i := range z {
		z[i] = entryOf((*[BaseEntries][8]uint64)(t[BaseEntries*i:]), masks[i], 0)
	}
}

func selectColumnAsm(z *[8][Width]uint64, t *[BaseEntries][8]uint64, masks *uint64) {
	for lane := range uint(Width) {
		for i, word := range entryOf(t, *masks, lane) {
			z[i][lane] = word
		}
	}
}

func unpackAsm(x, y *Element, w *[8][Width]uint64) {
	for lane := range Width {
		x.SetLimbs(lane, w[0][lane], w[1][lane], w[2][lane], w[3][lane])
		y.SetLimbs(lane, w[4][lane], w[5][lane], w[6][lane], w[7][lane])
	}
}

func signedAsm(z, y *Element, negative uint64) {
	for lane := range Width {
		e := signed(y.Get(lane), negative>>lane)
		z.Set(lane, &e)
	}
}
