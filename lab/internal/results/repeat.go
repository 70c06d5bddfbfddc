package results

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// plain words need no quotes in a shell.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:=,@%+-]+$`)

// Repeat returns the shell command that measures again what f holds: all of it,
// or one operation of it where the command can choose one.
func (f *File) Repeat(op string) string {
	chooses := f.Command != "decade"
	drop := []string{"--out", "--fail-above"}
	if op != "" && chooses {
		drop = append(drop, "--op", "--full")
	}
	words := []string{"go", "run", "./lab", f.Command}
	args := f.Args
	if args == nil && f.Command != "aa" { // whose copies say how long it takes
		args = []string{"--seconds", strconv.FormatFloat(f.Seconds, 'g', -1, 64)}
		if f.Pool.Input != "" {
			args = append(args, "--input", f.Pool.Input)
		} else {
			args = append(args, "--pool", strconv.Itoa(f.Pool.Distinct), "--seed", strconv.FormatUint(f.Pool.Seed, 10))
		}
	}
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		last := i
		if strings.HasPrefix(name, "-") && name != "--full" && !joined && i+1 < len(args) {
			last++ // every other flag of a measuring command has a value
		}
		if !slices.Contains(drop, name) {
			words = append(words, args[i:last+1]...)
		}
		i = last
	}
	if op != "" && chooses {
		words = append(words, "--op", op)
	}
	for i, w := range words {
		if w = Printable(w); !plain.MatchString(w) {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		words[i] = w
	}
	return strings.Join(words, " ")
}
