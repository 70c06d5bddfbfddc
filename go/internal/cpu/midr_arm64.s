//go:build !purego

#include "textflag.h"

// func midr() uint64
TEXT ·midr(SB), NOSPLIT, $0-8
	MRS  MIDR_EL1, R0
	MOVD R0, ret+0(FP)
	RET
