package main

import (
	"os"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	file, err := os.ReadFile("../VERSION")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, want string }{
		{".", strings.TrimSpace(string(file))},
		{"..", strings.TrimSpace(string(file))},
		{t.TempDir(), "(outside a checkout)"},
	} {
		t.Chdir(c.dir)
		var out strings.Builder
		root := rootCommand()
		root.SetArgs([]string{"--version"})
		root.SetOut(&out)
		if err := root.Execute(); err != nil || out.String() != "lab "+c.want+"\n" {
			t.Errorf("in %s: %q, %v, want lab %s", c.dir, out.String(), err, c.want)
		}
	}
}
