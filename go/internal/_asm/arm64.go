package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The assembly for arm64 is the engine's: avo does not print arm64, and so both products
// have one schedule. This file expands the engine's macros, in GNU's syntax, and arm64_go.go
// prints the instructions in Go's. A construct that neither knows is an error.

// engine is the folder of the engine's sources.
const engine = "../../../engine/src/"

// sources have the macros of the routines. Frames and symbols of the engine,
// field/arm64/symbols.inc, are not read: assembler.directive has those of Go.
var sources = []string{
	"field/arm64/product.inc", "field/arm64/linear.inc", "field/arm64/mul.S", "field/arm64/sqr.S",
	"group/arm64/add_affine.S", "group/arm64/add_complete.S", "group/arm64/add_projective.S",
	"group/arm64/co_z.S", "group/arm64/double.S", "group/arm64/scan.S",
}

// macro is one of the engine's, with the #defines of its file applied.
type macro struct {
	parameters, defaults []string
	lines                []string
}

// macros are those of all sources, and routines that are written without one.
type macros struct {
	named     map[string]*macro
	registers map[string]string // of .req
}

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/`)
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
	label      = regexp.MustCompile(`\bLABEL\((\w+)\)`)
	parameter  = regexp.MustCompile(`\\(\(\)|\w+)`)
	directive  = regexp.MustCompile(`^#(include|ifdef|endif)\b`)
	define     = regexp.MustCompile(`^#define (\w+) (.+)$`)
	request    = regexp.MustCompile(`^(\w+) \.req (\w+)$`)
)

// readMacros reads the engine's macros and those of this program.
func readMacros() (*macros, error) {
	m := &macros{map[string]*macro{}, map[string]string{}}
	for _, path := range sources {
		text, err := os.ReadFile(engine + path)
		if err != nil {
			return nil, err
		}
		if err := m.read(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return m, m.read(ownMacros)
}

// read takes what a file defines. Its other lines, which write the engine's routines by
// macros, are left out.
func (m *macros) read(text string) error {
	defines := map[string]string{}
	var into *macro
	for line := range strings.Lines(comment.ReplaceAllString(text, "")) {
		line = strings.TrimSpace(line)
		if d := define.FindStringSubmatch(line); d != nil {
			defines[d[1]] = strings.TrimSpace(d[2])
			continue
		}
		line = label.ReplaceAllString(line, "${1}")
		line = identifier.ReplaceAllStringFunc(line, func(s string) string {
			if by, ok := defines[s]; ok {
				return by
			}
			return s
		})
		word, rest, _ := strings.Cut(line, " ")
		switch r := request.FindStringSubmatch(line); {
		case line == "" || directive.MatchString(line):
		case r != nil:
			m.registers[r[1]] = r[2]
		case word == ".macro":
			if into != nil {
				return fmt.Errorf("%s inside a macro", line)
			}
			name, parameters, _ := strings.Cut(rest, " ")
			into = &macro{}
			for p := range strings.SplitSeq(parameters, ",") {
				if p = strings.TrimSpace(p); p != "" {
					p, value, _ := strings.Cut(p, "=")
					into.parameters, into.defaults = append(into.parameters, p), append(into.defaults, value)
				}
			}
			m.named[name] = into
		case word == "function" && into == nil:
			into = &macro{lines: []string{line}}
			m.named[rest] = into
		case word == ".endm":
			into = nil
		case into != nil:
			if into.lines = append(into.lines, line); word == "end_function" && len(into.parameters) == 0 {
				into = nil
			}
		}
	}
	return nil
}

// expand passes every instruction and label that the lines stand for to emit.
func (m *macros) expand(lines []string, emit func(line string) error) error {
	var taken []bool // of every .if around the line
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case word == ".if":
			condition, err := truth(rest)
			if err != nil {
				return err
			}
			taken = append(taken, condition)
			continue
		case word == ".else":
			taken[len(taken)-1] = !taken[len(taken)-1]
			continue
		case word == ".endif":
			taken = taken[:len(taken)-1]
			continue
		case slices.Contains(taken, false):
			continue
		}
		called, ok := m.named[word]
		if !ok {
			if err := emit(line); err != nil {
				return fmt.Errorf("%s: %w", line, err)
			}
			continue
		}
		body, err := called.apply(operands(rest))
		if err == nil {
			err = m.expand(body, emit)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// truth is the value of a condition: a number, or "a == b".
func truth(condition string) (bool, error) {
	a, b, equal := strings.Cut(condition, " == ")
	x, err := strconv.Atoi(a)
	if err != nil || !equal {
		return x != 0, err
	}
	y, err := strconv.Atoi(b)
	return x == y, err
}

// apply returns the lines of a macro with these arguments.
func (c *macro) apply(arguments []string) (lines []string, err error) {
	if len(arguments) > len(c.parameters) {
		return nil, fmt.Errorf("%d arguments, want at most %d", len(arguments), len(c.parameters))
	}
	values := map[string]string{"()": ""}
	for i, p := range c.parameters {
		if values[p] = c.defaults[i]; i < len(arguments) {
			values[p] = arguments[i]
		}
	}
	for _, line := range c.lines {
		lines = append(lines, parameter.ReplaceAllStringFunc(line, func(s string) string {
			value, ok := values[s[1:]]
			if !ok {
				err = fmt.Errorf("%s: no parameter %s", line, s)
			}
			return value
		}))
	}
	return lines, err
}

// operands splits at commas outside of brackets.
func operands(list string) (o []string) {
	depth, from := 0, 0
	for i, r := range list {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == ',' && depth == 0:
			o, from = append(o, strings.TrimSpace(list[from:i])), i+1
		}
	}
	if last := strings.TrimSpace(list[from:]); last != "" || len(o) > 0 {
		o = append(o, last)
	}
	return o
}
