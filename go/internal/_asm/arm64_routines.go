package main

import (
	"fmt"
	"strings"
)

// ownMacros are of routines that the engine has no routine for. Registers and parameters
// are those of the engine's macros.
const ownMacros = `
/* r = a b - c d; x0 to x4 are the addresses of r, a, b, c, d. */
.macro mul_sub_products form, name
function \name
    enter 64
    set_fold
    load a, x3
    load e, x4
    product_\form m, g, a, e
    store_wide sp, LOCALS
    load a, x1
    load e, x2
    product_\form m, g, a, e
    subtract_wide_at 1, sp, LOCALS
    reduce \form, 1, m
    store m, x0
    leave 64
end_function \name
.endm

/* A table without entries, which the engine's scan does not take. */
.macro scan_none
    cbnz x3, some
    stp xzr, xzr, [x0]
    stp xzr, xzr, [x0, #16]
    stp xzr, xzr, [x0, #32]
    stp xzr, xzr, [x0, #48]
    ret
some:
.endm

.macro prefetch_entry name
function \name
    prfm pldl1keep, [x0]
    add x0, x0, #63
    prfm pldl1keep, [x0]
    ret
end_function \name
.endm
`

// argument is one word of a routine's arguments, and the register that the engine's
// routine has it in, or "".
type argument struct{ name, register string }

// routine is a routine of Go's. FORM in its name and in its call is that of products: Wide
// and wide, Narrow and narrow.
type routine struct {
	name, signature string
	doc             []string
	arguments       []argument
	before          string // lines between the arguments and the engine's code
	call            string // the macro, whose last argument is the name, but for a macro without any
	result          string // of R0, or ""
}

const looseArm64 = "Elements are loose: any integers below 2^256, four limbs."

// files of arm64, in the order of the routines.
var filesArm64 = []struct {
	path     string
	routines []routine
}{
	{"../digit/digit_arm64.s", []routine{
		{name: "selectConstantAsm", signature: "func(z *[8]uint64, t string, index uint64)",
			doc: []string{"selectConstantAsm sets z to entry index, below 2^32, of the entries of t, of 64 bytes each, or to 0 where",
				"there is none. It reads them all. Constant time but for their number."},
			arguments: []argument{{"z", "x0"}, {"t_base", "x1"}, {"t_len", "x3"}, {"index", "x2"}},
			before:    "lsr x3, x3, #6\nscan_none\nmov x4, #64", call: "koblitz_point4_scan"},
		{name: "selectMemoryAsm", signature: "func(z *[8]uint64, t [][8]uint64, index uint64)",
			doc: []string{"selectMemoryAsm sets z to entry index, below 2^32, of the entries of t, or to 0 where there is none. It",
				"reads them all. Constant time but for their number."},
			arguments: []argument{{"z", "x0"}, {"t_base", "x1"}, {"t_len", "x3"}, {"t_cap", ""}, {"index", "x2"}},
			before:    "scan_none\nmov x4, #64", call: "koblitz_point4_scan"},
	}},
	{"../field/field_arm64.s", []routine{
		{name: "mulFORMAsm", signature: "func(z, x, y *[4]uint64)",
			doc:       []string{"mulFORMAsm sets z = x y mod p. " + looseArm64, "Arguments may alias. Constant time."},
			arguments: []argument{{"z", "x0"}, {"x", "x1"}, {"y", "x2"}}, call: "mul_of FORM, 1"},
		{name: "squareFORMAsm", signature: "func(z, x *[4]uint64)",
			doc:       []string{"squareFORMAsm sets z = x^2 mod p. " + looseArm64, "Arguments may alias. Constant time."},
			arguments: []argument{{"z", "x0"}, {"x", "x1"}}, call: "sqr_of FORM, 1"},
		{name: "squareNVartimeFORMAsm", signature: "func(z, x *[4]uint64, n int)",
			doc: []string{"squareNVartimeFORMAsm sets z = x^(2^n) mod p for n >= 1. " + looseArm64,
				"z may be x. The time depends on n and on the value."},
			arguments: []argument{{"z", "x0"}, {"x", "x1"}, {"n", "x2"}}, call: "sqr_n_of FORM"},
		{name: "mulSubFORMAsm", signature: "func(z, a, b, c, d *[4]uint64)",
			doc:       []string{"mulSubFORMAsm sets z = a b - c d mod p. " + looseArm64, "Arguments may alias. Constant time."},
			arguments: []argument{{"z", "x0"}, {"a", "x1"}, {"b", "x2"}, {"c", "x3"}, {"d", "x4"}}, call: "mul_sub_products FORM"},
	}},
	{"../point/point_arm64.s", []routine{
		{name: "doubleNFORMAsm", signature: "func(z *[12]uint64, n int)",
			doc: []string{"doubleNFORMAsm sets z = 2^n z for a Jacobian point z = (X, Y, Z) and n >= 1; Z = 0 stays 0.", looseArm64,
				"Constant time but for n."},
			arguments: []argument{{"z", "x0"}, {"n", "x1"}}, call: "doublings FORM, 1"},
		{name: "doubleNVartimeFORMAsm", signature: "func(z *[12]uint64, n int)",
			doc: []string{"doubleNVartimeFORMAsm sets z = 2^n z for a Jacobian point z = (X, Y, Z) and n >= 1; Z = 0 stays 0.", looseArm64,
				"The time depends on n, and rarely on the value."},
			arguments: []argument{{"z", "x0"}, {"n", "x1"}}, call: "doublings FORM, 0"},
		{name: "addMixedVartimeFORMAsm", signature: "func(z *[12]uint64, b *[8]uint64) (done int)",
			doc: []string{"addMixedVartimeFORMAsm adds the affine point b to the Jacobian point z, finite. Where their x coordinates agree,",
				"and for one difference in 2^192 more, it changes nothing and returns 0, elsewhere 1. " + looseArm64,
				"Arguments do not alias. The time depends on the points."},
			arguments: []argument{{"z", "x0"}, {"b", "x1"}}, before: "add x2, x1, #32\nmov x3, xzr", call: "add_affine FORM, 0", result: "done"},
		{name: "addScaledVartimeFORMAsm", signature: "func(z *[12]uint64, b *[8]uint64, scale *[4]uint64) (done int)",
			doc:       []string{"addScaledVartimeFORMAsm is addMixedVartimeFORMAsm for the affine point (scale^2 b.X, scale^3 b.Y)."},
			arguments: []argument{{"z", "x0"}, {"b", "x1"}, {"scale", "x4"}}, before: "add x2, x1, #32\nmov x3, xzr",
			call: "add_affine FORM, 1", result: "done"},
		{name: "coZAddVartimeFORMAsm", signature: "func(r *[16]uint64, ratio *[4]uint64, a *[16]uint64)",
			doc: []string{"coZAddVartimeFORMAsm sets r to the sum of the two points a, which have one Z and different x, and to the second of",
				"them, both on the Z of the sum, which is ratio times that of a. " + looseArm64,
				"r may be a; otherwise arguments do not alias. The time depends, rarely, on the points."},
			arguments: []argument{{"r", "x0"}, {"ratio", "x1"}, {"a", "x2"}}, call: "co_z FORM"},
		{name: "addCompleteFORMAsm", signature: "func(z *[12]uint64, b *[8]uint64)",
			doc: []string{"addCompleteFORMAsm adds the affine point b to the Jacobian point z, both of odd order; z may be infinity, b or its",
				"opposite. " + looseArm64, "z and b do not alias. Constant time."},
			arguments: []argument{{"z", "x0"}, {"b", "x1"}},
			before:    "set_fold\nload a, x0, 64\nzero_mask x3, a, t0, t1\nmov x2, xzr", call: "add_complete FORM"},
		{name: "addProjectiveFORMAsm", signature: "func(z *[12]uint64, b *[8]uint64, b3 uint32)",
			doc: []string{"addProjectiveFORMAsm adds the affine point b to the homogeneous point z, (0 : y : 0) for infinity, on",
				"y^2 = x^3 + b3 / 3, b3 < 2^31, both of odd order: complete. " + looseArm64, "z and b do not alias. Constant time."},
			arguments: []argument{{"z", "x0"}, {"b", "x1"}, {"b3", "w3"}}, before: "mov x2, xzr", call: "add_projective FORM"},
		{name: "prefetchAsm", signature: "func(entry *[64]byte)",
			doc:       []string{"prefetchAsm begins to load an entry of a table of constants, and does not wait."},
			arguments: []argument{{"entry", "x0"}}, call: "prefetch_entry"},
	}},
}

// renderArm64 returns the text of a file.
func renderArm64(routines []routine) ([]byte, error) {
	m, err := readMacros()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString("// Code generated by the program in internal/_asm. DO NOT EDIT.\n\n" +
		"//go:build arm64 && !purego\n\n#include \"textflag.h\"\n")
	for _, r := range routines {
		forms := []string{"Wide", "Narrow"}
		if !strings.Contains(r.name, "FORM") {
			forms = forms[:1]
		}
		for _, form := range forms {
			if err := r.write(&text, m, form); err != nil {
				return nil, fmt.Errorf("%s: %w", r.name, err)
			}
		}
	}
	return []byte(text.String()), nil
}

// write prints the routine in one form.
func (r *routine) write(text *strings.Builder, m *macros, form string) error {
	name := strings.ReplaceAll(r.name, "FORM", form)
	a := &assembler{macros: m}
	offset := 0
	for _, arg := range r.arguments {
		place := fmt.Sprintf("%s+%d(FP)", arg.name, offset)
		offset += 8
		if arg.register == "" {
			continue
		}
		to, err := a.register(arg.register)
		if err != nil {
			return err
		}
		if arg.register[0] == 'w' {
			a.print("MOVWU", place, to)
		} else {
			a.print("MOVD", place, to)
		}
	}
	if r.before != "" {
		a.before = strings.Split(r.before, "\n")
	}
	if r.result != "" {
		a.result = fmt.Sprintf("MOVD   R0, %s+%d(FP)", r.result, offset)
		offset += 8
	}
	call := strings.ReplaceAll(r.call, "FORM", strings.ToLower(form))
	switch {
	case strings.Contains(call, " "):
		call += ", " + name
	case len(m.named[call].parameters) > 0:
		call += " " + name
	}
	if err := m.expand([]string{call}, a.emit); err != nil {
		return err
	}
	size := offset
	if last := r.arguments[len(r.arguments)-1]; last.register[0] == 'w' {
		size -= 4
	}
	flags := "NOSPLIT, "
	if a.frame() >= 256 {
		flags = ""
	}
	text.WriteString("\n// func " + name + strings.TrimPrefix(r.signature, "func") + "\n//\n")
	for _, line := range r.doc {
		text.WriteString("// " + strings.ReplaceAll(line, "FORM", form) + "\n")
	}
	fmt.Fprintf(text, "TEXT ·%s(SB), %s$%d-%d\n%s", name, flags, a.frame(), size, a.text())
	return nil
}
