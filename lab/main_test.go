package main

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

// Wrong calls end with the status of wrong calls, before anything is built.
func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir()) // outside the checkout: a run could not begin
	if err := os.Mkdir("empty", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		err    string
	}{
		{"foo", statusUsage, `there is no command "foo"; see lab --help`},
		{"compare foo", statusUsage, `"foo": compare takes flags only; see lab compare --help`},
		{"compare --sec 3", statusUsage, "unknown flag: --sec; see lab compare --help"},
		{"compare --seconds x", statusUsage, `invalid argument "x"`},
		{"compare --seconds 0", statusUsage, "--seconds 0: more than 0"},
		{"compare --pool 9", statusUsage, "--pool 9: from 64"},
		{"compare --op verify", statusUsage, `unknown operation "verify"; there are`},
		{"compare --contender a/b", statusUsage, "a name has"},
		{"compare --contender a= --op ecdh", statusUsage, "no path"},
		{"compare --input nosuch.csv", statusFailed, "no such file"},
		{"compare --input x --pool 64", statusUsage, "give one of the two"},
		{"compare --fail-above ecdh=1.1", statusUsage, "--fail-above needs --contender"},
		{"compare --contender a --op ecdh --fail-above ecdsa_sign=1.1", statusUsage, "not an operation of this run"},
		{"plot", statusUsage, "plot"},
		{"plot none.json", statusFailed, "none.json"},
		{"compare --out /proc/none", statusFailed, "--out: "},
		{"compare", statusFailed, "inside a checkout"},
		{"compare --list", statusFailed, "inside a checkout"},
		{"decade --seconds -1", statusUsage, "--seconds -1: more than 0"},
		{"plot empty", statusFailed, "nothing to draw"},
		{"decade", statusFailed, "inside a checkout"},
	} {
		root := rootCommand()
		root.SetArgs(strings.Fields(c.args))
		root.SetOut(io.Discard)
		root.SetErr(io.Discard)
		err := root.Execute()
		if err == nil || statusOf(err) != c.status || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want %q with status %d", c.args, err, c.err, c.status)
		}
	}
}

// A signal ends a contest once, and the process where no contest runs.
func TestInterruption(t *testing.T) {
	i := interruption{stop: make(chan struct{})}
	if i.by(os.Interrupt) {
		t.Error("before a contest")
	}
	stop := i.begin()
	select {
	case <-stop:
		t.Error("ended by nothing")
	default:
	}
	if !i.by(syscall.SIGTERM) {
		t.Error("during a contest")
	}
	<-stop
	if i.by(os.Interrupt) {
		t.Error("a second time")
	}
	if s := i.end(); s != syscall.SIGTERM || signalStatus(s) != 143 {
		t.Errorf("ended by %v", s)
	}
	if got := i.state(); got != "nothing was written" {
		t.Error(got)
	}
	if i.wrote(); i.state() != "the results had been written" {
		t.Error(i.state())
	}
	quiet := interruption{stop: make(chan struct{})}
	quiet.begin()
	if s := quiet.end(); s != nil || quiet.by(os.Interrupt) {
		t.Errorf("after a contest: %v", s)
	}
}
