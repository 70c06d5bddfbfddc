//go:build linux && amd64 && !purego

package point

import (
	"encoding/hex"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct/valgrind"
)

// TestInstructionCount counts the instructions of PublicBaseMul under
// callgrind: the same number for every k.
func TestInstructionCount(t *testing.T) {
	path, err := exec.LookPath("valgrind")
	if err != nil {
		t.Skip("SKIPPED instruction count: apt-get install valgrind")
	}
	if testing.Short() {
		t.Skip("valgrind is slow")
	}
	program := filepath.Join(t.TempDir(), "basemul")
	build := exec.Command("go", "build", "-tags", "valgrind", "-o", program, "./testdata/basemul")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	collected := regexp.MustCompile(`Collected : (\d+)`)
	count := func(mode string, k *big.Int) string {
		cmd := exec.Command(path, "--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no",
			"--toggle-collect=koblitz.dev/secp256k1/internal/point.PublicBaseMul",
			program, mode, hex.EncodeToString(k.FillBytes(make([]byte, 32))))
		// No collector and no preemption within the count.
		cmd.Env = append(os.Environ(), "GOGC=off", "GODEBUG=asyncpreemptoff=1")
		out, err := cmd.CombinedOutput()
		valgrind.SkipIfRefused(t, string(out))
		m := collected.FindSubmatch(out)
		if err != nil || m == nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if name := "amd64 BMI2+ADX"; strings.Contains(string(out), name) != (mode != "generic") {
			t.Fatalf("%s: not what was asked for\n%s", mode, out)
		}
		return string(m[1])
	}
	modes := []string{"generic"}
	if cpu.Accelerated() {
		modes = append(modes, "asm", "lanes", "alone")
	}
	r := newSource(9)
	counts := map[string]string{}
	for _, mode := range modes {
		one := count(mode, big.NewInt(1))
		t.Logf("%s: %s instructions", mode, one)
		if other, ok := counts[one]; ok {
			t.Errorf("%s: as many instructions as %s, so the same code", mode, other)
		}
		counts[one] = mode
		if one == "0" {
			t.Fatal("nothing was counted")
		}
		for _, k := range []*big.Int{new(big.Int).Sub(bigN, big.NewInt(1)), bigLambda, r.bigScalar()} {
			if c := count(mode, k); c != one {
				t.Errorf("%s: %s instructions for k = 1, %s for k = %x", mode, one, c, k)
			}
		}
	}
}
