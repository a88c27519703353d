#include "textflag.h"

// func productsEight(v *float64, n int, columns *float64, products *[8]float64) float64
TEXT ·productsEight(SB), NOSPLIT, $0-40
	MOVQ   v+0(FP), SI
	MOVQ   n+8(FP), CX
	MOVQ   columns+16(FP), DI
	MOVQ   products+24(FP), R8
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD X2, X2, X2
	TESTQ  CX, CX
	JZ     stored

number:
	VBROADCASTSD (SI), Y3
	VMULPD       (DI), Y3, Y4
	VMULPD       32(DI), Y3, Y5
	VMULSD       X3, X3, X6
	VADDPD       Y4, Y0, Y0
	VADDPD       Y5, Y1, Y1
	VADDSD       X6, X2, X2
	ADDQ         $8, SI
	ADDQ         $64, DI
	DECQ         CX
	JNZ          number

stored:
	VMOVUPD    Y0, (R8)
	VMOVUPD    Y1, 32(R8)
	VZEROUPPER
	MOVSD      X2, ret+32(FP)
	RET

// TWO adds the products of two numbers of a vector, which R points to, with those of eight others in Y8 and Y9.
#define TWO(R, FIRST, SECOND) \
	VBROADCASTSD (R), Y10;          \
	VFMADD231PS  Y8, Y10, FIRST;    \
	VFMADD231PS  Y9, Y10, SECOND;   \
	ADDQ         $8, R

// ONE is TWO of the last number.
#define ONE(R, FIRST, SECOND) \
	VMOVSS       (R), X10;          \
	VBROADCASTSD X10, Y10;          \
	VFMADD231PS  Y8, Y10, FIRST;    \
	VFMADD231PS  Y9, Y10, SECOND

// LARGEST stores the largest of eight sums of neighbours.
#define LARGEST(FIRST, LOW, SECOND, PLACE) \
	VHADDPS      SECOND, FIRST, FIRST; \
	VEXTRACTF128 $1, FIRST, X8;        \
	VMAXPS       X8, LOW, LOW;         \
	VPERMILPS    $0x4E, LOW, X8;       \
	VMAXPS       X8, LOW, LOW;         \
	VPERMILPS    $0xB1, LOW, X8;       \
	VMAXPS       X8, LOW, LOW;         \
	VMOVSS       LOW, PLACE(DX)

// func largestFour(v *[4]*float32, n int, columns *float32, largest *[4]float32)
TEXT ·largestFour(SB), NOSPLIT, $0-32
	MOVQ   v+0(FP), AX
	MOVQ   n+8(FP), CX
	MOVQ   columns+16(FP), DI
	MOVQ   largest+24(FP), DX
	MOVQ   0(AX), R8
	MOVQ   8(AX), R9
	MOVQ   16(AX), R10
	MOVQ   24(AX), R11
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	SUBQ   $2, CX
	JL     last

two:
	VMOVUPS (DI), Y8
	VMOVUPS 32(DI), Y9
	TWO(R8, Y0, Y4)
	TWO(R9, Y1, Y5)
	TWO(R10, Y2, Y6)
	TWO(R11, Y3, Y7)
	ADDQ    $64, DI
	SUBQ    $2, CX
	JGE     two

last:
	ADDQ    $2, CX
	JZ      found
	VMOVUPS (DI), Y8
	VMOVUPS 32(DI), Y9
	ONE(R8, Y0, Y4)
	ONE(R9, Y1, Y5)
	ONE(R10, Y2, Y6)
	ONE(R11, Y3, Y7)

found:
	LARGEST(Y0, X0, Y4, 0)
	LARGEST(Y1, X1, Y5, 4)
	LARGEST(Y2, X2, Y6, 8)
	LARGEST(Y3, X3, Y7, 12)
	VZEROUPPER
	RET

// WIDE adds the products of two numbers of a vector with those of eight others in COLUMNS.
#define WIDE(R, AT, COLUMNS, SUM) \
	VBROADCASTSD AT(R), Z10;        \
	VFMADD231PS  COLUMNS, Z10, SUM

// WIDELAST is WIDE of the last number.
#define WIDELAST(R, COLUMNS, SUM) \
	VMOVSS       (R), X10;          \
	VBROADCASTSD X10, Z10;          \
	VFMADD231PS  COLUMNS, Z10, SUM

// WIDELARGEST stores the largest of eight sums of neighbours in two registers.
#define WIDELARGEST(FIRST, HALF, LOW, SECOND, PLACE) \
	VADDPS        SECOND, FIRST, FIRST; \
	VPERMILPS     $0xB1, FIRST, Z8;     \
	VADDPS        Z8, FIRST, FIRST;     \
	VEXTRACTF64X4 $1, FIRST, Y8;        \
	VMAXPS        Y8, HALF, HALF;       \
	VEXTRACTF128  $1, HALF, X8;         \
	VMAXPS        X8, LOW, LOW;         \
	VPERMILPS     $0x4E, LOW, X8;       \
	VMAXPS        X8, LOW, LOW;         \
	VMOVSS        LOW, PLACE(DX)

// func largestFours(v **float32, fours, n int, columns, largest *float32)
TEXT ·largestFours(SB), NOSPLIT, $0-40
	MOVQ v+0(FP), AX
	MOVQ fours+8(FP), SI
	MOVQ columns+24(FP), BX
	MOVQ largest+32(FP), DX

vectors:
	// The next four vectors are fetched while these are multiplied.
	MOVQ n+16(FP), CX
	CMPQ SI, $1
	JE   fetched
	MOVQ 32(AX), R8
	MOVQ 40(AX), R9
	MOVQ 48(AX), R10
	MOVQ 56(AX), R11
	XORL DI, DI

fetch:
	PREFETCHT0 (R8)(DI*4)
	PREFETCHT0 (R9)(DI*4)
	PREFETCHT0 (R10)(DI*4)
	PREFETCHT0 (R11)(DI*4)
	ADDQ       $16, DI
	CMPQ       DI, CX
	JB         fetch

fetched:
	MOVQ   BX, DI
	MOVQ   0(AX), R8
	MOVQ   8(AX), R9
	MOVQ   16(AX), R10
	MOVQ   24(AX), R11
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	VPXORQ Z4, Z4, Z4
	VPXORQ Z5, Z5, Z5
	VPXORQ Z6, Z6, Z6
	VPXORQ Z7, Z7, Z7
	SUBQ   $4, CX
	JL     two

four:
	VMOVUPS (DI), Z8
	VMOVUPS 64(DI), Z9
	WIDE(R8, 0, Z8, Z0)
	WIDE(R9, 0, Z8, Z1)
	WIDE(R10, 0, Z8, Z2)
	WIDE(R11, 0, Z8, Z3)
	WIDE(R8, 8, Z9, Z4)
	WIDE(R9, 8, Z9, Z5)
	WIDE(R10, 8, Z9, Z6)
	WIDE(R11, 8, Z9, Z7)
	ADDQ    $16, R8
	ADDQ    $16, R9
	ADDQ    $16, R10
	ADDQ    $16, R11
	ADDQ    $128, DI
	SUBQ    $4, CX
	JGE     four

two:
	ADDQ    $2, CX
	JL      one
	VMOVUPS (DI), Z8
	WIDE(R8, 0, Z8, Z0)
	WIDE(R9, 0, Z8, Z1)
	WIDE(R10, 0, Z8, Z2)
	WIDE(R11, 0, Z8, Z3)
	ADDQ    $8, R8
	ADDQ    $8, R9
	ADDQ    $8, R10
	ADDQ    $8, R11
	ADDQ    $64, DI
	SUBQ    $2, CX

one:
	ADDQ    $2, CX
	JZ      found
	VMOVUPS (DI), Z8
	WIDELAST(R8, Z8, Z0)
	WIDELAST(R9, Z8, Z1)
	WIDELAST(R10, Z8, Z2)
	WIDELAST(R11, Z8, Z3)

found:
	WIDELARGEST(Z0, Y0, X0, Z4, 0)
	WIDELARGEST(Z1, Y1, X1, Z5, 4)
	WIDELARGEST(Z2, Y2, X2, Z6, 8)
	WIDELARGEST(Z3, Y3, X3, Z7, 12)
	ADDQ $32, AX
	ADDQ $16, DX
	DECQ SI
	JNZ  vectors
	VZEROUPPER
	RET

// func dotsEight(v *float64, n int, rows *float64, stride int, sums *[8][4]float64)
TEXT ·dotsEight(SB), NOSPLIT, $0-40
	MOVQ   v+0(FP), SI
	MOVQ   n+8(FP), CX
	MOVQ   rows+16(FP), DI
	MOVQ   stride+24(FP), DX
	MOVQ   sums+32(FP), R8
	SHLQ   $3, DX
	LEAQ   (DI)(DX*4), R9  // the fifth row
	LEAQ   (DX)(DX*2), R10
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	SHRQ   $2, CX
	JZ     storedDots

dots:
	VMOVUPD (SI), Y8
	VMULPD  (DI), Y8, Y9
	VMULPD  (DI)(DX*1), Y8, Y10
	VMULPD  (DI)(DX*2), Y8, Y11
	VMULPD  (DI)(R10*1), Y8, Y12
	VADDPD  Y9, Y0, Y0
	VADDPD  Y10, Y1, Y1
	VADDPD  Y11, Y2, Y2
	VADDPD  Y12, Y3, Y3
	VMULPD  (R9), Y8, Y9
	VMULPD  (R9)(DX*1), Y8, Y10
	VMULPD  (R9)(DX*2), Y8, Y11
	VMULPD  (R9)(R10*1), Y8, Y12
	VADDPD  Y9, Y4, Y4
	VADDPD  Y10, Y5, Y5
	VADDPD  Y11, Y6, Y6
	VADDPD  Y12, Y7, Y7
	ADDQ    $32, SI
	ADDQ    $32, DI
	ADDQ    $32, R9
	DECQ    CX
	JNZ     dots

storedDots:
	VMOVUPD Y0, (R8)
	VMOVUPD Y1, 32(R8)
	VMOVUPD Y2, 64(R8)
	VMOVUPD Y3, 96(R8)
	VMOVUPD Y4, 128(R8)
	VMOVUPD Y5, 160(R8)
	VMOVUPD Y6, 192(R8)
	VMOVUPD Y7, 224(R8)
	VZEROUPPER
	RET

// func addFours(sum, v *float64, n int)
TEXT ·addFours(SB), NOSPLIT, $0-24
	MOVQ sum+0(FP), DI
	MOVQ v+8(FP), SI
	MOVQ n+16(FP), CX
	SHRQ $2, CX
	JZ   addedFours

fours:
	VMOVUPD (DI), Y0
	VADDPD  (SI), Y0, Y0
	VMOVUPD Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	DECQ    CX
	JNZ     fours
	VZEROUPPER

addedFours:
	RET
