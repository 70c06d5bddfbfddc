package digit

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
)

// tables returns n different entries in both forms.
func tables(n int) (constants string, memory [][8]uint64) {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	memory = make([][8]uint64, n)
	var b []byte
	for i := range memory {
		for j := range memory[i] {
			memory[i][j] = r.Uint64()
			b = binary.LittleEndian.AppendUint64(b, memory[i][j])
		}
	}
	return string(b), memory
}

// TestDigits takes every digit of every width in use to its entry and its sign.
func TestDigits(t *testing.T) {
	defer cpu.ForceGeneric(!cpu.Accelerated())
	for _, force := range []bool{false, true} {
		cpu.ForceGeneric(force)
		for w := uint(1); w < 8; w++ {
			constants, memory := tables(1 << (w - 1))
			for v := range uint64(1) << w {
				d := New(v, w)
				number := 2*int(v) + 1 - 1<<w // the sum of the signed bits
				if negative := d.Negative().Declassify(); negative != (number < 0) {
					t.Errorf("%d, %s: Negative is %v", number, cpu.Name(), negative)
				}
				want := memory[max(number, -number)/2]
				var z Entry
				if d.FromConstants(&z, constants); *z.words() != want {
					t.Errorf("%d, %s: FromConstants", number, cpu.Name())
				}
				z = Entry{}
				if selectConstantHalves(z.words(), constants, uint32(d.index)); *z.words() != want {
					t.Errorf("%d: halves", number)
				}
				z = Entry{}
				if d.FromMemory(&z, memory); *z.words() != want {
					t.Errorf("%d, %s: FromMemory", number, cpu.Name())
				}
			}
		}
	}
}

// TestColumns takes the digits of every width in use of eight numbers to their indices
// and signs.
func TestColumns(t *testing.T) {
	for w := uint(1); w <= 6; w++ {
		for at := uint(0); at+w <= 48; at++ {
			for first := range uint64(1) << w {
				var c Columns
				var z Column
				for i := range uint64(8) {
					v := (first + 11*i) & (1<<w - 1)
					c.Set(int(i), 0xaaaaaaaaaaaaaaaa&^((1<<w-1)<<at)|v<<at)
				}
				z.SetColumn(&c, at, w)
				for i := range uint64(8) {
					d := New((first+11*i)&(1<<w-1), w)
					index := uint64(0)
					for j := range 8 {
						index |= z.bits >> (8*j + int(i)) & 1 << j
					}
					if index != d.index || z.negative>>i&1 != d.negative {
						t.Fatalf("%d bits from %d on, first %d: number %d", w, at, first, i)
					}
				}
			}
		}
	}
}

func BenchmarkDigit(b *testing.B) {
	constants, memory := tables(32)
	d := New(5, 6)
	var z Entry
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"FromConstants 32", func() { d.FromConstants(&z, constants) }},
		{"FromMemory 16", func() { d.FromMemory(&z, memory[:16]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.f()
			}
		})
	}
}
