package sigfile

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

type parsed struct {
	number int
	row    Row
	err    error
}

func readAll(text string) (lines []parsed, format Format, err error) {
	r, err := NewReader(strings.NewReader(text))
	if err != nil {
		return nil, "", err
	}
	for {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			if r.BytesRead() != int64(len(text)) {
				err = fmt.Errorf("%d bytes read of %d", r.BytesRead(), len(text))
				return nil, "", err
			}
			return lines, r.Format(), nil
		}
		if err != nil {
			return nil, "", err
		}
		row, err := r.Parse(l)
		lines = append(lines, parsed{l.Number, row, err})
	}
}

func decode(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

const header = "alg,kind,pubkey,digest,sig,txid\n"

func TestCSV(t *testing.T) {
	digest := strings.Repeat("5a", 32)
	ecdsa, schnorr := "ecdsa,p2pkh,0203,"+digest+",3006,00ff", "schnorr,1,"+testPub+","+digest+","+testSig+","
	rowE := Row{ECDSA, decode("0203"), decode(digest), decode("3006")}
	rowS := Row{Schnorr, decode(testPub), decode(digest), decode(testSig)}
	swap := func(line string, column int, value string) string {
		f := strings.Split(line, ",")
		f[column] = value
		return strings.Join(f, ",")
	}
	good := func(number int, r Row) parsed { return parsed{number, r, nil} }
	bad := func(number int, reason string) parsed { return parsed{number, Row{}, errors.New(reason)} }
	for _, c := range []struct {
		name, text string
		want       []parsed // an error is the start of a reason
	}{
		{"ECDSA", header + ecdsa, []parsed{good(2, rowE)}},
		{"both", header + ecdsa + "\n" + schnorr + "\n", []parsed{good(2, rowE), good(3, rowS)}},
		{"CRLF", strings.ReplaceAll(header+ecdsa+"\n"+schnorr+"\n", "\n", "\r\n"), []parsed{good(2, rowE), good(3, rowS)}},
		{"LF and CRLF", header + ecdsa + "\r\n\r\n" + schnorr + "\n" + ecdsa + "\r\n", []parsed{good(2, rowE), good(4, rowS), good(5, rowE)}},
		{"line ends in quotes", header + strings.Replace(ecdsa, "p2pkh", "\"a\r\n\n\"\"\nb\"", 1) + "\n" + schnorr, []parsed{good(2, rowE), good(6, rowS)}},
		{"line ends in the header", "\"a\n\n\"," + header + "," + ecdsa + "\n", []parsed{good(4, rowE)}},
		{"a quote that opens nothing", header + strings.Replace(ecdsa, "p2pkh", "a\"", 1) + "\n" + schnorr, []parsed{bad(2, `bare "`), good(3, rowS)}},
		{"a second closing quote", header + strings.Replace(ecdsa, "p2pkh", `"a"b"`, 1) + "\n" + schnorr, []parsed{bad(2, ""), good(3, rowS)}},
		{"Latin-1 in the header and elsewhere", strings.Replace(header, "kind", "\xe9", 1) + strings.Replace(ecdsa, "p2pkh", "\xe9", 1), []parsed{good(2, rowE)}},
		{"carriage return", header + strings.Replace(ecdsa, "3006", "3006\r", 1) + "\n" + schnorr, []parsed{bad(2, "a carriage return without a line feed"), good(3, rowS)}},
		{"carriage return in a line with quotes", header + strings.Replace(ecdsa, "p2pkh", "a\r,\"b\"", 1) + "\n" + schnorr, []parsed{bad(2, "a carriage return without a line feed"), good(3, rowS)}},
		{"carriage return behind a line", header + ecdsa + "\r\r\n" + schnorr + "\r", []parsed{bad(2, "a carriage return without a line feed"), good(3, rowS)}},
		{"carriage return behind a line with quotes", header + strings.Replace(ecdsa, "p2pkh", `"a"`, 1) + "\r\r\n" + schnorr + "\r\n", []parsed{bad(2, "a carriage return without a line feed"), good(3, rowS)}},
		{"carriage return in quotes", header + strings.Replace(ecdsa, "p2pkh", "\"a\rb\"", 1) + "\n", []parsed{good(2, rowE)}},
		{"lines of white space that is not blank", header + "\f\n" + ecdsa + "\n\u00a0\n\v\n\u2028\n", []parsed{bad(2, "1 fields"), good(3, rowE), bad(4, "1 fields"), bad(5, "1 fields"), bad(6, "1 fields")}},
		{"byte order mark", "\ufeff" + header + ecdsa, []parsed{good(2, rowE)}},
		{"blank lines", "\n \r\n" + header + "\n\n" + ecdsa + "\n\t\n", []parsed{good(6, rowE)}},
		{"many blank lines", header + strings.Repeat("\n", 200000) + " \n\r\n" + ecdsa + strings.Repeat("\r\n", 70000) + schnorr, []parsed{good(200004, rowE), good(270004, rowS)}},
		{"header of capitals, with blanks", "ALG, Kind , PubKey,Digest ,sig,txid\n" + ecdsa, []parsed{good(2, rowE)}},
		{"quotes", header + `"` + strings.ReplaceAll(ecdsa, ",", `","`) + `"`, []parsed{good(2, rowE)}},
		{"capitals", header + strings.ToUpper(ecdsa), []parsed{good(2, rowE)}},
		{"more columns", header + ecdsa + ",more,and more", []parsed{bad(2, "8 fields, the header has 6")}},
		{"other order", "sig,digest,alg,pubkey\n3006," + digest + ", ecdsa ,0203", []parsed{good(2, rowE)}},
		{"only a header", header, nil},

		{"few columns", header + "ecdsa,1,2\n" + ecdsa, []parsed{bad(2, "3 fields, the header has 6"), good(3, rowE)}},
		{"alg", header + swap(ecdsa, 0, "rsa"), []parsed{bad(2, `alg "rsa"`)}},
		{"no hex", header + swap(ecdsa, 2, "zz"), []parsed{bad(2, "pubkey")}},
		{"odd hex", header + "\n" + swap(ecdsa, 3, "123"), []parsed{bad(3, "digest")}},
		{"digest size", header + swap(ecdsa, 3, "1234"), []parsed{bad(2, "digest has 2 bytes")}},
		{"schnorr key of 33 bytes", header + swap(schnorr, 2, "02"+testPub), []parsed{bad(2, "pubkey has 33 bytes")}},
		{"schnorr sig of 63 bytes", header + swap(schnorr, 4, testSig[2:]), []parsed{bad(2, "signature has 63 bytes")}},
		{"open quote", header + ecdsa + "\n" + `ecdsa,"x` + "\n" + ecdsa, []parsed{good(2, rowE), bad(3, "a quote that is not closed")}},
		{"open quote, long", header + `ecdsa,"x` + strings.Repeat("\n"+strings.Repeat("a", MaxLine/2-4), 2) + "\n" + ecdsa, []parsed{bad(2, "longer than"), good(5, rowE)}},
		{"open quote, long line", header + `ecdsa,"x` + "\n" + strings.Repeat("a", 2*MaxLine) + "\n" + ecdsa, []parsed{bad(2, "longer than"), good(4, rowE)}},
		{"long line", header + strings.Repeat("a", MaxLine+1) + "\n" + ecdsa, []parsed{bad(2, "the line is longer"), good(3, rowE)}},
		{"very long last line", header + ecdsa + "\n" + strings.Repeat("a", 3*MaxLine), []parsed{good(2, rowE), bad(3, "the line is longer")}},
		{"longest line", header + swap(ecdsa, 5, strings.Repeat("a", MaxLine-len(ecdsa)+4)), []parsed{good(2, rowE)}},
	} {
		got, format, err := readAll(c.text)
		if err != nil || format != CSV || len(got) != len(c.want) {
			t.Errorf("%s: %s, %d lines, %v", c.name, format, len(got), err)
			continue
		}
		for i, w := range c.want {
			g := got[i]
			if g.number != w.number || !reflect.DeepEqual(g.row, w.row) || (g.err == nil) != (w.err == nil) ||
				g.err != nil && !strings.HasPrefix(g.err.Error(), w.err.Error()) {
				t.Errorf("%s: %+v, want %+v", c.name, g, w)
			}
		}
	}
}

func TestNoRows(t *testing.T) {
	for _, c := range []struct{ name, text, reason string }{
		{"nothing", "", "empty"},
		{"blank", "\n\r\n  \n", "empty"},
		{"byte order mark", "\ufeff", "empty"},
		{"no header", "ecdsa,00,00,00", "columns pubkey, digest and signature"},
		{"column missing", "alg,pubkey,sig\n", "no digest or message"},
		{"column twice", "alg,sig,pubkey,sig,digest\n", `two columns "sig"`},
		{"array", "[]\n", "neither a JSON object"},
		{"a secret key", strings.Repeat("c0ffee", 11) + "\n", "no pubkey, no digest or message, no signature or sig"},
		{"old ends of lines", strings.ReplaceAll(header, "\n", "\r") + "a\r", "line 1: neither a JSON object nor a CSV header: a carriage return without a line feed"},
		{"open quote", "alg,\"pubkey\n", "line 1: a quote that is not closed"},
		{"UTF-16", "\xff\xfea\x00", "line 1: UTF-16, not UTF-8; convert it: iconv -f UTF-16"},
		{"UTF-16, big-endian", "\xfe\xff\x00a", "line 1: UTF-16, not UTF-8; convert it: iconv -f UTF-16"},
		{"UTF-16 without a mark", "a\x00l\x00", "line 1: UTF-16LE, not UTF-8; convert it"},
		{"UTF-16, big-endian, without a mark", "\x00{\x00\"", "line 1: UTF-16BE, not UTF-8; convert it"},
		{"UTF-32", "\xff\xfe\x00\x00", "line 1: UTF-32, not UTF-8; convert it"},
		{"UTF-32, big-endian", "\x00\x00\xfe\xff", "line 1: UTF-32, not UTF-8; convert it"},
		{"gzip", "\x1f\x8b\x08\x00", "compressed by gzip, and damaged"},
		{"zstd", "\x28\xb5\x2f\xfd", "compressed by zstd, and damaged"},
		{"Parquet", "PAR1\x00", "line 1: Parquet"},
		{"long first line", strings.Repeat("a", MaxLine+1), "line 1: the line is longer"},
	} {
		if _, _, err := readAll(c.text); err == nil || !strings.Contains(err.Error(), c.reason) || strings.Contains(err.Error(), "c0ffee") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	broken := errors.New("broken disk")
	if _, err := NewReader(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("read error: %v", err)
	}
	r, err := NewReader(io.MultiReader(strings.NewReader(header), iotest.ErrReader(broken)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("read error: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(header + "ecdsa,,02,00,3006020101020101,"))
	f.Add([]byte(header + "schnorr,1," + testPub + "," + testPub + "," + testSig + ","))
	f.Add([]byte(makeEvent(`[0,"PUBKEY",1700000000,1,[],"hello"]`, `[]`, `"hello"`)))
	f.Add([]byte("pubkey;message;signature;alg\n" + testPub + ";0x00;\\x" + testSig + ";schnorr"))
	f.Add([]byte(`{"pubkey":"02","digest":"` + testPub + `","sig":"3006","alg":null}`))
	f.Add([]byte(`{"id":"00","tags":[["\ud83d\ude00"]],"content":"\\"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines, _, err := readAll(string(text))
		if err != nil {
			return
		}
		for i, l := range lines {
			if l.number < 1 || i > 0 && l.number <= lines[i-1].number {
				t.Errorf("line numbers %d", l.number)
			}
			if l.err == nil && (l.row.Algorithm == ECDSA && len(l.row.Digest) != 32 || l.row.Algorithm == Schnorr && (len(l.row.Pubkey) != 32 || len(l.row.Sig) != 64)) {
				t.Errorf("row %+v", l.row)
			}
			if l.err != nil && bytes.ContainsRune([]byte(l.err.Error()), '\n') {
				t.Errorf("a reason of two lines: %q", l.err)
			}
		}
	})
}
