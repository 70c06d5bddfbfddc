package replica

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	released "koblitz.dev/secp256k1/internal/difftest/calls"
	"koblitz.dev/secp256k1/internal/difftest/inputs"
	replaced "koblitz.dev/secp256k1/internal/difftest/replica/calls"
)

var (
	number    = flag.Int("calls", 1000, "calls of each function")
	seed      = flag.Uint64("seed", 1, "of the inputs")
	functions = flag.String("functions", "", "the released module's, separated by commas")
)

// TestCalls makes the same calls to both modules.
func TestCalls(t *testing.T) {
	if len(released.Calls) != len(replaced.Calls) {
		t.Fatal("not the same calls")
	}
	names := make(chan string)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for name := range names {
				s := inputs.New(*seed, released.Encode)
				for i := range *number {
					a, b := s.Fork()
					if want, got := released.Calls[name](a), replaced.Calls[name](b); got != want {
						t.Errorf("%s, call %d:\n%sreleased:\n%s", name, i, got, want)
						break
					}
				}
			}
		})
	}
	total := 0
	for name := range released.Calls {
		names <- name
		total += *number
	}
	close(names)
	workers.Wait()
	fmt.Printf("%d functions, %d calls\n", len(released.Calls), total)
}

// TestEveryFunction finds each exported function and method of the released
// module among the calls.
func TestEveryFunction(t *testing.T) {
	for _, name := range strings.Split(*functions, ",") {
		if released.Calls[name] == nil {
			t.Errorf("%s is not called", name)
		}
	}
}
