//go:build !linux

package worker

import (
	"io"
	"os"
)

// pipe returns the two ends of a pipe.
func pipe() (io.Reader, *os.File, error) { return os.Pipe() }
