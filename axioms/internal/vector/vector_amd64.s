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

// TWO adds the products of two numbers of a vector, which R points to, with those in Y8 and Y9.
#define TWO(R, FIRST, SECOND) \
	VBROADCASTSS (R), Y10;          \
	VBROADCASTSS 4(R), Y11;         \
	VFMADD231PS  Y8, Y10, FIRST;    \
	VFMADD231PS  Y9, Y11, SECOND;   \
	ADDQ         $8, R

// LARGEST stores the largest of the sums of eight pairs of sums.
#define LARGEST(FIRST, LOW, SECOND, PLACE) \
	VADDPS       SECOND, FIRST, FIRST; \
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
	ADDQ         $2, CX
	JZ           found
	VMOVUPS      (DI), Y8
	VBROADCASTSS (R8), Y10
	VFMADD231PS  Y8, Y10, Y0
	VBROADCASTSS (R9), Y10
	VFMADD231PS  Y8, Y10, Y1
	VBROADCASTSS (R10), Y10
	VFMADD231PS  Y8, Y10, Y2
	VBROADCASTSS (R11), Y10
	VFMADD231PS  Y8, Y10, Y3

found:
	LARGEST(Y0, X0, Y4, 0)
	LARGEST(Y1, X1, Y5, 4)
	LARGEST(Y2, X2, Y6, 8)
	LARGEST(Y3, X3, Y7, 12)
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
