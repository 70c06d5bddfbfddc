package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"koblitz.dev/secp256k1/libsecp"
)

const header = "alg,kind,pubkey,digest,sig,txid\n"

// ecdsaRow returns a valid row, with a high s if asked.
func ecdsaRow(t testing.TB, i int, high bool) string {
	t.Helper()
	sec, digest := sha256.Sum256(fmt.Appendf(nil, "key %d", i)), sha256.Sum256(fmt.Appendf(nil, "digest %d", i))
	pub, err1 := native{}.PublicKey(sec[:])
	sig, err2 := native{}.SignECDSA(sec[:], digest[:])
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	der, err := native{}.SerializeDER(sig)
	if err != nil {
		t.Fatal(err)
	}
	if high {
		der = otherS(t, sig)
	}
	return fmt.Sprintf("ecdsa,p2pkh,%x,%x,%x,00", pub, digest, der)
}

func schnorrRow(t testing.TB, i int) string {
	t.Helper()
	sec, digest := sha256.Sum256(fmt.Appendf(nil, "key %d", i)), sha256.Sum256(fmt.Appendf(nil, "digest %d", i))
	pub, err1 := native{}.PublicKey(sec[:])
	sig, err2 := native{}.SignSchnorr(sec[:], digest[:], nil)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("schnorr,,%x,%x,%x,", pub[1:], digest, sig)
}

// event returns a Nostr event as a JSON line.
func event(t testing.TB, content string) string {
	t.Helper()
	sec := sha256.Sum256([]byte("key"))
	pub, err := native{}.PublicKey(sec[:])
	if err != nil {
		t.Fatal(err)
	}
	id := sha256.Sum256(fmt.Appendf(nil, `[0,"%x",1700000000,1,[["t","x"]],%q]`, pub[1:], content))
	sig, err := native{}.SignSchnorr(sec[:], id[:], nil)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"id":"%x","pubkey":"%x","created_at":1700000000,"kind":1,"tags":[["t","x"]],"content":%q,"sig":"%x"}`, id, pub[1:], content, sig)
}

func column(row string, at int, value string) string {
	f := strings.Split(row, ",")
	f[at] = value
	return strings.Join(f, ",")
}

func TestInput(t *testing.T) {
	low, high, schnorr := ecdsaRow(t, 1, false), ecdsaRow(t, 2, true), schnorrRow(t, 3)
	other := strings.Repeat("5a", 32)
	hello := event(t, "hello")
	var many strings.Builder
	many.WriteString(header)
	var manyWant []string
	for i := range 3 * batchLines {
		if i%batchLines == 7 {
			many.WriteString(column(low, 3, other) + "\n")
			manyWant = append(manyWant, fmt.Sprintf("%d: failed: the signature does not verify", i+2))
		} else {
			many.WriteString(low + "\n")
		}
	}
	for _, c := range []struct {
		name, text string
		options    string
		status     int
		rows       []string // LINE: word: start of the reason
		summary    string   // or a part of the error
	}{
		{"good", header + low + "\n" + schnorr + "\n", "", 0, nil, "2 rows: 2 valid, 0 failed, 0 malformed"},
		{"high s", header + low + "\n" + high, "", 0, nil, "2 rows: 2 valid (1 with a high s), 0 failed, 0 malformed"},
		{"high s refused", header + low + "\n" + high, "--low-s", 1, []string{"3: failed: the signature has a high s"}, "2 rows: 1 valid, 1 failed, 0 malformed"},
		{"failed", header + column(low, 3, other) + "\n" + column(schnorr, 3, other) + "\n" + low, "", 1,
			[]string{"2: failed: the signature does not verify", "3: failed: the signature does not verify"}, "3 rows: 1 valid, 2 failed, 0 malformed"},
		{"bad", header + low + "\n\nx\n" + column(low, 4, "00") + "\n" + column(low, 2, "02"+zeros) + "\n" + column(schnorr, 2, zeros), "", 1,
			[]string{"4: malformed: 1 fields, the header has 6", "5: malformed: signature of 1 bytes is not strict DER", "6: malformed: ", "7: malformed: "}, "5 rows: 1 valid, 0 failed, 4 malformed"},
		{"lines of a row", header + column(low, 1, "\"a\n\nb\"") + "\n" + column(low, 3, other) + "\r\n" + column(low, 1, "\"c"), "", 1,
			[]string{"5: failed: ", "6: malformed: a quote that is not closed"}, "3 rows: 1 valid, 1 failed, 1 malformed"},
		{"UTF-16", "\xff\xfea\x00", "", 2, nil, "line 1: UTF-16, not UTF-8; convert it: iconv"},
		{"long line", header + low + "\n" + strings.Repeat("a", 5<<20) + "\n" + low, "", 1, []string{"3: malformed: the line is longer"}, "3 rows: 2 valid, 0 failed, 1 malformed"},
		{"events", hello + "\n" + event(t, "two"), "", 0, nil, "2 rows: 2 valid, 0 failed, 0 malformed"},
		{"events, changed", hello + "\n" + strings.Replace(hello, "hello", "Hello", 1) + "\n{}\n", "", 1,
			[]string{"2: malformed: id is not the SHA-256", `3: malformed: the event has no "id"`}, "3 rows: 1 valid, 0 failed, 2 malformed"},
		{"events, other signature", strings.Replace(hello, `"sig":"`, `"sig":"0`, 1)[:len(hello)-2] + `"}`, "", 1,
			[]string{"1: failed: the signature does not verify"}, "1 rows: 0 valid, 1 failed, 0 malformed"},
		{"several batches, in order", many.String(), "", 1, manyWant, fmt.Sprintf("%d rows: %d valid, 3 failed, 0 malformed", 3*batchLines, 3*batchLines-3)},
		{"empty", "", "", 2, nil, "the file is empty"},
		{"only a header", header, "", 2, nil, "no rows: nothing was verified"},
		{"no header", low, "", 2, nil, "line 1: neither a JSON object nor a CSV header"},
	} {
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		for suite, options := range suites(t) {
			for _, from := range []string{path, "-"} {
				args := append([]string{"verify", "--input", from}, strings.Fields(c.options)...)
				stdin := ""
				if from == "-" {
					stdin = c.text
				}
				out, errs, status := run(t, stdin, append(args, options...)...)
				name := from
				if from == "-" {
					name = "standard input"
				}
				checkInput(t, c.name+", "+suite, name, out+errs, c.rows, c.summary)
				if status != c.status {
					t.Errorf("%s, %s: status %d, want %d: %s", c.name, suite, status, c.status, errs)
				}
			}
		}
	}
}

func checkInput(t *testing.T, name, from, out string, rows []string, summary string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) < len(rows)+1 || len(lines) > len(rows)+2 {
		t.Errorf("%s: %d lines: %.500q", name, len(lines), out)
		return
	}
	for i, want := range rows {
		line, word, _ := strings.Cut(want, ": ")
		if !regexp.MustCompile("^" + regexp.QuoteMeta(from+":"+line) + `: row \d+: ` + regexp.QuoteMeta(word)).MatchString(lines[i]) {
			t.Errorf("%s: %q, want %q", name, lines[i], want)
		}
	}
	if last := lines[len(lines)-1]; !strings.Contains(last, summary) {
		t.Errorf("%s: %q, want %q", name, last, summary)
	}
}

// An interrupt or a termination ends a command that waits for input, with what it has counted.
func TestInterrupt(t *testing.T) {
	for signal, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(signal.String(), func(t *testing.T) { interrupt(t, signal, status) })
	}
}

func interrupt(t *testing.T, signal syscall.Signal, want int) {
	cmd := child("verify", "--input", "-")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	row := ecdsaRow(t, 1, false)
	text := header + column(row, 3, zeros) + "\n" + strings.Repeat(row+"\n", batchLines)
	if _, err := io.WriteString(in, text); err != nil {
		t.Fatal(err)
	}
	// The first batch is counted when its row is shown; the reader waits for the second.
	buffered := bufio.NewReader(stdout)
	shown, err := buffered.ReadString('\n')
	if err != nil || !strings.Contains(shown, ":2: row 0: failed") {
		t.Fatalf("%q, %v", shown, err)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(buffered)
	if err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != want || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("status %d, %q", status, errs.String())
	}
	if want := fmt.Sprintf("%d rows: %d valid, 1 failed", batchLines, batchLines-1); !strings.Contains(string(out), want) {
		t.Errorf("no count: %q", out)
	}
	in.Close()
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken disk")
	in := io.MultiReader(strings.NewReader(header+ecdsaRow(t, 1, false)+"\n"), iotest.ErrReader(broken))
	count, err := verifyAll(context.Background(), in, &verification{suite: native{}}, func(*batch) error { return nil })
	if !errors.Is(err, broken) || count.valid != 1 {
		t.Errorf("%+v, %v", count, err)
	}
	full := syscall.ENOSPC
	if _, err := verifyAll(context.Background(), strings.NewReader(event(t, "x")), &verification{suite: native{}}, func(*batch) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

// A library that cannot verify a row's kind ends the run: its row is not bad.
func TestMissingFunction(t *testing.T) {
	count, err := verifyAll(context.Background(), strings.NewReader(event(t, "x")), &verification{suite: withoutSchnorr{}}, func(*batch) error { return nil })
	if !isMissing(err) || count.rows() != 0 {
		t.Errorf("%+v, %v", count, err)
	}
}

type withoutSchnorr struct{ native }

func (withoutSchnorr) VerifySchnorr(_, _, _ []byte) (bool, error) {
	return false, &libsecp.MissingSymbolError{Library: "lib.so", Symbol: "secp256k1_schnorrsig_verify"}
}

// Half a gigabyte of lines that are nearly as long as they may be takes no more
// memory than a little of it.
func TestConstantMemory(t *testing.T) {
	line := strings.Repeat("a", 1<<20-1) + "\n"
	const lines = 512
	readers := []io.Reader{strings.NewReader(header)}
	for range lines {
		readers = append(readers, strings.NewReader(line))
	}
	var most uint64
	seen := 0
	count, err := verifyAll(context.Background(), io.MultiReader(readers...), &verification{suite: native{}}, func(b *batch) error {
		if seen += len(b.lines); seen >= 64 {
			seen = 0
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
		return nil
	})
	if err != nil || count.bad != lines {
		t.Errorf("%+v, %v", count, err)
	}
	// Some megabytes for each processor, and what the collector has not reached.
	if limit := uint64(lines/4) << 20; most > limit {
		t.Errorf("%d bytes of memory for a file of %d MiB", most, lines)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add([]byte(header + ecdsaRow(f, 1, false)))
	f.Add([]byte(header + schnorrRow(f, 1)))
	f.Add([]byte(event(f, "x")))
	f.Fuzz(func(t *testing.T, text []byte) {
		shown := int64(0)
		count, err := verifyAll(context.Background(), strings.NewReader(string(text)), &verification{suite: native{}}, func(b *batch) error {
			shown += int64(len(b.verdicts))
			return nil
		})
		if err == nil && count.rows() != shown {
			t.Errorf("%+v, %d shown", count, shown)
		}
	})
}

// otherS returns the DER encoding of a signature with the other s.
func otherS(t testing.TB, sig []byte) []byte {
	t.Helper()
	n, _ := new(big.Int).SetString(order, 16)
	s := n.Sub(n, new(big.Int).SetBytes(sig[32:]))
	der, err := native{}.SerializeDER(append(sig[:32:32], s.FillBytes(make([]byte, 32))...))
	if err != nil {
		t.Fatal(err)
	}
	return der
}
