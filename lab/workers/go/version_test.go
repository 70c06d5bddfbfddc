package main

import (
	"maps"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// moduleList runs `go list -m` on the pinned modules.
func moduleList(t *testing.T, format, module string) string {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", format, module)
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	return strings.TrimSpace(string(out))
}

func TestPinnedVersionsHaveDates(t *testing.T) {
	stale := maps.Clone(releaseDates)
	for _, module := range []string{btcecModule, decredModule, gnarkModule, voiModule, gethModule} {
		version := moduleList(t, "{{.Version}}", module)
		date := releaseDate(module, version)
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			t.Errorf("%s@%s: date %q", module, version, date)
		}
		delete(stale, module+"@"+version)
	}
	for key := range stale {
		t.Errorf("%s has a date, and is not the version that is pinned", key)
	}
}

func TestReleaseDate(t *testing.T) {
	for _, c := range []struct{ module, version, want string }{
		{decredModule, "v4.4.1", "2026-02-24"},
		{voiModule, "v0.0.0-20230925100816-f2616030848b", "2023-09-25"},
		{voiModule, "v1.2.4-0.20230925100816-f2616030848b", "2023-09-25"},
		{voiModule, "v0.0.0-20231325100816-f2616030848b", ""},
		{decredModule, "v0.0.1", ""},
		{decredModule, "", ""},
	} {
		if got := releaseDate(c.module, c.version); got != c.want {
			t.Errorf("%s@%s: %q, want %q", c.module, c.version, got, c.want)
		}
	}
}
