// Package vectors reads the published test vectors that the repository keeps in
// its folder vectors, for tests.
package vectors

import (
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Open returns the file of that name, relative to the folder. Where the module
// has been taken out of its repository, the test is skipped.
func Open(t testing.TB, name string) *os.File {
	t.Helper()
	const folder = "vectors"
	up := ""
	for range 8 {
		f, err := os.Open(filepath.Join(up, folder, filepath.FromSlash(name)))
		if err == nil {
			t.Cleanup(func() { f.Close() })
			return f
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		up = filepath.Join(up, "..")
	}
	t.Skip("SKIPPED " + name + ": run the test inside the repository, which has the vectors")
	return nil
}

// JSON decodes a file into v.
func JSON(t testing.TB, name string, v any) {
	t.Helper()
	if err := json.NewDecoder(Open(t, name)).Decode(v); err != nil {
		t.Fatal(err)
	}
}

// CSV returns the rows of a file; lines that start with # are comments.
func CSV(t testing.TB, name string) [][]string {
	t.Helper()
	r := csv.NewReader(Open(t, name))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Hex decodes a string in a vector.
func Hex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Bytes is a byte string that JSON has in hex.
type Bytes []byte

// UnmarshalText decodes hex.
func (b *Bytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}
