// Command gen writes the tables of multiples of the generator that package point embeds:
//
//	go run ./gen tables
//
// It computes with math/big on affine points and shares no code with the package. A table is a sequence of
// points, each x then y, 32 bytes each, least significant byte first.
package main

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
)

const (
	fixedBaseWindow = 6
	fixedBaseBlocks = 43
	wnafWindow      = 15
)

var (
	p, _  = new(big.Int).SetString("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f", 16)
	n, _  = new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	gx, _ = new(big.Int).SetString("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", 16)
	gy, _ = new(big.Int).SetString("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8", 16)
)

type point struct{ x, y *big.Int }

// add returns a + b, neither infinity nor opposite to the other.
func add(a, b point) point {
	num, den := new(big.Int), new(big.Int)
	if a.x.Cmp(b.x) == 0 {
		num.Mul(a.x, a.x)
		num.Mul(num, big.NewInt(3))
		den.Lsh(a.y, 1)
	} else {
		num.Sub(b.y, a.y)
		den.Sub(b.x, a.x)
	}
	den.ModInverse(den.Mod(den, p), p)
	slope := num.Mul(num, den)
	slope.Mod(slope, p)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, a.x)
	x.Sub(x, b.x)
	x.Mod(x, p)
	y := new(big.Int).Sub(a.x, x)
	y.Mul(y, slope)
	y.Sub(y, a.y)
	y.Mod(y, p)
	return point{x, y}
}

// mul returns k a for 0 < k < n.
func mul(k *big.Int, a point) point {
	r := a
	for i := k.BitLen() - 2; i >= 0; i-- {
		r = add(r, r)
		if k.Bit(i) == 1 {
			r = add(r, a)
		}
	}
	return r
}

// appendOdd appends a, 3a, ..., (2 count - 1) a.
func appendOdd(out []byte, a point, count int) []byte {
	twice := add(a, a)
	for i := range count {
		if i > 0 {
			a = add(a, twice)
		}
		for _, v := range []*big.Int{a.x, a.y} {
			be := v.FillBytes(make([]byte, 32))
			for j := range be {
				out = append(out, be[31-j])
			}
		}
	}
	return out
}

// tables returns the content of every file by its name.
func tables() map[string][]byte {
	g := point{gx, gy}
	const wnafEntries = 1 << (wnafWindow - 2)

	half := new(big.Int).Rsh(new(big.Int).Add(n, big.NewInt(1)), 1)
	unit := mul(half, g)
	var fixedBase []byte
	for range fixedBaseBlocks {
		fixedBase = appendOdd(fixedBase, unit, 1<<(fixedBaseWindow-1))
		for range fixedBaseWindow {
			unit = add(unit, unit)
		}
	}
	return map[string][]byte{
		"fixed_base.bin": fixedBase,
		"g.bin":          appendOdd(nil, g, wnafEntries),
		"g128.bin":       appendOdd(nil, mul(new(big.Int).Lsh(big.NewInt(1), 128), g), wnafEntries),
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen DIR")
		os.Exit(2)
	}
	for name, content := range tables() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), content, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
