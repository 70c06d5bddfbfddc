//go:build !purego

#include "textflag.h"

// func clearRegisters(vectors int)
//
// The general registers but SP, BP, which holds the frame of the caller, and
// R14, which holds g.
TEXT ·clearRegisters(SB), NOSPLIT, $0-8
	MOVQ vectors+0(FP), AX
	CMPQ AX, $1
	JLT  sse
	JEQ  avx
	VPXORQ Z16, Z16, Z16
	VPXORQ Z17, Z17, Z17
	VPXORQ Z18, Z18, Z18
	VPXORQ Z19, Z19, Z19
	VPXORQ Z20, Z20, Z20
	VPXORQ Z21, Z21, Z21
	VPXORQ Z22, Z22, Z22
	VPXORQ Z23, Z23, Z23
	VPXORQ Z24, Z24, Z24
	VPXORQ Z25, Z25, Z25
	VPXORQ Z26, Z26, Z26
	VPXORQ Z27, Z27, Z27
	VPXORQ Z28, Z28, Z28
	VPXORQ Z29, Z29, Z29
	VPXORQ Z30, Z30, Z30
	VPXORQ Z31, Z31, Z31
	KXORW K0, K0, K0
	KXORW K1, K1, K1
	KXORW K2, K2, K2
	KXORW K3, K3, K3
	KXORW K4, K4, K4
	KXORW K5, K5, K5
	KXORW K6, K6, K6
	KXORW K7, K7, K7

avx:
	VZEROALL
	JMP general

sse:
	PXOR X0, X0
	PXOR X1, X1
	PXOR X2, X2
	PXOR X3, X3
	PXOR X4, X4
	PXOR X5, X5
	PXOR X6, X6
	PXOR X7, X7
	PXOR X8, X8
	PXOR X9, X9
	PXOR X10, X10
	PXOR X11, X11
	PXOR X12, X12
	PXOR X13, X13
	PXOR X14, X14
	PXOR X15, X15

general:
	XORL AX, AX
	XORL BX, BX
	XORL CX, CX
	XORL DX, DX
	XORL SI, SI
	XORL DI, DI
	XORL R8, R8
	XORL R9, R9
	XORL R10, R10
	XORL R11, R11
	XORL R12, R12
	XORL R13, R13
	XORL R15, R15
	RET

// func stackUse() (used, size uintptr)
//
// A g begins with the bounds of its stack, low and high: cgo relies on it too.
TEXT ·stackUse(SB), NOSPLIT, $0-16
	MOVQ (TLS), AX
	MOVQ 8(AX), CX
	MOVQ CX, DX
	SUBQ 0(AX), DX
	LEAQ used+0(FP), BX
	SUBQ BX, CX
	MOVQ CX, used+0(FP)
	MOVQ DX, size+8(FP)
	RET
