package contest

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// binaries hashes the files that a contender's code comes from.
func binaries(spec worker.Spec) ([]results.Binary, error) {
	var list []results.Binary
	for _, path := range spec.Private {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, err
		}
		list = append(list, results.Binary{Path: path, SHA256: hex.EncodeToString(h.Sum(nil))})
	}
	return list, nil
}
