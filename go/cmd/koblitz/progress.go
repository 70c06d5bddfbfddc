package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar on a terminal, and nothing elsewhere.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress makes a bar for so many bytes; -1 is an unknown number.
func newProgress(out *os.File, size int64) *progress {
	if !term.IsTerminal(int(out.Fd())) {
		return &progress{}
	}
	return &progress{progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(out),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetPredictTime(size > 0),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)}
}

func (p *progress) set(bytes int64) {
	if p.bar != nil {
		_ = p.bar.Set64(bytes) // a bar that cannot be drawn is no reason to stop
	}
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
