package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A frame of Go's begins with the return address. The routines' memory is behind it; its
// first bytes are for products of the narrow form.
const (
	scratch     = 8
	scratchSize = 32
)

// assembler prints the instructions of one routine in Go's syntax.
//
// Registers are the engine's, but for x28, which holds g in Go: R30 takes its place, which
// the assembler saves where there is a frame, and end restores. R27 is free where the
// assembler needs no temporary register: all constants and offsets here fit into their
// instructions. R18 and R29 are not used, as in the engine.
type assembler struct {
	macros *macros
	code   strings.Builder
	before []string // lines of the routine's own, after it has its arguments
	result string   // what stores the routine's result, or ""
	locals int      // bytes of memory that the engine's routine asks for
	memory bool     // the frame is used
	link   bool     // R30 is used
}

// frame is the size of the routine's frame, for TEXT.
func (a *assembler) frame() int {
	if !a.memory && !a.link {
		return 0
	}
	return scratchSize + (a.locals+15)/16*16
}

func (a *assembler) print(mnemonic string, operands ...string) {
	a.code.WriteString("\t" + strings.TrimRight(fmt.Sprintf("%-6s %s", mnemonic, strings.Join(operands, ", ")), " ") + "\n")
}

// emit prints one instruction, label or directive of the engine's.
func (a *assembler) emit(line string) error {
	line = local.ReplaceAllString(line, "${1}")
	if name, ok := strings.CutSuffix(line, ":"); ok {
		a.code.WriteString("\n" + name + ":\n")
		return nil
	}
	mnemonic, rest, _ := strings.Cut(line, " ")
	o := operands(rest)
	if known, err := a.directive(mnemonic, o); known || err != nil {
		return err
	}
	i, ok := instructions[mnemonic]
	if !ok {
		return fmt.Errorf("no rule for %s", mnemonic)
	}
	return i(a, o)
}

// directive follows the engine's macros of frames and symbols.
func (a *assembler) directive(name string, o []string) (known bool, err error) {
	switch name {
	case "function":
		err = a.macros.expand(a.before, a.emit)
	case "enter":
		a.locals, err = a.value(o[0])
	case "ret", "leave", "leave_two_operands", "leave_one_operand":
		a.code.WriteString(endOfRoutine)
	case "end_function", "enter_two_operands", "enter_one_operand", "end_prologue", "align_loop":
	default:
		return false, nil
	}
	return true, err
}

// endOfRoutine stands for the return, which depends on the whole routine; see text.
const endOfRoutine = "\x00"

// text is the routine's code.
func (a *assembler) text() string {
	end := ""
	if a.result != "" {
		end += "\t" + a.result + "\n"
	}
	if a.link {
		end += "\tMOVD   (RSP), R30\n"
	}
	return strings.ReplaceAll(a.code.String(), endOfRoutine, end+"\tRET\n")
}

// value is a sum of numbers and of the names of places in the frame.
func (a *assembler) value(sum string) (total int, err error) {
	for term := range strings.SplitSeq(sum, "+") {
		v := 0
		switch term {
		case "SCRATCH":
			v = scratch
		case "LOCALS":
			v = scratch + scratchSize
		default:
			if v, err = strconv.Atoi(term); err != nil {
				return 0, err
			}
		}
		total += v
	}
	return total, nil
}

var (
	local   = regexp.MustCompile(`LOCAL([a-z])`) // the prefix of labels
	general = regexp.MustCompile(`^[xw](\d+)$`)
	vector  = regexp.MustCompile(`^v(\d+)\.(2d|4s|16b)$`)
	quad    = regexp.MustCompile(`^q(\d+)$`)
	address = regexp.MustCompile(`^\[(\w+)(?:, #(.+))?\]$`)
)

// register is a general one.
func (a *assembler) register(name string) (string, error) {
	if other, ok := a.macros.registers[name]; ok {
		name = other
	}
	if name == "xzr" || name == "wzr" {
		return "ZR", nil
	}
	m := general.FindStringSubmatch(name)
	if m == nil {
		return "", fmt.Errorf("%s is no register", name)
	}
	n, err := strconv.Atoi(m[1])
	switch {
	case err != nil:
		return "", err
	case n == 28:
		a.link = true
		return "R30", nil
	case n == 18 || n > 28:
		return "", fmt.Errorf("%s is not free in Go", name)
	default:
		return fmt.Sprint("R", n), nil
	}
}

// operand is a register, a constant or a label.
func (a *assembler) operand(text string) (string, error) {
	if number, ok := strings.CutPrefix(text, "#"); ok {
		v, err := a.value(number)
		return fmt.Sprint("$", v), err
	}
	return a.register(text)
}

// place is an address.
func (a *assembler) place(text string) (string, error) {
	m := address.FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s is no address", text)
	}
	offset := 0
	if m[2] != "" {
		var err error
		if offset, err = a.value(m[2]); err != nil {
			return "", err
		}
	}
	base := "RSP"
	if m[1] == "sp" {
		a.memory = true
	} else {
		var err error
		if base, err = a.register(m[1]); err != nil {
			return "", err
		}
	}
	if offset == 0 {
		return "(" + base + ")", nil
	}
	return fmt.Sprintf("%d(%s)", offset, base), nil
}

// vectorOperand is a vector register with its arrangement.
func vectorOperand(text string) (string, error) {
	m := vector.FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s is no vector", text)
	}
	return "V" + m[1] + "." + map[string]string{"2d": "D2", "4s": "S4", "16b": "B16"}[m[2]], nil
}

// rule prints an instruction with these operands.
type rule = func(a *assembler, o []string) error

// ordered prints the operands in the order of these digits, which are their numbers here,
// from 1 on. A shift of the last one is joined to it.
func ordered(mnemonic, order string) rule {
	return func(a *assembler, o []string) error {
		shift := ""
		if n := len(order); len(o) == n+1 {
			kind, by, _ := strings.Cut(o[n], " #")
			shift = map[string]string{"lsl": "<<", "lsr": ">>"}[kind] + by
			if len(shift) == len(by) || order[0] != byte('0'+n) {
				return fmt.Errorf("%s is no shift here", o[n])
			}
			o = o[:n]
		}
		if len(o) != len(order) {
			return fmt.Errorf("%d operands, want %d", len(o), len(order))
		}
		var list []string
		for i, d := range order {
			if o[d-'1'][0] == 'w' && !slices.Contains(onWords, mnemonic) {
				return fmt.Errorf("%s is one of 32 bits", o[d-'1'])
			}
			text, err := a.operand(o[d-'1'])
			if err != nil {
				return err
			}
			if i == 0 {
				text += shift
			}
			list = append(list, text)
		}
		a.print(mnemonic, list...)
		return nil
	}
}

// onWords are the mnemonics of ordered that have operands of 32 bits; and SUBS, as the
// numbers that count down have 64 bits in Go.
var onWords = []string{"UMULL", "UMADDL", "MOVWU", "SUBS"}

// conditional is an instruction whose last operand is a condition, which Go has first.
func conditional(mnemonic, order string) rule {
	return func(a *assembler, o []string) error {
		if len(o) != len(order)+1 {
			return fmt.Errorf("%d operands, want %d", len(o), len(order)+1)
		}
		list := []string{strings.ToUpper(o[len(o)-1])}
		for _, d := range order {
			text, err := a.register(o[d-'1'])
			if err != nil {
				return err
			}
			list = append(list, text)
		}
		a.print(mnemonic, list...)
		return nil
	}
}

// jump goes to the label that is its last operand; the others are registers.
func jump(mnemonic string) rule {
	return func(a *assembler, o []string) error {
		var list []string
		for _, text := range o[:len(o)-1] {
			r, err := a.register(text)
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		a.print(mnemonic, append(list, o[len(o)-1])...)
		return nil
	}
}

// pair loads or stores two registers.
func pair(load, store, loadVectors, storeVectors string) rule {
	return func(a *assembler, o []string) error {
		if len(o) != 3 {
			return fmt.Errorf("%d operands, want 3", len(o))
		}
		place, err := a.place(o[2])
		if err != nil {
			return err
		}
		loading, storing := load, store
		var r [2]string
		for i := range r {
			if m := quad.FindStringSubmatch(o[i]); m != nil {
				r[i], loading, storing = "F"+m[1], loadVectors, storeVectors
			} else if r[i], err = a.register(o[i]); err != nil {
				return err
			}
		}
		if loading != "" {
			a.print(loading, place, "("+r[0]+", "+r[1]+")")
		} else {
			a.print(storing, "("+r[0]+", "+r[1]+")", place)
		}
		return nil
	}
}

// word loads or stores one register of 32 or 64 bits.
func word(loading bool) rule {
	return func(a *assembler, o []string) error {
		r, err := a.register(o[0])
		if err != nil {
			return err
		}
		place, err := a.place(o[1])
		if err != nil {
			return err
		}
		short := o[0][0] == 'w'
		switch {
		case loading && short:
			a.print("MOVWU", place, r)
		case loading:
			a.print("MOVD", place, r)
		case short:
			a.print("MOVW", r, place)
		default:
			a.print("MOVD", r, place)
		}
		return nil
	}
}

// move copies a register or sets it; one of 32 bits is extended with zeros.
func move(a *assembler, o []string) error {
	switch {
	case o[0][0] != 'w':
		return ordered("MOVD", "21")(a, o)
	case o[1][0] == 'w':
		return ordered("MOVWU", "21")(a, o)
	default:
		return ordered("MOVD", "21")(a, []string{"x" + o[0][1:], o[1]})
	}
}

// moveKeep sets 16 bits.
func moveKeep(a *assembler, o []string) error {
	r, err := a.register(o[0])
	if err != nil {
		return err
	}
	by, ok := strings.CutPrefix(o[2], "lsl #")
	if !ok {
		return fmt.Errorf("%s is no shift", o[2])
	}
	a.print("MOVK", "$("+o[1][1:]+"<<"+by+")", r)
	return nil
}

// vectors is an instruction on three vectors.
func vectors(mnemonic string) rule {
	return func(a *assembler, o []string) error {
		var list []string
		for i := 2; i >= 0; i-- {
			v, err := vectorOperand(o[i])
			if err != nil {
				return err
			}
			list = append(list, v)
		}
		a.print(mnemonic, list...)
		return nil
	}
}

// broadcast copies a general register to all lanes.
func broadcast(a *assembler, o []string) error {
	v, err := vectorOperand(o[0])
	if err != nil {
		return err
	}
	r, err := a.register(o[1])
	a.print("VDUP", r, v)
	return err
}

// setVector sets all lanes to 0, or to another constant by way of R27.
func setVector(a *assembler, o []string) error {
	v, err := vectorOperand(o[0])
	if err != nil {
		return err
	}
	if o[1] == "#0" {
		v = strings.Split(v, ".")[0] + ".B16"
		a.print("VEOR", v, v, v)
		return nil
	}
	a.print("MOVD", "$"+o[1][1:], "R27")
	a.print("VDUP", "R27", v)
	return nil
}

// instructions are those that the engine's routines use.
var instructions = map[string]rule{
	"add": ordered("ADD", "321"), "adds": ordered("ADDS", "321"), "adc": ordered("ADC", "321"), "adcs": ordered("ADCS", "321"),
	"sub": ordered("SUB", "321"), "subs": ordered("SUBS", "321"), "sbc": ordered("SBC", "321"), "sbcs": ordered("SBCS", "321"),
	"and": ordered("AND", "321"), "bic": ordered("BIC", "321"), "orr": ordered("ORR", "321"), "orn": ordered("ORN", "321"),
	"eor": ordered("EOR", "321"), "neg": ordered("NEG", "21"), "cmp": ordered("CMP", "21"), "cmn": ordered("CMN", "21"),
	"lsl": ordered("LSL", "321"), "lsr": ordered("LSR", "321"), "extr": ordered("EXTR", "4321"),
	"mul": ordered("MUL", "321"), "umulh": ordered("UMULH", "321"), "umull": ordered("UMULL", "321"), "umaddl": ordered("UMADDL", "3421"),
	"csel": conditional("CSEL", "231"), "csinv": conditional("CSINV", "231"), "csetm": conditional("CSETM", "1"),
	"cneg": conditional("CNEG", "21"), "cinv": conditional("CINV", "21"),
	"mov": move, "movk": moveKeep, "ldr": word(true), "str": word(false),
	"ldp": pair("LDP", "", "FLDPQ", ""), "stp": pair("", "STP", "", "FSTPQ"),
	"b": jump("JMP"), "b.eq": jump("BEQ"), "b.ne": jump("BNE"), "b.hs": jump("BHS"), "b.lo": jump("BLO"), "cbz": jump("CBZ"), "cbnz": jump("CBNZ"),
	"prfm": prefetch,
	"dup":  broadcast, "movi": setVector, "cmeq": vectors("VCMEQ"), "bit": vectors("VBIT"),
}

func init() {
	// On vectors, too.
	general := instructions["add"]
	instructions["add"] = func(a *assembler, o []string) error {
		if vector.MatchString(o[0]) {
			return vectors("VADD")(a, o)
		}
		return general(a, o)
	}
}

// prefetch begins to load a line of cache.
func prefetch(a *assembler, o []string) error {
	place, err := a.place(o[1])
	a.print("PRFM", place, strings.ToUpper(o[0]))
	return err
}
