//go:build !purego

#include "textflag.h"

// func ticks() uint64
TEXT ·ticks(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET

// func fetch(from, bytes uintptr)
TEXT ·fetch(SB), NOSPLIT, $0-16
	MOVQ from+0(FP), AX
	MOVQ bytes+8(FP), CX

next:
	PREFETCHT1 (AX)
	ADDQ       $64, AX
	SUBQ       $64, CX
	JHI        next
	RET
