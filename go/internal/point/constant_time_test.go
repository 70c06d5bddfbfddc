package point

import (
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestInstructionCount counts the instructions of SecretBaseMul under
// callgrind: the same number for every k.
func TestInstructionCount(t *testing.T) {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		t.Skip("SKIPPED instruction count: apt-get install valgrind")
	}
	if runtime.GOOS != "linux" || testing.Short() {
		t.Skip("linux, not short")
	}
	program := filepath.Join(t.TempDir(), "basemul")
	build := exec.Command("go", "build", "-o", program, "./testdata/basemul")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	collected := regexp.MustCompile(`Collected : (\d+)`)
	count := func(t *testing.T, args ...string) string {
		t.Helper()
		cmd := exec.Command(valgrind, append([]string{"--tool=callgrind", "--callgrind-out-file=/dev/null",
			"--collect-atstart=no", "--toggle-collect=koblitz.dev/go/internal/point.SecretBaseMul", program}, args...)...)
		// No collector and no preemption within the count.
		cmd.Env = append(os.Environ(), "GOGC=off", "GODEBUG=asyncpreemptoff=1")
		out, err := cmd.CombinedOutput()
		m := collected.FindSubmatch(out)
		if err != nil || m == nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(m[1]) + " " + strings.TrimSpace(regexp.MustCompile(`(?m)^(amd64|generic).*`).FindString(string(out)))
	}
	hex := func(k *big.Int) string {
		const zeros = "0000000000000000000000000000000000000000000000000000000000000000"
		s := k.Text(16)
		return zeros[len(s):] + s
	}
	r := newSource(9)
	for _, mode := range [][]string{nil, {"generic"}} {
		one := count(t, append(mode, hex(big.NewInt(1)))...)
		t.Log(one)
		if strings.HasPrefix(one, "0 ") {
			t.Fatal("nothing was counted")
		}
		for _, k := range []*big.Int{new(big.Int).Sub(bigN, big.NewInt(1)), bigLambda, r.bigScalar()} {
			if c := count(t, append(mode, hex(k))...); c != one {
				t.Errorf("%s instructions for k = 1, %s for k = %x", one, c, k)
			}
		}
	}
}
