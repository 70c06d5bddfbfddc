package secrettest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// cleared tells whether the deepest that a function came is a frame that was
// cleared, so that it kept to the size of that.
func cleared(left []byte) error {
	// Return addresses are around the cleared bytes, also in those of a call that
	// had come a little deeper before.
	const around, least = 512, 400
	deepest := slices.IndexFunc(left, func(b byte) bool { return b != Filler })
	if deepest < 0 {
		return errors.New("nothing ran")
	}
	zeros := bytes.Index(left[deepest:], make([]byte, least))
	if zeros < 0 || zeros > around {
		return fmt.Errorf("the stack is not clear from %d bytes below on", len(left)-deepest)
	}
	return nil
}

// Findings says which needles are in what a function left on its stack, as Remains gives it,
// and, unless it works with public values only, whether it cleared the stack.
func Findings(left []byte, needles map[string][]byte, public bool) []string {
	var found []string
	if err := cleared(left); err != nil && !public {
		found = append(found, err.Error())
	}
	for what, piece := range needles {
		if at := bytes.Index(left, piece); at >= 0 {
			found = append(found, fmt.Sprintf("%s, %d bytes below", what, Visible-at))
		}
	}
	return found
}

// A Masked number is the two low limbs of a key, complemented, so that it is not
// found itself.
type Masked [2]uint64

// Mask masks a number of 32 bytes.
func Mask(key []byte) Masked {
	return Masked{^binary.BigEndian.Uint64(key[24:]), ^binary.BigEndian.Uint64(key[16:])}
}

// InMemory counts the key's limbs in the writable memory of this process, which it reads
// into buf. It needs Linux.
func (m Masked) InMemory(t *testing.T, buf []uint64) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	clear(buf)
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&buf[0])), 8*len(buf))
	own := uint64(uintptr(unsafe.Pointer(&buf[0])))
	found := 0
	for lines := bufio.NewScanner(bytes.NewReader(maps)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		var from, to uint64
		if _, err := fmt.Sscanf(f[0], "%x-%x", &from, &to); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(f[1], "rw") {
			continue
		}
		for at := from; at < to; at += uint64(len(raw)) - 16 {
			n, err := mem.ReadAt(raw[:min(uint64(len(raw)), to-at)], int64(at))
			if err != nil && err != io.EOF && n == 0 {
				break
			}
			words := buf[:n/8]
			for i := 0; i+1 < len(words); i++ {
				a := at + uint64(8*i)
				if ^words[i] == m[0] && ^words[i+1] == m[1] && (a < own || a >= own+uint64(len(raw))) {
					found++
				}
			}
		}
	}
	clear(buf)
	return found
}

// Deeper calls f with n frames of at least 64 bytes more on the stack.
//
//go:noinline
func Deeper(n int, f func()) {
	var b [64]byte
	if n == 0 {
		f()
	} else {
		Deeper(n-1, f)
	}
	Touch(&b[0])
}
