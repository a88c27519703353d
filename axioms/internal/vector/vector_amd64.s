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

// ONE adds the products of a number of a vector, which R points to, with those in Y8 and Y9.
#define ONE(R, LOW, HIGH, SQUARES) \
	VBROADCASTSD (R)(BX*8), Y10;  \
	VMULPD       Y8, Y10, Y11;    \
	VADDPD       Y11, LOW, LOW;   \
	VMULPD       Y9, Y10, Y11;    \
	VADDPD       Y11, HIGH, HIGH; \
	VMULSD       X10, X10, X11;   \
	VADDSD       X11, SQUARES, SQUARES

// func productsFour(v *[4]*float64, n int, columns *float64, products *[4][8]float64, squares *[4]float64)
TEXT ·productsFour(SB), NOSPLIT, $0-40
	MOVQ   v+0(FP), AX
	MOVQ   n+8(FP), CX
	MOVQ   columns+16(FP), DI
	MOVQ   products+24(FP), DX
	MOVQ   squares+32(FP), SI
	MOVQ   0(AX), R8
	MOVQ   8(AX), R9
	MOVQ   16(AX), R10
	MOVQ   24(AX), R11
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD X12, X12, X12
	VXORPD X13, X13, X13
	VXORPD X14, X14, X14
	VXORPD X15, X15, X15
	XORQ   BX, BX

four:
	CMPQ    BX, CX
	JAE     storedFour
	VMOVUPD (DI), Y8
	VMOVUPD 32(DI), Y9
	ONE(R8, Y0, Y1, X12)
	ONE(R9, Y2, Y3, X13)
	ONE(R10, Y4, Y5, X14)
	ONE(R11, Y6, Y7, X15)
	ADDQ    $64, DI
	INCQ    BX
	JMP     four

storedFour:
	VMOVUPD Y0, (DX)
	VMOVUPD Y1, 32(DX)
	VMOVUPD Y2, 64(DX)
	VMOVUPD Y3, 96(DX)
	VMOVUPD Y4, 128(DX)
	VMOVUPD Y5, 160(DX)
	VMOVUPD Y6, 192(DX)
	VMOVUPD Y7, 224(DX)
	VMOVSD  X12, (SI)
	VMOVSD  X13, 8(SI)
	VMOVSD  X14, 16(SI)
	VMOVSD  X15, 24(SI)
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
