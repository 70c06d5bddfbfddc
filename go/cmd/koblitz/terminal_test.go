//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudo-terminal: what a person at it types and sees, and the
// command's side of it.
func terminal(t *testing.T) (person, side *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("SKIPPED the command at a terminal: mount -t devpts devpts /dev/pts")
	}
	t.Cleanup(func() { person.Close() })
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	side, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { side.Close() })
	return person, side
}

// seen collects what a terminal shows until the command ends.
func seen(t *testing.T, person, side *os.File, cmd *exec.Cmd, during func()) string {
	t.Helper()
	var screen bytes.Buffer
	done := make(chan struct{})
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(done)
		b := make([]byte, 4096)
		for {
			n, err := person.Read(b)
			screen.Write(b[:n])
			if err != nil || bytes.Contains(b[:n], []byte("\x04")) {
				return
			}
		}
	}()
	if during != nil {
		during()
	}
	_ = cmd.Wait()
	if _, err := side.Write([]byte("\x04")); err != nil {
		t.Fatal(err)
	}
	<-done
	return screen.String()
}

func echoes(t *testing.T, side *os.File) bool {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(side.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return state.Lflag&unix.ECHO != 0
}

// waitForPrompt waits until the terminal no longer shows what is typed.
func waitForPrompt(t *testing.T, side *os.File) {
	t.Helper()
	for echoes(t, side) {
		time.Sleep(10 * time.Millisecond)
	}
}

// Where nothing is to be done first, an interrupt ends the process at once, while
// it waits for a secret key or reads a file.
func TestInterruptWhileReading(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"pub --key ", "verify --pubkey 00 --sig 00 --file ", "sign --key - --file "} {
		cmd := child(strings.Fields(args + fifo)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// It opens when the command reads there.
		f, err := os.OpenFile(fifo, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if cmd.ProcessState.Success() || cmd.ProcessState.Exited() {
			t.Errorf("%s: %v", args, cmd.ProcessState)
		}
		f.Close()
	}
}

// No way to name the terminal shows what is typed. The end of file is for a command
// that would go on reading.
func TestPrompt(t *testing.T) {
	for _, args := range [][]string{{"pub"}, {"pub", "--key", "-"}, {"pub", "--key", "/dev/stdin"}} {
		person, side := terminal(t)
		cmd := child(args...)
		var out bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = side, &out, side
		screen := seen(t, person, side, cmd, func() {
			waitForPrompt(t, side)
			if _, err := person.WriteString(secret + "\n\x04"); err != nil {
				t.Error(err)
			}
		})
		if out.String() != "02"+x3+"\n" || !strings.Contains(screen, "secret key") || strings.Contains(screen, secret) {
			t.Errorf("%q: %q, screen %q", args, out.String(), screen)
		}
		if !echoes(t, side) {
			t.Errorf("%q: the terminal is left as the prompt had it", args)
		}
	}
}

func TestPromptInterrupt(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT} {
		person, side := terminal(t)
		cmd := child("pub")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = side, side, side
		screen := seen(t, person, side, cmd, func() {
			waitForPrompt(t, side)
			if err := cmd.Process.Signal(s); err != nil {
				t.Error(err)
			}
		})
		if status := cmd.ProcessState.ExitCode(); status != statusSignal+int(s) || !echoes(t, side) {
			t.Errorf("%v: status %d, screen %q, echo %v", s, status, screen, echoes(t, side))
		}
	}
}

// The bar is on standard error, and only where that is a terminal.
func TestProgress(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	text := header + strings.Repeat(ecdsaRow(t, 1, false)+"\n", 4*batchLines)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	person, side := terminal(t)
	if err := unix.IoctlSetWinsize(int(side.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100}); err != nil {
		t.Fatal(err)
	}
	cmd := child("verify", "--input", path)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, side
	if screen := seen(t, person, side, cmd, nil); !strings.Contains(screen, "%") || !strings.Contains(screen, "B/s") {
		t.Errorf("no bar: %q", screen)
	}
	if !strings.Contains(out.String(), "valid") || strings.Contains(out.String(), "%") {
		t.Errorf("%q", out.String())
	}
	if _, errs, _ := run(t, "", "verify", "--input", path); errs != "" {
		t.Errorf("not a terminal, and has %q", errs)
	}
}
