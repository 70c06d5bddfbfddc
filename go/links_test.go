package secp256k1_test

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fence    = regexp.MustCompile("(?ms)^```.*?^```$")
	link     = regexp.MustCompile(`\]\(([^()\s]+)\)|src(?:set)?="([^"]+)"`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInURL = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors returns the names that links use for the headings of a page, as GitHub makes them.
func anchors(page string) map[string]bool {
	found := map[string]bool{"": true}
	for _, match := range heading.FindAllStringSubmatch(page, -1) {
		text := regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(match[1], "")
		text = notInURL.ReplaceAllString(strings.ToLower(text), "")
		found[strings.ReplaceAll(text, " ", "-")] = true
	}
	return found
}

// Every relative link of the documents leads to a file, and to a heading of it.
func TestLinks(t *testing.T) {
	listed, err := exec.Command("git", "-C", "..", "ls-files", "-z", "--", "*.md").Output()
	if err != nil {
		t.Skip("SKIPPED the links of the documents: a checkout by git")
	}
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		return fence.ReplaceAllString(string(text), "")
	}
	for _, name := range strings.Split(strings.TrimRight(string(listed), "\x00"), "\x00") {
		path := filepath.Join("..", name)
		for _, match := range link.FindAllStringSubmatch(read(path), -1) {
			to, err := url.Parse(match[1] + match[2])
			if err != nil || to.Scheme != "" {
				continue
			}
			target := path
			if to.Path != "" {
				target = filepath.Join(filepath.Dir(path), to.Path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: no file %s", name, to)
			} else if filepath.Ext(target) == ".md" && !anchors(read(target))[to.Fragment] {
				t.Errorf("%s: no heading %s", name, to)
			}
		}
	}
}
