package sigfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// mostWindow bounds what a file of zstd may ask for, in bytes, as the command zstd does.
const mostWindow = 1 << 27

// A counter counts the bytes that are read through it.
type counter struct {
	in io.Reader
	n  atomic.Int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// decompressed returns what in holds, decompressed if its first bytes are those of gzip or
// zstd, and whether they are.
func decompressed(in *bufio.Reader) (*bufio.Reader, bool, error) {
	start, err := in.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	var out io.Reader
	switch {
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, true, fmt.Errorf("compressed by gzip, and damaged: %w", err)
		}
		out = damaged{z, "gzip"}
	case bytes.HasPrefix(start, []byte("\x28\xb5\x2f\xfd")):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			return nil, true, fmt.Errorf("compressed by zstd, and damaged: %w", err)
		}
		out = damaged{z, "zstd"}
	default:
		return in, false, nil
	}
	return bufio.NewReaderSize(out, bufferSize), true, nil
}

// damaged says of an error that compressed data are damaged.
type damaged struct {
	io.Reader
	by string
}

func (d damaged) Read(b []byte) (int, error) {
	n, err := d.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("compressed by %s, and damaged or cut off: %w", d.by, err)
	}
	return n, err
}
