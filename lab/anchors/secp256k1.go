package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// Upstream's default configuration with every module. Macros of other
// versions than the one at hand are not read there.
var secp256k1Defines = []string{
	"SECP256K1_BUILD=1", "USE_EXTERNAL_DEFAULT_CALLBACKS=1",
	"ENABLE_MODULE_ECDH=1", "ENABLE_MODULE_RECOVERY=1", "ENABLE_MODULE_EXTRAKEYS=1",
	"ENABLE_MODULE_SCHNORRSIG=1", "ENABLE_MODULE_ELLSWIFT=1", "ENABLE_MODULE_MUSIG=1",
	"ENABLE_MODULE_SILENTPAYMENTS=1",
	"ECMULT_WINDOW_SIZE=15",          // since 2018-11; before 16
	"ECMULT_GEN_PREC_BITS=4",         // until 0.4.1
	"COMB_BLOCKS=43", "COMB_TEETH=6", // since 0.5.0: the table of 86 kB
	"USE_FIELD_5X52=1", "USE_SCALAR_4X64=1", // until 2020
	"HAVE___INT128=1",                                     // until 2020
	"USE_NUM_NONE=1",                                      // until 2021: without GMP, as Bitcoin Core built it
	"USE_FIELD_INV_BUILTIN=1", "USE_SCALAR_INV_BUILTIN=1", // until 2021
}

var gluePath = filepath.Join("crates", "glue.c")

func secp256k1Recipe(a Anchor) recipe {
	flags := []string{a.Optimize, "-fPIC", "-fvisibility=hidden", "-w"}
	defines := secp256k1Defines
	if runtime.GOARCH == "amd64" {
		defines = append([]string{"USE_ASM_X86_64=1"}, defines...)
	}
	for _, d := range defines {
		flags = append(flags, "-D"+d)
	}
	return recipe{
		flags:  strings.Join(flags, " "),
		symbol: a.Prefix + "ecdsa_verify",
		verify: func(crate string) error { return verifySecp256k1(a, crate) },
		compile: func(ctx context.Context, j *job, crate, so string) error {
			return compileSecp256k1(ctx, j, a, crate, so, flags)
		},
	}
}

func compileSecp256k1(ctx context.Context, j *job, a Anchor, crate, so string, flags []string) error {
	source := filepath.Join(crate, "depend", "secp256k1")
	glue, err := filepath.Abs(gluePath)
	if err != nil {
		return err
	}
	args := append([]string{"-shared", "-o", so}, flags...)
	args = append(args, "-I"+source, "-I"+filepath.Join(source, "src"), glue)
	args = append(args, "-DCALLBACK(name)="+a.Prefix+"##name", fmt.Sprintf("-DFLAGS=%q", "flags "+summary(a)))
	for _, file := range []string{"secp256k1.c", "precomputed_ecmult.c", "precomputed_ecmult_gen.c"} {
		path := filepath.Join(source, "src", file)
		// Tables were computed at start-up until 2021-12.
		if _, err := os.Stat(path); err == nil || file == "secp256k1.c" {
			args = append(args, path)
		}
	}
	return j.run(ctx, j.work, j.cc, args...)
}

// summary is what matters of the flags.
func summary(a Anchor) string {
	if runtime.GOARCH == "amd64" {
		return a.Optimize + " -DUSE_ASM_X86_64=1"
	}
	return a.Optimize
}

var (
	changelogEntry = regexp.MustCompile(`(?m)^## \[([0-9.]+)\] - (\d{4}-\d\d-\d\d)$`)
	hexLine        = regexp.MustCompile(`(?m)^([0-9a-f]{40})$`)
)

// verifySecp256k1 compares the manifest with what the crate says of itself:
// the commit where it names one, and a release's date.
func verifySecp256k1(a Anchor, crate string) error {
	head, err := os.ReadFile(filepath.Join(crate, "depend", "secp256k1-HEAD-revision.txt"))
	if err == nil {
		if m := hexLine.FindSubmatch(head); m == nil || string(m[1]) != a.Commit {
			return fmt.Errorf("the crate is not of commit %s", a.Commit)
		}
	} else if !os.IsNotExist(err) {
		return err
	}
	if a.DateSource != "changelog" {
		return nil
	}
	log, err := os.ReadFile(filepath.Join(crate, "depend", "secp256k1", "CHANGELOG.md"))
	if err != nil {
		return err
	}
	m := changelogEntry.FindSubmatch(log)
	if m == nil || string(m[1]) != a.Version || string(m[2]) != a.Date {
		return fmt.Errorf("the crate's changelog does not start with %s of %s", a.Version, a.Date)
	}
	return nil
}
