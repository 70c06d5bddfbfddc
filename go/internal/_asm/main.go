// The program asm writes the amd64 assembly of packages digit, field and point, for
// processors with BMI2, ADX and AVX2, and of package lanes, for those with AVX-512
// IFMA; and the arm64 assembly of digit, field and point, from the engine's. Run it in
// its own folder:
//
//	GOWORK=off go run .
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// files are what the program writes for amd64, for which builds, and by what.
var files = []struct {
	path, constraint string
	write            func(g *generator)
}{
	{"../digit/digit_amd64.s", "amd64,!purego", (*generator).digit},
	{"../field/field_amd64.s", "amd64,!purego", (*generator).field},
	{"../lanes/lanes_amd64.s", "amd64,!purego,!valgrind", (*generator).lanes},
	{"../lanes/base_amd64.s", "amd64,!purego,!valgrind", (*generator).lanesBase},
	{"../point/point_amd64.s", "amd64,!purego", (*generator).point},
	{"../lanes/roots_amd64.s", "amd64,!purego,!valgrind", (*generator).lanesRoots},
	{"../lanes/sums_amd64.s", "amd64,!purego,!valgrind", (*generator).lanesSums},
}

// render returns the text of a file.
func render(constraint string, write func(g *generator)) ([]byte, error) {
	g := &generator{Context: build.NewContext()}
	g.ConstraintExpr(constraint)
	write(g)
	file, err := g.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, err
	}
	return printer.NewGoAsm(printer.Config{Name: "the program in internal/_asm", Argv: nil}).Print(file)
}

// each yields the path and the text of every file that the program writes.
func each(yield func(path string, text []byte) bool) error {
	for _, f := range files {
		text, err := render(f.constraint, f.write)
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if !yield(f.path, text) {
			return nil
		}
	}
	for _, f := range filesArm64 {
		text, err := renderArm64(f.routines)
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if !yield(f.path, text) {
			return nil
		}
	}
	return nil
}

func main() {
	err := writeAll()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeAll() (err error) {
	rendering := each(func(path string, text []byte) bool {
		err = os.WriteFile(path, text, 0o644)
		return err == nil
	})
	return errors.Join(rendering, err)
}
