package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Modules that are measured.
const (
	koblitzModule = "koblitz.dev/secp256k1"
	btcecModule   = "github.com/btcsuite/btcd/btcec/v2"
	decredModule  = "github.com/decred/dcrd/dcrec/secp256k1/v4"
	gnarkModule   = "github.com/consensys/gnark-crypto"
	voiModule     = "gitlab.com/yawning/secp256k1-voi"
	puregoModule  = "github.com/ebitengine/purego"
	gethModule    = "github.com/ethereum/go-ethereum"
)

// releaseDates has the day of each pinned release, as the module proxy gives
// it. Pseudo-versions carry their own.
var releaseDates = map[string]string{
	btcecModule + "@v2.5.0":  "2026-05-15",
	decredModule + "@v4.4.1": "2026-02-24",
	gnarkModule + "@v0.21.0": "2026-08-10",
	gethModule + "@v1.17.10": "2026-10-23",
}

var pseudoVersion = regexp.MustCompile(`[.-](\d{8})\d{6}-[0-9a-f]{12}$`)

// releaseDate returns the ISO date of a module's version, or "" when unknown.
func releaseDate(module, version string) string {
	if m := pseudoVersion.FindStringSubmatch(version); m != nil {
		t, err := time.Parse("20060102", m[1])
		if err != nil {
			return ""
		}
		return t.Format(time.DateOnly)
	}
	return releaseDates[module+"@"+version]
}

// moduleVersion returns the version of a module that this program was built
// with, or "" when the program does not know or the module is a folder.
func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == path {
			if m.Replace != nil {
				m = m.Replace
			}
			if m.Version == "(devel)" {
				return ""
			}
			return m.Version
		}
	}
	return ""
}

// goFlags describes how this program was built and runs, after what is
// particular to a contender.
func goFlags(particular ...string) string {
	words := append([]string{}, particular...)
	words = append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "-tags", "-gcflags", "-ldflags", "-race", "CGO_ENABLED", "CGO_CFLAGS",
				"GOAMD64", "GOARM64", "GOEXPERIMENT", "GOFIPS140":
				if s.Value != "" {
					words = append(words, s.Key+"="+s.Value)
				}
			}
		}
	}
	if gc := os.Getenv("GOGC"); gc != "" {
		words = append(words, "GOGC="+gc)
	} else {
		words = append(words, "GOGC=default")
	}
	return oneLine(strings.Join(words, " "))
}

// goContender is a contender whose code is a Go module inside this program.
func goContender(module string, particular ...string) *contender {
	version := moduleVersion(module)
	path, err := os.Executable()
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		path = ""
	}
	return &contender{
		version: version,
		date:    releaseDate(module, version),
		path:    path,
		flags:   goFlags(particular...),
	}
}

// noLibrary refuses options that only contenders with a library take.
func noLibrary(o options) error {
	if o.library != "" || o.prefix != "" {
		return fmt.Errorf("takes no --library or --prefix")
	}
	return nil
}
