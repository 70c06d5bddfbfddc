package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	batches "koblitz.dev/secp256k1/batch"
	"koblitz.dev/secp256k1/cmd/koblitz/sigfile"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/libsecp"
)

// A batch has at most so many lines, and so many bytes but for its last line. Two
// more than there are processors are in memory at most.
const (
	batchLines = 512
	batchBytes = 1 << 20
)

type batch struct {
	reader   *sigfile.Reader
	lines    []sigfile.Line
	end      int64 // how much of the file has been read
	verdicts []verdict
	done     chan struct{}
	err      error // of reading: what comes after the lines
}

// tally counts rows.
type tally struct{ valid, highS, failed, bad int64 }

func (t *tally) rows() int64 { return t.valid + t.highS + t.failed + t.bad }

func (t *tally) String() string {
	text := fmt.Sprintf("%d rows: %d valid", t.rows(), t.valid+t.highS)
	if t.highS > 0 {
		text += fmt.Sprintf(" (%d with a high s)", t.highS)
	}
	return text + fmt.Sprintf(", %d failed, %d malformed", t.failed, t.bad)
}

// A verification is how a file's rows are verified.
type verification struct {
	suite
	scheme sigfile.Algorithm // of rows without an alg
	lowS   bool
}

func verifyInput(cmd *cobra.Command, how *verification, path string) error {
	in, size := os.Stdin, int64(-1)
	if path == "-" {
		path = "standard input"
	} else {
		f, err := os.Open(path)
		if err != nil && strings.Contains(path, "://") {
			return fmt.Errorf("%w: --input reads a local file; to read what another program fetches, pipe it into --input -", err)
		}
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
		info, err := f.Stat()
		switch {
		case err != nil:
			return err
		case info.IsDir():
			return fmt.Errorf("%s: a folder; --input reads one file", path)
		case info.Mode().IsRegular():
			size = info.Size()
		}
	}
	out := cmd.OutOrStdout()
	bar := newProgress(os.Stderr, size)
	start := time.Now()
	ctx, stop := interruptible(cmd.Context())
	defer stop()
	count, err := verifyAll(ctx, in, how, func(b *batch) error {
		bar.set(b.end)
		return report(out, bar, path, b)
	})
	bar.clear()
	var stopped *interruption
	if errors.As(context.Cause(ctx), &stopped) && errors.Is(err, context.Canceled) {
		err = stopped
	} else if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	seconds := time.Since(start).Seconds()
	fmt.Fprintf(out, "%s: %v; %.1f s, %.0f rows a second\n", path, &count, seconds, float64(count.rows())/max(seconds, 1e-9))
	switch {
	case err != nil:
		return err
	case count.rows() == 0:
		return fmt.Errorf("%s: no rows: nothing was verified", path)
	case count.failed+count.bad > 0:
		return errInvalid
	}
	return nil
}

// report prints the rows of a batch that are not valid.
func report(out io.Writer, bar *progress, path string, b *batch) error {
	w := bufio.NewWriter(out)
	for i, v := range b.verdicts {
		if v.outcome != failed && v.outcome != bad {
			continue
		}
		bar.clear()
		word := "failed"
		if v.outcome == bad {
			word = "malformed"
		}
		fmt.Fprintf(w, "%s:%d: row %d: %s: %s\n", path, b.lines[i].Number, b.lines[i].Row, word, v.reason)
	}
	return w.Flush()
}

// verifyAll verifies a stream on all processors and gives each batch to show, in
// the stream's order. It returns what it has counted also with an error.
func verifyAll(ctx context.Context, in io.Reader, how *verification, show func(*batch) error) (count tally, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	work, order := make(chan *batch, workers), make(chan *batch, workers)
	go readBatches(ctx, in, how.scheme, work, order)
	for range workers {
		go func() {
			for b := range work {
				b.verify(how)
			}
		}()
	}
	for {
		var b *batch
		select {
		case <-ctx.Done():
			return count, ctx.Err()
		case b = <-order:
		}
		select {
		case <-ctx.Done():
			return count, ctx.Err()
		case <-b.done:
		}
		for _, v := range b.verdicts {
			switch {
			case v.fatal != nil:
				return count, v.fatal
			case v.outcome == valid:
				count.valid++
			case v.outcome == highS:
				count.highS++
			case v.outcome == failed:
				count.failed++
			default:
				count.bad++
			}
		}
		if err := show(b); err != nil {
			return count, err
		}
		if errors.Is(b.err, io.EOF) {
			return count, nil
		}
		if b.err != nil {
			return count, b.err
		}
	}
}

// readBatches ends with a batch that has an error, io.EOF after the last line.
// Where the stream blocks, it outlives verifyAll until the stream does not.
func readBatches(ctx context.Context, in io.Reader, scheme sigfile.Algorithm, work, order chan<- *batch) {
	defer close(work)
	reader, err := sigfile.NewReader(in)
	if err == nil {
		reader.SetAlgorithm(scheme)
	}
	for {
		b := &batch{reader: reader, done: make(chan struct{}), err: err}
		if b.err == nil {
			b.read()
		}
		last := b.err != nil
		for _, to := range []chan<- *batch{work, order} {
			select {
			case to <- b:
			case <-ctx.Done():
				return
			}
		}
		if last {
			return
		}
	}
}

func (b *batch) read() {
	for size := 0; len(b.lines) < batchLines && size < batchBytes; {
		var l sigfile.Line
		if l, b.err = b.reader.Next(); b.err != nil {
			break
		}
		b.lines = append(b.lines, l)
		size += len(l.Text)
	}
	b.end = b.reader.BytesRead()
}

func (b *batch) verify(how *verification) {
	defer close(b.done)
	b.verdicts = make([]verdict, len(b.lines))
	rows, errs := make([]sigfile.Row, len(b.lines)), make([]error, len(b.lines))
	for i, l := range b.lines {
		rows[i], errs[i] = b.reader.Parse(l)
	}
	var good []bool
	if _, ok := how.suite.(native); ok {
		good = together(rows, errs)
	}
	for i := range rows {
		switch {
		case errs[i] != nil:
			b.verdicts[i] = verdict{outcome: bad, reason: errs[i].Error()}
		case good != nil && good[i]:
			b.verdicts[i] = verified(rows[i].Algorithm == sigfile.ECDSA && isHighS(rows[i].Sig), how.lowS)
		default: // alone, which says what is wrong
			b.verdicts[i] = verifyRow(how.suite, rows[i], how.lowS)
		}
	}
}

// isHighS reports whether a valid ECDSA signature, in DER or of 64 bytes of r and s, has a high s.
func isHighS(b []byte) bool {
	sig, err := ecdsa.ParseCompact(b)
	if len(b) != ecdsa.CompactSize {
		sig, err = ecdsa.ParseDER(b)
	}
	return err == nil && sig.IsHighS()
}

// together verifies the rows without an error by package batch, and tells which are valid, with
// any s. It takes an ECDSA signature of 64 bytes for r and s.
func together(rows []sigfile.Row, errs []error) []bool {
	const schnorr, der, compact = 0, 1, 2
	good := make([]bool, len(rows))
	for form := range 3 {
		var at []int
		var keys, msgs, sigs [][]byte
		for i := range rows {
			r := &rows[i]
			of := der
			if r.Algorithm == sigfile.Schnorr {
				of = schnorr
			} else if len(r.Sig) == ecdsa.CompactSize {
				of = compact
			}
			if errs[i] == nil && of == form {
				at, keys, msgs, sigs = append(at, i), append(keys, r.Pubkey), append(msgs, r.Digest), append(sigs, r.Sig)
			}
		}
		ok := make([]bool, len(at))
		if form == schnorr {
			batches.VerifySchnorrAllEncoded(ok, keys, msgs, sigs, nil) // a scratch of its own: batches are verified side by side
		} else {
			batches.VerifyECDSAEncoded(ok, keys, msgs, sigs, batches.Rules{DER: form == der, AnyS: true})
		}
		for k, i := range at {
			good[i] = ok[k]
		}
	}
	return good
}

// isMissing reports whether a library lacks what it was asked for.
func isMissing(err error) bool {
	var missing *libsecp.MissingSymbolError
	return errors.As(err, &missing)
}
