//go:build valgrind && linux && amd64

#include "textflag.h"

// func clientRequest(request, a1, a2, a3, a4, a5 uintptr) uintptr
//
// valgrind.h, VALGRIND_DO_CLIENT_REQUEST for amd64: AX points to the request
// and its arguments; rotations that add up to 128 bits and an exchange of BX
// with itself, which do nothing on a processor, tell valgrind to act. DX is the
// answer.
TEXT ·clientRequest(SB), NOSPLIT, $0-56
	LEAQ  request+0(FP), AX
	XORL  DX, DX
	ROLQ  $3, DI
	ROLQ  $13, DI
	ROLQ  $61, DI
	ROLQ  $51, DI
	XCHGQ BX, BX
	MOVQ  DX, ret+48(FP)
	RET
