//go:build linux && amd64 && !purego

package signer_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"koblitz.dev/secp256k1/internal/ct/valgrind"
)

// TestDerivations counts under callgrind how often InitSec multiplies the base
// point: once.
func TestDerivations(t *testing.T) {
	if testing.Short() {
		t.Skip("valgrind is slow")
	}
	program := valgrind.Build(t, ".", "./testdata/initsec")
	calls := regexp.MustCompile(`(?m)^cfn=koblitz\.dev/secp256k1/internal/point\.PublicBaseMul\ncalls=(\d+) `)
	for _, keys := range [][]string{nil, {"a key"}, {"a key", "another", "a third"}} {
		out := filepath.Join(t.TempDir(), "calls")
		cmd := exec.Command("valgrind", append([]string{"--tool=callgrind", "--compress-strings=no", "--callgrind-out-file=" + out, program}, keys...)...)
		// No signals: callgrind loses count of their handlers.
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
		if log, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, log)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, m := range calls.FindAllSubmatch(text, -1) {
			n, err := strconv.Atoi(string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			count += n
		}
		if count != len(keys) {
			t.Errorf("%d keys, %d derivations", len(keys), count)
		}
	}
}
