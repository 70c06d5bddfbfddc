package secp256k1_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// section returns the README's section of this heading, and its blocks of code in this language.
func section(t *testing.T, heading, language string) []string {
	t.Helper()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(readme), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("README.md has no section %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	var blocks []string
	for _, block := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, block[1])
	}
	return blocks
}

// The commands and the program of the README's section Go run in a module beside a checkout.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("SKIPPED the README's program: install Go 1.26")
	}
	commands, programs := section(t, "Go", "sh"), section(t, "Go", "go")
	if len(commands) != 1 || len(programs) != 1 {
		t.Fatalf("%d blocks of commands, %d programs", len(commands), len(programs))
	}
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "program")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(checkout, filepath.Join(folder, "..", "koblitz")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(programs[0]), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("sh", "-ec", commands[0]+"go run .\n")
	run.Dir = folder
	run.Env = append(os.Environ(), "GOWORK=off", "GOOS=", "GOARCH=", "GOFLAGS=", "GONOSUMDB=golang.org/x/sys")
	var log strings.Builder // of what it downloads and compiles, too
	run.Stderr = &log
	if out, err := run.Output(); err != nil || string(out) != "true\n" {
		t.Errorf("%s%s%v", out, log.String(), err)
	}
}

// The README's command that gets a copy makes the folder that the other sections' commands are run beside.
func TestReadmeClone(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("SKIPPED the README's git clone: apt-get install git")
	}
	commands := section(t, "Get it", "sh")
	if len(commands) != 1 {
		t.Fatalf("%d blocks of commands", len(commands))
	}
	run := exec.Command("sh", "-ec", "git init --quiet copy\n"+commands[0]+"pwd")
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), "COPY=copy")
	if out, err := run.Output(); err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), string(filepath.Separator)+"koblitz") {
		t.Errorf("%s%v", out, err)
	}
}

// make has a rule for each of the README's commands.
func TestReadmeMake(t *testing.T) {
	for _, heading := range []string{"C", "Measure it yourself"} {
		commands := regexp.MustCompile("(?m)^make .*$").FindAllString(strings.Join(section(t, heading, "sh"), ""), -1)
		if len(commands) == 0 {
			t.Errorf("section %q: no command of make", heading)
		}
		for _, command := range commands {
			run := exec.Command("sh", "-c", strings.Replace(command, "make", "make -n", 1))
			run.Dir = ".."
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", command, err, out)
			}
		}
	}
}
