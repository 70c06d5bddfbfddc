// Anchors builds shared libraries of released versions of libsecp256k1 and
// OpenSSL from the sources that registry crates carry (docs/anchors.md).
//
//	anchors -out DIR NAME... | all | list
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	out := flag.String("out", "", "`directory` for the libraries")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "anchors:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, names []string) error {
	all, err := readManifest(".")
	if err != nil {
		return err
	}
	if len(names) == 1 && names[0] == "list" {
		for _, a := range all {
			fmt.Println(a.Name)
		}
		return nil
	}
	chosen, err := choose(all, names)
	if err != nil {
		return err
	}
	if out == "" {
		return fmt.Errorf("OUT is empty: name the directory for the libraries")
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	failed := 0
	for i, a := range chosen {
		fmt.Printf("[%d/%d] %-22s ", i+1, len(chosen), a.Name)
		begin := time.Now()
		switch built, err := build(ctx, a, out); {
		case err != nil:
			failed++
			fmt.Printf("FAILED: %v\n", err)
		case built:
			fmt.Printf("built in %.0f s\n", time.Since(begin).Seconds())
		default:
			fmt.Println("up to date")
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d failed", failed, len(chosen))
	}
	return nil
}
