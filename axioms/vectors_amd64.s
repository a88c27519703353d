#include "go_asm.h"
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

#define AHEAD 8

// BLOCK takes the tokens where AX points, BX of them or 32; of those that are not there no lane is compared.
#define BLOCK \
	MOVL        $-1, R11;   \
	MOVL        $32, R12;   \
	CMPQ        BX, R12;    \
	CMOVQCS     BX, R12;    \
	BZHIL       R12, R11, R11; \
	KMOVW       R11, K1;    \
	SHRL        $16, R11;   \
	KMOVW       R11, K2;    \
	VMOVDQU32.Z (AX), K1, Z0; \
	VMOVDQU32.Z 64(AX), K2, Z1; \
	MOVQ        DI, R11;    \
	XORL        DX, DX

// TIMES sets R12 to how often term DX is in the block.
#define TIMES \
	VPCMPEQD.BCST (R9)(DX*4), Z0, K1, K3; \
	VPCMPEQD.BCST (R9)(DX*4), Z1, K2, K4; \
	KMOVW         K3, R12;  \
	KMOVW         K4, R13;  \
	POPCNTL       R12, R12; \
	POPCNTL       R13, R13; \
	ADDL          R13, R12

// func countAll(counts *uint8, stride int, docs *Doc, n int, terms *uint32, distinct int)
TEXT ·countAll(SB), NOSPLIT, $0-48
	MOVQ counts+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ docs+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ terms+32(FP), R9
	MOVQ distinct+40(FP), R10

document:
	// The tokens of the documents to come are far apart: they are fetched some documents ahead.
	CMPQ       CX, $AHEAD
	JLE        near
	MOVQ       (AHEAD*Doc__size+Doc_Terms)(SI), AX
	PREFETCHT0 (AX)
	PREFETCHT0 64(AX)

near:
	// The first block sets the counts, the others add to them.
	MOVQ Doc_Terms(SI), AX
	MOVQ (Doc_Terms+8)(SI), BX
	BLOCK

set:
	TIMES
	MOVB R12, (R11)
	ADDQ R8, R11
	INCQ DX
	CMPQ DX, R10
	JB   set

more:
	SUBQ $32, BX
	JLE  counted
	ADDQ $128, AX
	BLOCK

add:
	TIMES
	ADDB R12, (R11)
	ADDQ R8, R11
	INCQ DX
	CMPQ DX, R10
	JB   add
	JMP  more

counted:
	ADDQ $Doc__size, SI
	INCQ DI
	DECQ CX
	JNZ  document
	VZEROUPPER
	RET

DATA lanes<>+0(SB)/8, $0x0706050403020100
DATA lanes<>+8(SB)/8, $0x0F0E0D0C0B0A0908
DATA lanes<>+16(SB)/8, $0x1716151413121110
DATA lanes<>+24(SB)/8, $0x1F1E1D1C1B1A1918
GLOBL lanes<>(SB), RODATA|NOPTR, $32

// func dominateRow(out *Verdict, counts *uint8, stride, terms, i, n int)
TEXT ·dominateRow(SB), NOSPLIT, $0-48
	MOVQ  out+0(FP), DI
	MOVQ  counts+8(FP), SI
	MOVQ  stride+16(FP), R8
	MOVQ  terms+24(FP), R9
	MOVQ  i+32(FP), R10
	MOVQ  n+40(FP), R11
	SUBQ  $32, R11            // blocks of 32 candidates, from the last ones down
	VPXOR Y6, Y6, Y6

block:
	LEAQ  (SI)(R10*1), AX
	LEAQ  (SI)(R11*1), BX
	MOVQ  R9, CX
	VPXOR Y4, Y4, Y4          // not zero where the other has more of some term
	VPXOR Y5, Y5, Y5          // not zero where candidate i has

term:
	VPBROADCASTB (AX), Y0
	VMOVDQU      (BX), Y1
	VPSUBUSB     Y0, Y1, Y2
	VPSUBUSB     Y1, Y0, Y3
	VPOR         Y2, Y4, Y4
	VPOR         Y3, Y5, Y5
	ADDQ         R8, AX
	ADDQ         R8, BX
	DECQ         CX
	JNZ          term

	VPCMPEQB Y6, Y4, Y4
	VPCMPEQB Y6, Y5, Y5
	VPSUBB   Y4, Y5, Y4
	CMPQ     R11, R10
	JLE      last
	VMOVDQU  Y4, (DI)(R11*1)
	DECQ     R11
	CMPQ     R11, R10
	JE       done             // all behind candidate i have their verdict
	SUBQ     $31, R11
	MOVQ     $0, AX
	CMPQ     R11, AX
	CMOVQLT  AX, R11          // some of the first 32 again
	JMP      block

last:
	// Candidate i and those before it keep what they have.
	SUBQ         R11, R10
	VMOVD        R10, X0
	VPBROADCASTB X0, Y0
	VMOVDQU      lanes<>(SB), Y1
	VPCMPGTB     Y0, Y1, Y0
	VMOVDQU      (DI)(R11*1), Y1
	VPBLENDVB    Y0, Y4, Y1, Y1
	VMOVDQU      Y1, (DI)(R11*1)

done:
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
