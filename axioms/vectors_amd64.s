#include "textflag.h"

DATA places<>+0(SB)/8, $0x0000000100000000
DATA places<>+8(SB)/8, $0x0000000300000002
DATA places<>+16(SB)/8, $0x0000000500000004
DATA places<>+24(SB)/8, $0x0000000700000006
GLOBL places<>(SB), RODATA|NOPTR, $32

DATA byteOnes<>+0(SB)/8, $0x0101010101010101
DATA byteOnes<>+8(SB)/8, $0x0101010101010101
GLOBL byteOnes<>(SB), RODATA|NOPTR, $16

DATA wordOnes<>+0(SB)/8, $0x0001000100010001
DATA wordOnes<>+8(SB)/8, $0x0001000100010001
GLOBL wordOnes<>(SB), RODATA|NOPTR, $16

DATA tops<>+0(SB)/8, $0x8080808080808080
GLOBL tops<>(SB), RODATA|NOPTR, $8

// MATCH compares the eight tokens in Y8 with the terms in Y0 to Y7: Y9 for the first four terms and Y10 for the others have
// -1 in a byte for each token and term that are equal. In each half of them a term has four bytes, for four tokens.
#define MATCH \
	VPCMPEQD  Y8, Y0, Y9;    \
	VPCMPEQD  Y8, Y1, Y10;   \
	VPACKSSDW Y10, Y9, Y9;   \
	VPCMPEQD  Y8, Y2, Y10;   \
	VPCMPEQD  Y8, Y3, Y11;   \
	VPACKSSDW Y11, Y10, Y10; \
	VPACKSSWB Y10, Y9, Y9;   \
	VPCMPEQD  Y8, Y4, Y10;   \
	VPCMPEQD  Y8, Y5, Y11;   \
	VPACKSSDW Y11, Y10, Y10; \
	VPCMPEQD  Y8, Y6, Y11;   \
	VPCMPEQD  Y8, Y7, Y12;   \
	VPACKSSDW Y12, Y11, Y11; \
	VPACKSSWB Y11, Y10, Y10

// func countEight(tokens *uint32, n int, terms *uint32) uint64
TEXT ·countEight(SB), NOSPLIT, $0-32
	MOVQ         tokens+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         terms+16(FP), DI
	VPBROADCASTD 0(DI), Y0
	VPBROADCASTD 4(DI), Y1
	VPBROADCASTD 8(DI), Y2
	VPBROADCASTD 12(DI), Y3
	VPBROADCASTD 16(DI), Y4
	VPBROADCASTD 20(DI), Y5
	VPBROADCASTD 24(DI), Y6
	VPBROADCASTD 28(DI), Y7

	// The last eight tokens, without those that the blocks before them hold.
	VMOVDQU   -32(SI)(CX*4), Y8
	MATCH
	DECQ      CX
	MOVQ      CX, BX
	SHRQ      $3, BX           // blocks before them
	ANDQ      $7, CX
	NEGQ      CX
	ADDQ      $6, CX           // the place of the last one left out
	VMOVD     CX, X11
	VPBROADCASTD X11, Y11
	VMOVDQU   places<>(SB), Y12
	VPCMPGTD  Y11, Y12, Y11
	VPACKSSDW Y11, Y11, Y11
	VPACKSSWB Y11, Y11, Y11
	VPAND     Y11, Y9, Y9
	VPAND     Y11, Y10, Y10
	VPXOR     Y13, Y13, Y13
	VPSUBB    Y10, Y13, Y14
	VPSUBB    Y9, Y13, Y13
	TESTQ     BX, BX
	JZ        sum

block:
	VMOVDQU (SI), Y8
	MATCH
	VPSUBB  Y9, Y13, Y13
	VPSUBB  Y10, Y14, Y14
	ADDQ    $32, SI
	DECQ    BX
	JNZ     block

sum:
	VEXTRACTI128 $1, Y13, X9
	VEXTRACTI128 $1, Y14, X10
	VPADDB       X9, X13, X13
	VPADDB       X10, X14, X14
	VMOVDQU      byteOnes<>(SB), X11
	VMOVDQU      wordOnes<>(SB), X12
	VPMADDUBSW   X11, X13, X13
	VPMADDUBSW   X11, X14, X14
	VPMADDWD     X12, X13, X13
	VPMADDWD     X12, X14, X14
	VPACKSSDW    X14, X13, X13
	VPACKUSWB    X13, X13, X13
	VMOVQ        X13, AX
	VZEROUPPER
	MOVQ         AX, ret+24(FP)
	RET

// EIGHT sets eight verdicts from the eight words that begin where SI points.
#define EIGHT \
	VMOVDQU      (SI), Y3;        \
	VMOVDQU      32(SI), Y4;      \
	VPSUBQ       Y3, Y2, Y5;      \
	VPSUBQ       Y4, Y2, Y6;      \
	VPOR         Y3, Y1, Y7;      \
	VPOR         Y4, Y1, Y8;      \
	VPSUBQ       Y0, Y7, Y7;      \
	VPSUBQ       Y0, Y8, Y8;      \
	VPAND        Y1, Y5, Y5;      \
	VPAND        Y1, Y6, Y6;      \
	VPAND        Y1, Y7, Y7;      \
	VPAND        Y1, Y8, Y8;      \
	VPCMPEQQ     Y1, Y5, Y5;      \
	VPCMPEQQ     Y1, Y6, Y6;      \
	VPCMPEQQ     Y1, Y7, Y7;      \
	VPCMPEQQ     Y1, Y8, Y8;      \
	VPSUBQ       Y5, Y7, Y5;      \
	VPSUBQ       Y6, Y8, Y6;      \
	VSHUFPS      $0x88, Y6, Y5, Y5; \
	VPERMQ       $0xD8, Y5, Y5;   \
	VEXTRACTI128 $1, Y5, X6;      \
	VPACKSSDW    X6, X5, X5;      \
	VPACKSSWB    X5, X5, X5;      \
	VMOVQ        X5, (DI)

// func dominateEight(out *Verdict, words *uint64, n int, word uint64)
TEXT ·dominateEight(SB), NOSPLIT, $0-32
	MOVQ         out+0(FP), DI
	MOVQ         words+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ word+24(FP), Y0
	VPBROADCASTQ tops<>(SB), Y1
	VPOR         Y0, Y1, Y2
	SUBQ         $8, CX
	LEAQ         (SI)(CX*8), R8 // the last eight, which may overlap those before
	LEAQ         (DI)(CX*1), R9

row:
	CMPQ SI, R8
	JAE  last
	EIGHT
	ADDQ $64, SI
	ADDQ $8, DI
	JMP  row

last:
	MOVQ R8, SI
	MOVQ R9, DI
	EIGHT
	VZEROUPPER
	RET

DATA voids<>+0(SB)/8, $0xFEFEFEFEFEFEFEFE // Void in every byte
GLOBL voids<>(SB), RODATA|NOPTR, $8

// CLOSE makes Void those of the eight verdicts where DI points whose lengths, where SI points, are out of bound.
#define CLOSE \
	VMOVDQU      (SI), Y2;      \
	VPSUBD       Y0, Y2, Y2;    \
	VPMINUD      Y1, Y2, Y3;    \
	VPCMPEQD     Y2, Y3, Y3;    \
	VEXTRACTI128 $1, Y3, X4;    \
	VPACKSSDW    X4, X3, X3;    \
	VPACKSSWB    X3, X3, X3;    \
	VMOVQ        (DI), X4;      \
	VPAND        X3, X4, X4;    \
	VPANDN       X5, X3, X3;    \
	VPOR         X3, X4, X4;    \
	VMOVQ        X4, (DI)

// func closeEight(out *Verdict, lengths *uint32, n int, low, span uint32)
TEXT ·closeEight(SB), NOSPLIT, $0-32
	MOVQ         out+0(FP), DI
	MOVQ         lengths+8(FP), SI
	MOVQ         n+16(FP), CX
	MOVL         low+24(FP), AX
	MOVL         span+28(FP), BX
	VMOVD        AX, X0
	VMOVD        BX, X1
	VPBROADCASTD X0, Y0
	VPBROADCASTD X1, Y1
	VMOVQ        voids<>(SB), X5
	SUBQ         $8, CX
	LEAQ         (SI)(CX*4), R8 // the last eight, which may overlap those before
	LEAQ         (DI)(CX*1), R9

window:
	CMPQ SI, R8
	JAE  lastWindow
	CLOSE
	ADDQ $32, SI
	ADDQ $8, DI
	JMP  window

lastWindow:
	MOVQ R8, SI
	MOVQ R9, DI
	CLOSE
	VZEROUPPER
	RET
