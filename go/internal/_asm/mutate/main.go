// The program mutate changes one instruction of the assembly at a time and
// counts the changes that TestAssembly of its package notices.
//
//	GOWORK=off go run ./mutate [-every N] FOLDER PACKAGE...
//
// Every instruction is dropped, and changed to each near relative of its
// mnemonic or operands; -every N takes each Nth change only. The programs that
// have the survivors in them are left in the folder, with a list,
// survivors.json, for proofs/survivors.py, which says what the proofs make of
// each.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// change is a routine with one instruction changed.
type change struct {
	function    string
	line        int
	instruction string
	what        string
	text        string // the whole routine, renamed
}

func (c *change) key() string { return c.function + " | " + c.instruction + " | " + c.what }

// mutant returns the name of the changed routine, the ith of a program.
func (c *change) mutant(i int) string { return fmt.Sprintf("%s%d", c.function, i) }

// survivor is a change that no test notices: the symbol of the changed routine
// in a program, and that of the routine whose contract it has.
type survivor struct {
	Site     string `json:"site"`
	Kind     string `json:"kind"`
	Object   string `json:"object"`
	Symbol   string `json:"symbol"`
	Contract string `json:"contract"`
}

// swaps are the near relatives of mnemonics.
var swaps = map[string][]string{
	"ADCQ": {"ADDQ"}, "ADDQ": {"ADCQ", "SUBQ"}, "SBBQ": {"SUBQ"}, "SUBQ": {"SBBQ", "ADDQ"},
	"ADCXQ": {"ADOXQ", "ADDQ"}, "ADOXQ": {"ADCXQ", "ADDQ"}, "JC": {"JNC"}, "JNZ": {"JZ"}, "JZ": {"JNZ"},
	"JEQ": {"JNE"}, "CMOVQNE": {"CMOVQEQ"}, "ANDQ": {"ORQ"}, "ORQ": {"ANDQ"}, "XORQ": {"ORQ"}, "NEGQ": {"NOTQ"},
	"NOTQ": {"NEGQ"}, "DECQ": {"INCQ"}, "SHRQ": {"SHLQ"}, "IMULQ": {"MOVQ"}, "VPAND": {"VPOR"}, "VPOR": {"VPAND"},
	"VPMADD52LUQ": {"VPMADD52HUQ"}, "VPMADD52HUQ": {"VPMADD52LUQ"}, "VPADDQ": {"VPSUBQ"}, "VPSUBQ": {"VPADDQ"},
	"VPANDQ": {"VPORQ"}, "VPXORQ": {"VPORQ"}, "VPSRLQ": {"VPSLLQ"}, "VPSLLQ": {"VPSRLQ"}, "VPTESTMQ": {"VPTESTNMQ"},
	"VPTESTNMQ": {"VPTESTMQ"}, "KORB": {"KANDB"},
}

var (
	routine     = regexp.MustCompile(`(?m)^TEXT ·(\w+)\(SB\)`)
	instruction = regexp.MustCompile(`^\t([A-Z][A-Z0-9]*)\s*(.*)$`)
	limb        = regexp.MustCompile(`(\d*)\((SI|CX|DI|SP|BP|DX|R8)\)`)
	mask        = regexp.MustCompile(`K\d, `)
	shift       = regexp.MustCompile(`\$0x([0-9a-f]+), `)
)

// changed returns the other forms of an instruction, "" for none of it.
func changed(line string) map[string]string {
	m := instruction.FindStringSubmatch(line)
	if m == nil || m[1] == "RET" {
		return nil
	}
	forms := map[string]string{"drop": ""}
	for _, other := range swaps[m[1]] {
		forms[m[1]+" -> "+other] = strings.Replace(line, m[1], other, 1)
	}
	args := strings.Split(m[2], ", ")
	switch {
	case m[1] == "MULXQ":
		forms["swap halves"] = fmt.Sprintf("\t%s %s, %s, %s", m[1], args[0], args[2], args[1])
	case m[1] == "MOVQ" && limb.MatchString(m[2]):
		forms["next limb"] = nextLimb(line, 8)
	case m[1] == "VMOVDQU64" && limb.MatchString(m[2]):
		forms["next limb"] = nextLimb(line, 64)
	case m[1] == "VPSRLQ" || m[1] == "VPSLLQ":
		forms["one less"] = shift.ReplaceAllStringFunc(line, func(s string) string {
			by, _ := strconv.ParseUint(shift.FindStringSubmatch(s)[1], 16, 8)
			return fmt.Sprintf("$0x%02x, ", by-1)
		})
	}
	if strings.HasPrefix(m[1], "VP") && mask.MatchString(m[2]) {
		forms["no mask"] = mask.ReplaceAllString(line, "")
	}
	if (m[1] == "ADCQ" || m[1] == "SBBQ") && args[0] == "$0x00" {
		forms["0 -> 1"] = strings.Replace(line, "$0x00", "$0x01", 1)
	}
	return forms
}

// nextLimb is a line whose operand in memory is bytes further.
func nextLimb(line string, bytes int) string {
	return limb.ReplaceAllStringFunc(line, func(s string) string {
		m := limb.FindStringSubmatch(s)
		at, _ := strconv.Atoi("0" + m[1])
		return fmt.Sprintf("%d(%s)", at+bytes, m[2])
	})
}

// changes returns all changes of a file, in order.
func changes(source string) []change {
	var list []change
	starts := routine.FindAllStringSubmatchIndex(source, -1)
	for i, s := range starts {
		name, end := source[s[2]:s[3]], len(source)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		lines := strings.Split(source[s[0]:end], "\n")
		first := strings.Count(source[:s[0]], "\n") + 1
		for j, line := range lines {
			forms := changed(line)
			for _, what := range sortedKeys(forms) {
				other := append([]string(nil), lines...)
				other[j] = forms[what]
				text := strings.Join(other, "\n")
				if k := strings.LastIndex(text, "\n// func "); k >= 0 {
					text = text[:k+1]
				}
				list = append(list, change{name, first + j, strings.Join(strings.Fields(line), " "), what, text})
			}
		}
	}
	return list
}

func main() {
	every := flag.Int("every", 1, "take each Nth change only")
	flag.Parse()
	if err := mutate(*every, flag.Arg(0), flag.Args()[min(1, flag.NArg()):]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// readAll reads the files of a pattern.
func readAll(pattern string) (texts []string, err error) {
	files, err := filepath.Glob(pattern)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, err
}

func mutate(every int, folder string, packages []string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	all := []survivor{}
	for _, name := range packages {
		sources, err := readAll("../" + name + "/*_amd64.s")
		if err != nil {
			return err
		}
		var list, taken []change
		for _, source := range sources {
			list = append(list, changes(source)...)
		}
		for i, c := range list {
			if i%every == 0 {
				taken = append(taken, c)
			}
		}
		survivors, err := try(name, folder, taken)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		noticed := len(taken) - len(survivors)
		fmt.Printf("%s: %d changes, %d noticed (%.1f%%)\n", name, len(taken), noticed, 100*float64(noticed)/float64(len(taken)))
		all = append(all, survivors...)
	}
	list, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "survivors.json"), append(list, '\n'), 0o644)
}
