// The program asm writes the amd64 assembly of packages digit, field and point, for
// processors with BMI2, ADX and AVX2, and of package lanes, for those with AVX-512
// IFMA. Run it in its own folder:
//
//	GOWORK=off go run .
package main

import (
	"fmt"
	"os"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// files are what the program writes, for which builds, and by what.
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

func main() {
	for _, f := range files {
		text, err := render(f.constraint, f.write)
		if err == nil {
			err = os.WriteFile(f.path, text, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, f.path+":", err)
			os.Exit(1)
		}
	}
}
