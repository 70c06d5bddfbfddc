package worker

import (
	"os/exec"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// Workers outlive what keeps their CPU awake, whichever thread has started them, and
// it can be asked for from several sides.
func TestKeepAwake(t *testing.T) {
	var pids []int
	for range 16 {
		cmd := exec.Command("sleep", "3600")
		if err := startPinned(cmd, CPU()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		pids = append(pids, cmd.Process.Pid)
	}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() { KeepAwake(CPU())() })
	}
	wg.Wait()
	KeepAwake(-1)()
	for _, pid := range pids {
		if ended, err := unix.Wait4(pid, nil, unix.WNOHANG, nil); err != nil || ended != 0 {
			t.Errorf("process %d has ended: %v", pid, err)
		}
	}
}
