package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// batchLines is how many lines of assembly go into one test program.
const batchLines = 300_000

// patience is how long one change may take until it counts as noticed.
const patience = 20 * time.Second

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// try returns those of the changes that the package's comparisons do not
// notice, and leaves the programs that have them in the folder.
func try(name, folder string, list []change) (survivors []survivor, err error) {
	for batch := 0; len(list) > 0; batch++ {
		n, lines := 0, 0
		for n < len(list) && lines < batchLines {
			lines += strings.Count(list[n].text, "\n")
			n++
		}
		program := fmt.Sprintf("%s-%d", name, batch)
		alive, err := tryBatch(name, filepath.Join(folder, program), list[:n])
		if err != nil {
			return nil, err
		}
		for _, i := range alive {
			symbol := func(function string) string {
				return "koblitz.dev/secp256k1/internal/" + name + "." + function + ".abi0"
			}
			c := list[i]
			survivors = append(survivors, survivor{Site: name + "." + c.key(), Kind: "go-" + name, Object: program,
				Symbol: symbol(c.mutant(i)), Contract: symbol(c.function)})
		}
		list = list[n:]
	}
	return survivors, nil
}

// test is a program of the package's tests with all changed routines in it.
const test = `package %s

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestMutants(t *testing.T) {
	from, _ := strconv.Atoi(os.Getenv("MUTANTS_FROM"))
	for i := from; i < len(mutants); i++ {
		fmt.Printf("\ntry %%d\n", i)
		m := mutants[i]
		m.use()
		verdict := "survives"
		for _, c := range comparisons {
			if c.name == m.name && verdict == "survives" && c.check(comparedInputs) != nil {
				verdict = "noticed"
			}
		}
		m.back()
		fmt.Printf("\n%%s %%d\n", verdict, i)
	}
}

var mutants = []struct {
	name      string
	use, back func()
}{
`

func tryBatch(name, program string, list []change) (alive []int, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	folder, err := filepath.Abs("../" + name)
	if err != nil {
		return nil, err
	}
	stubs, err := readAll(filepath.Join(folder, "*routines_*.go"))
	if err != nil {
		return nil, err
	}
	signatures := map[string]string{}
	for line := range strings.Lines(strings.Join(stubs, "")) {
		if f, ok := strings.CutPrefix(line, "func "); ok && !strings.Contains(f, "{") {
			function, rest, _ := strings.Cut(f, "(")
			signatures[function] = "(" + rest
		}
	}

	var assembly, declarations, table strings.Builder
	assembly.WriteString("#include \"textflag.h\"\n\n")
	fmt.Fprintf(&declarations, "package %s\n\n", name)
	switch name { // what the signatures name
	case "field":
		declarations.WriteString("import \"koblitz.dev/secp256k1/internal/limbs\"\n\n")
	case "point":
		declarations.WriteString("import \"koblitz.dev/secp256k1/internal/field\"\n\nvar _ field.Element\n\n")
	}
	fmt.Fprintf(&table, test, name)
	for i, c := range list {
		mutant := c.mutant(i)
		assembly.WriteString(strings.Replace(c.text, "·"+c.function+"(", "·"+mutant+"(", 1) + "\n")
		fmt.Fprintf(&declarations, "//go:noescape\nfunc %s%s\n", mutant, signatures[c.function])
		tested := strings.TrimSuffix(c.function, "Asm") + "Tested"
		fmt.Fprintf(&table, "\t{%q, func() { %s = %s }, func() { %s = %s }},\n", c.function, tested, mutant, tested, c.function)
	}
	table.WriteString("}\n")
	replace := map[string]string{}
	for file, text := range map[string]string{"mutants_amd64.s": assembly.String(),
		"mutants_amd64.go": declarations.String(), "mutants_amd64_test.go": table.String()} {
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
		replace[filepath.Join(folder, file)] = path
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644); err != nil {
		return nil, err
	}
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".")
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%v: %.2000s", err, out)
	}
	return run(program, len(list))
}

// run runs a program of tests. A change that makes it crash or hang when it is
// the first one tried is noticed; later ones get a second chance in a fresh
// process, as memory may have been overwritten before.
func run(program string, count int) (alive []int, err error) {
	for from := 0; from < count; {
		cmd := exec.Command(program, "-test.run=^TestMutants$")
		cmd.Env = append(os.Environ(), "MUTANTS_FROM="+strconv.Itoa(from))
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		watch := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		first, next := from, from
		for lines := bufio.NewScanner(out); lines.Scan(); {
			verdict, number, _ := strings.Cut(lines.Text(), " ")
			i, err := strconv.Atoi(number)
			if err != nil || i != next || verdict != "survives" && verdict != "noticed" {
				continue
			}
			if verdict == "survives" {
				alive = append(alive, i)
			}
			next = i + 1
			watch.Reset(patience)
		}
		cmd.Wait() // its status says no more than how far it came
		watch.Stop()
		if from = next; next == first {
			from++ // crashed or hung at once
		}
	}
	return alive, nil
}
