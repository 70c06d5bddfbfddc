package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Upstream's default configuration but for what the crates have no sources of:
// optimisation and assembly are its own.
// Recent crates lack what upstream's build of the shared library needs, but
// their static one is position independent. It is linked as upstream links.
var linkStatic = []string{
	"-Wl,-Bsymbolic", "-Wl,-z,nodelete",
	"-Wl,--whole-archive", "libcrypto.a", "-Wl,--no-whole-archive", "-pthread", "-ldl",
}

func opensslRecipe(a Anchor) recipe {
	target := map[string]string{"amd64": "linux-x86_64", "arm64": "linux-aarch64"}[runtime.GOARCH]
	configure := append([]string{target}, strings.Fields(a.Configure)...)
	flags := "./Configure " + strings.Join(configure, " ")
	static := slices.Contains(configure, "no-shared")
	if static {
		flags += "; -shared " + strings.Join(linkStatic, " ")
	}
	return recipe{
		tools:  []string{"perl", "make"},
		flags:  flags,
		symbol: "OpenSSL_version",
		verify: func(crate string) error {
			if target == "" {
				return fmt.Errorf("no configuration for %s", runtime.GOARCH)
			}
			return verifyOpenSSL(a, crate)
		},
		compile: func(ctx context.Context, j *job, crate, so string) error {
			tree := filepath.Join(j.work, "build")
			if err := os.Mkdir(tree, 0o755); err != nil {
				return err
			}
			script := filepath.Join(crate, "openssl", "Configure")
			if err := j.run(ctx, tree, "perl", append([]string{script}, configure...)...); err != nil {
				return err
			}
			if err := j.run(ctx, tree, "make", "build_generated"); err != nil {
				return err
			}
			library := "libcrypto.so"
			if static {
				library = "libcrypto.a"
			}
			jobs := "-j" + strconv.Itoa(runtime.NumCPU())
			if err := j.run(ctx, tree, "make", jobs, library); err != nil {
				return err
			}
			if static {
				return j.run(ctx, tree, j.cc, append([]string{"-shared", "-o", so}, linkStatic...)...)
			}
			found, err := filepath.EvalSymlinks(filepath.Join(tree, library))
			if err != nil {
				return err
			}
			return os.Rename(found, so)
		},
	}
}

var (
	// 3.0 and later: VERSION.dat. Before: the text that OpenSSL_version returns.
	releaseDate = regexp.MustCompile(`(?m)^RELEASE_DATE="(.+)"$`)
	versionPart = regexp.MustCompile(`(?m)^(MAJOR|MINOR|PATCH)=(\d+)$`)
	versionText = regexp.MustCompile(`"OpenSSL (\d+\.\d+\.\d+[a-z]*) +(\d.+\d)"`)
)

// verifyOpenSSL compares the manifest with the version and the release date
// that the source states.
func verifyOpenSSL(a Anchor, crate string) error {
	version, date, err := opensslRelease(filepath.Join(crate, "openssl"))
	if err != nil {
		return err
	}
	day, err := time.Parse("2 Jan 2006", date)
	if err != nil {
		return err
	}
	if iso := day.Format(time.DateOnly); version != a.Version || iso != a.Date {
		return fmt.Errorf("the crate's source is %s of %s", version, iso)
	}
	return nil
}

func opensslRelease(source string) (version, date string, err error) {
	text, err := os.ReadFile(filepath.Join(source, "VERSION.dat"))
	if err == nil {
		m := releaseDate.FindSubmatch(text)
		parts := versionPart.FindAllSubmatch(text, -1)
		if m == nil || len(parts) != 3 {
			return "", "", fmt.Errorf("VERSION.dat has no version or date")
		}
		return fmt.Sprintf("%s.%s.%s", parts[0][2], parts[1][2], parts[2][2]), string(m[1]), nil
	}
	if text, err = os.ReadFile(filepath.Join(source, "include", "openssl", "opensslv.h")); err != nil {
		return "", "", err
	}
	m := versionText.FindSubmatch(text)
	if m == nil {
		return "", "", fmt.Errorf("opensslv.h has no version or date")
	}
	return string(m[1]), string(m[2]), nil
}
