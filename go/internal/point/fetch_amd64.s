//go:build amd64 && !purego

#include "textflag.h"

// func routines(z *[4]uintptr)
TEXT ·routines(SB), NOSPLIT, $0-8
	MOVQ z+0(FP), AX
	LEAQ ·doubleNAsm(SB), CX
	MOVQ CX, (AX)
	LEAQ ·coZAddVartimeAsm(SB), CX
	MOVQ CX, 8(AX)
	LEAQ ·addCompleteAsm(SB), CX
	MOVQ CX, 16(AX)
	LEAQ ·addProjectiveAsm(SB), CX
	MOVQ CX, 24(AX)
	RET
