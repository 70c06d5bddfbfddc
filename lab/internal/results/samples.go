package results

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Sample is one timed slice, a line of samples.jsonl.gz.
type Sample struct {
	Op        string  `json:"op"`
	Contender string  `json:"contender"` // SecondCopy for the baseline's
	Launch    int     `json:"launch"`    // of the process, counted from 0
	Round     int     `json:"round"`     // within launch and operation; the samples of a round are paired
	Turn      int     `json:"turn"`      // within the round
	Cold      bool    `json:"cold,omitempty"`
	Lone      bool    `json:"lone,omitempty"`         // one call, with no other row loaded
	Rows      int     `json:"rows"`                   // timed calls
	Times     int     `json:"times,omitempty"`        // that these pass over the same rows; 0 for once
	Warm      int     `json:"warm"`                   // untimed calls before them
	NS        int64   `json:"ns"`                     // of the timed calls, by the worker's clock
	Wall      int64   `json:"wall_ns"`                // of the whole request, by the conductor's clock
	CPU       int64   `json:"cpu_ns"`                 // of the process in that request; 0 where the system does not tell
	Load      int64   `json:"load_ns"`                // CPU time of the process for reading and preparing the rows
	First     float64 `json:"first_ns,omitempty"`     // a row, of a pass before the timed ones where these pass over the same rows again
	FirstCPU  int64   `json:"first_cpu_ns,omitempty"` // of the process in the request of that pass
}

// PerRow is the time of a call.
func (s Sample) PerRow() float64 { return float64(s.NS) / float64(s.Rows) }

// Loaded is how many rows were loaded for s.
func (s Sample) Loaded() int { return s.Rows/max(s.Times, 1) + s.Warm }

// SecondCopy is the name under which samples hold the hidden second copy of the
// baseline. No contender can have it.
const SecondCopy = "(second copy)"

// SamplesFile is the file of raw samples beside results.json.
const SamplesFile = "samples.jsonl.gz"

// Bounds on what ReadSamples takes.
const (
	maxSamples    = 10_000_000
	maxSampleLine = 4096
)

// WriteSamples writes samples.jsonl.gz into dir, which exists.
func WriteSamples(dir string, list []Sample) (err error) {
	f, err := renameio.NewPendingFile(filepath.Join(dir, SamplesFile), renameio.WithPermissions(0o644))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Cleanup()) }()
	z := gzip.NewWriter(f)
	enc := json.NewEncoder(z)
	for i := range list {
		if err := enc.Encode(&list[i]); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}

// ReadSamples reads what WriteSamples wrote. The file may come from anyone: a
// line with an unknown field or an impossible value is refused.
func ReadSamples(path string) ([]Sample, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := decodeSamples(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

func decodeSamples(r io.Reader) ([]Sample, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, maxSampleLine)
	var list []Sample
	for lines.Scan() {
		var s Sample
		if err := strict(lines.Bytes(), &s); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		if err := s.validate(); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		if len(list) == maxSamples {
			return nil, fmt.Errorf("more than %d lines", maxSamples)
		}
		list = append(list, s)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
	}
	return list, nil
}

func (s *Sample) validate() error {
	if err := names(s.Contender, s.Op); err != nil {
		return err
	}
	if min(s.Launch, s.Round, s.Turn, s.Warm, s.Times) < 0 || s.Rows < 1 || s.Rows%max(s.Times, 1) != 0 {
		return errors.New("a count is out of range")
	}
	for _, ns := range []int64{s.NS - 1, s.Wall, s.CPU, s.Load, s.FirstCPU} {
		if ns < 0 || ns > maxNS {
			return errors.New("a time is out of range")
		}
	}
	if !within(s.First, 0, maxNS) {
		return errors.New("a time is out of range")
	}
	return nil
}
