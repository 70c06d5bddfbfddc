// The program mutate changes one instruction of the assembly at a time and
// counts the changes that TestAssembly of its package notices.
//
//	GOWORK=off go run ./mutate [-every N] PACKAGE...
//
// Every instruction is dropped, and changed to each near relative of its
// mnemonic or operands; -every N takes each Nth change only. Survivors must be
// explained in survivors.txt, one a line:
//
//	FUNCTION | INSTRUCTION | CHANGE | why it makes no difference
//
// FUNCTION may be *, for all; memory is MEM then, and labels have no numbers.
//
// Exit status 1 when a survivor is not explained there.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
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

// swaps are the near relatives of mnemonics.
var swaps = map[string][]string{
	"ADCQ": {"ADDQ"}, "ADDQ": {"ADCQ", "SUBQ"}, "SBBQ": {"SUBQ"}, "SUBQ": {"SBBQ", "ADDQ"},
	"ADCXQ": {"ADOXQ", "ADDQ"}, "ADOXQ": {"ADCXQ", "ADDQ"}, "JC": {"JNC"}, "JNZ": {"JZ"}, "JZ": {"JNZ"},
	"JEQ": {"JNE"}, "CMOVQNE": {"CMOVQEQ"}, "ANDQ": {"ORQ"}, "ORQ": {"ANDQ"}, "XORQ": {"ORQ"}, "NEGQ": {"NOTQ"},
	"NOTQ": {"NEGQ"}, "DECQ": {"INCQ"}, "SHRQ": {"SHLQ"}, "IMULQ": {"MOVQ"}, "VPAND": {"VPOR"}, "VPOR": {"VPAND"},
}

var (
	routine     = regexp.MustCompile(`(?m)^TEXT ·(\w+)\(SB\)`)
	instruction = regexp.MustCompile(`^\t([A-Z][A-Z0-9]*)\s*(.*)$`)
	memory      = regexp.MustCompile(`\d*\((SP|SI|DI|CX|BP)\)`)
	label       = regexp.MustCompile(`(rare|back)\d+`)
	limb        = regexp.MustCompile(`(\d+)\((SI|CX|DI|SP|BP|DX)\)`)
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
		forms["next limb"] = limb.ReplaceAllStringFunc(line, func(s string) string {
			var n int
			var rest string
			fmt.Sscanf(s, "%d%s", &n, &rest)
			return fmt.Sprintf("%d%s", n+8, rest)
		})
	}
	if (m[1] == "ADCQ" || m[1] == "SBBQ") && args[0] == "$0x00" {
		forms["0 -> 1"] = strings.Replace(line, "$0x00", "$0x01", 1)
	}
	return forms
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
	explained, err := readExplained("survivors.txt")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := 0
	for _, name := range flag.Args() {
		source, err := os.ReadFile("../" + name + "/" + name + "_amd64.s")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		var taken []change
		for i, c := range changes(string(source)) {
			if i%*every == 0 {
				taken = append(taken, c)
			}
		}
		survivors, err := try(name, taken)
		if err != nil {
			fmt.Fprintln(os.Stderr, name+":", err)
			os.Exit(1)
		}
		noticed := len(taken) - len(survivors)
		fmt.Printf("%s: %d changes, %d noticed (%.1f%%)\n", name, len(taken), noticed, 100*float64(noticed)/float64(len(taken)))
		counts := map[string]int{}
		for _, s := range survivors {
			counts[s.key()]++
			_, anywhere, _ := strings.Cut(s.key(), " | ")
			anywhere = "* | " + label.ReplaceAllString(anywhere, "$1")
			known := explained[s.key()] || explained[anywhere] || explained[memory.ReplaceAllString(anywhere, "MEM")]
			if counts[s.key()] == 1 && !known {
				fmt.Printf("  NOT EXPLAINED: line %d: %s\n", s.line, s.key())
				status = 1
			}
		}
	}
	os.Exit(status)
}
