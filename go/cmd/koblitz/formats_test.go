package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

	"koblitz.dev/secp256k1/internal/vectors"
)

// A formatCase is a file of vectors/formats/cases.json, which says what its members are.
type formatCase struct {
	Name, File, End, Kind, Compress, Encoding string
	Lines                                     []string
	Rows                                      []string
	At                                        []int
	Cut, Status                               int
}

// content is the file.
func (c *formatCase) content(t *testing.T, values map[string]string) []byte {
	t.Helper()
	end := c.End
	if end == "" {
		end = "\n"
	}
	text := ""
	for _, line := range c.Lines {
		text += line + end
	}
	for name, value := range values {
		text = strings.ReplaceAll(text, "<"+name+">", value)
	}
	b := []byte(text)
	if c.Encoding == "utf-16" {
		b = []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(text)) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
	}
	var out bytes.Buffer
	switch c.Compress {
	case "gzip":
		w := gzip.NewWriter(&out)
		if _, err := w.Write(b); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		b = out.Bytes()
	case "zstd":
		w, err := zstd.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(b); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		b = out.Bytes()
	}
	return b[:len(b)-c.Cut]
}

// TestFormats reads every file of the table that koblitz-bulk reads, too: each row with its
// verdict, its number and its line.
func TestFormats(t *testing.T) {
	var table struct {
		Values map[string]string
		Cases  []formatCase
	}
	vectors.JSON(t, "formats/cases.json", &table)
	row := regexp.MustCompile(`^.*:(\d+): row (\d+): (failed|malformed): .`)
	for _, c := range table.Cases {
		t.Run(c.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.File)
			if err := os.WriteFile(path, c.content(t, table.Values), 0o600); err != nil {
				t.Fatal(err)
			}
			args := []string{"verify", "--input", path}
			if c.Kind == "schnorr" {
				args = append(args, "--alg", c.Kind)
			}
			out, errs, status := run(t, "", args...)
			if status != c.Status {
				t.Fatalf("status %d, want %d: %s%s", status, c.Status, out, errs)
			}
			if len(c.Rows) == 0 {
				return
			}
			found := map[int]string{}
			for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
				m := row.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				at, _ := strconv.Atoi(m[1])
				number, _ := strconv.Atoi(m[2])
				found[number] = m[3]
				if number < len(c.At) && c.At[number] != at {
					t.Errorf("row %d is said to be in line %d: %s", number, at, line)
				}
			}
			for i, want := range c.Rows {
				got := found[i]
				switch want {
				case "valid":
					want = ""
				case "bad", "null":
					want = "malformed"
				case "failed or bad":
					want = got
				}
				if got != want {
					t.Errorf("row %d: %q, want %q", i, got, want)
				}
			}
			if count := fmt.Sprintf(": %d rows: ", len(c.Rows)); !strings.Contains(out, count) {
				t.Errorf("%s, want %d rows", out, len(c.Rows))
			}
		})
	}
}
