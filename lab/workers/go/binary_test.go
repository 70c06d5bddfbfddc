package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBinary builds the program as the lab does, with the tags of this test,
// and talks to it over pipes.
func TestBinary(t *testing.T) {
	program := filepath.Join(t.TempDir(), "worker")
	args := []string{"build", "-trimpath", "-o", program}
	cgo := "0"
	switch registrations[0].name {
	case "libsecp256k1-cgo":
		args, cgo = append(args, "-tags", "cgo_secp"), "1"
	case "go-purego":
		args = append(args, "-tags", "purego")
	}
	build := exec.Command("go", append(args, ".")...)
	build.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED="+cgo)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	out, err := exec.Command(program, "--list").Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(out))
	want := []string{}
	for _, r := range registrations {
		want = append(want, r.name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("--list: %q, want %q", names, want)
	}

	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			args := []string{"--contender", name}
			if o := testOptions(t, name); o.library != "" {
				args = append(args, "--library", o.library)
			}
			run := exec.Command(program, args...)
			key := newKeyRow(0)
			run.Stdin = strings.NewReader("hello 1\nload pubkey_create 2\n" + hex32(key.secret) + "\n" + zero32 +
				"\nrun pubkey_create 0 2 0 1\nalloc pubkey_create 0 1\nfoo\nquit\n")
			out, err := run.Output()
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(out), "\n")
			if lines[0] != "contender "+name {
				t.Errorf("first line %q", lines[0])
			}
			unreleased := name == "libsecp256k1-purego" || name == "go" || name == "go-purego"
			if !unreleased && (!strings.HasPrefix(lines[1], "version ") || !strings.HasPrefix(lines[2], "date 20")) {
				t.Errorf("no version or date: %q, %q", lines[1], lines[2])
			}
			tail := lines[len(lines)-6:]
			switch {
			case tail[0] != "ok", !strings.HasSuffix(tail[1], " "+uncompressedHex(key.pub)+",-"),
				!strings.HasPrefix(tail[2], "ok "), !strings.HasPrefix(tail[3], "error "), tail[4] != "ok":
				t.Errorf("reply %q", tail)
			}
		})
	}

	for _, args := range [][]string{
		{}, {"--contender", "nobody"}, {"--contender", names[0], "more"}, {"--nonsense"},
		{"--contender", names[0], "--library", "x.so"},
		{"--contender", "libsecp256k1-purego"},
		{"--contender", "libsecp256k1-purego", "--library", "/nonexistent.so"},
		{"--contender", "libsecp256k1-purego", "--library", program},
	} {
		run := exec.Command(program, args...)
		var stderr strings.Builder
		run.Stderr = &stderr
		out, err := run.Output()
		if run.ProcessState.ExitCode() != 2 || len(out) != 0 || stderr.Len() == 0 {
			t.Errorf("%q: %v, stdout %q, stderr %q", args, err, out, stderr.String())
		}
	}
}

// TestReplaced builds the program with this project's module in the place of
// Decred's, and holds that it says so.
func TestReplaced(t *testing.T) {
	if registrations[0].name != "go" {
		return // the other tags do not change it
	}
	work, err := filepath.Abs("replaced.work")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "worker")
	build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
	build.Env = append(os.Environ(), "GOWORK="+work, "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, slow := range map[string]string{"decred": "ecdh,point_mul", "btcec": "ecdh,ellswift_xdh,point_mul"} {
		run := exec.Command(program, "--contender", name)
		run.Stdin = strings.NewReader("hello 1\n")
		out, err := run.Output()
		if err != nil || !strings.Contains(string(out), "\nflags decred=../../../go/decred ") || !strings.Contains(string(out), "\nmark vartime "+slow+" ") {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
}
