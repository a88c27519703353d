#include "textflag.h"

// The constants of split and of tanh, and a mask, by offset.
DATA tanhs<>+0(SB)/8, $0x4034000000000000 // top
DATA tanhs<>+8(SB)/8, $0xc034000000000000 // bottom
DATA tanhs<>+16(SB)/8, $0x40571547652b82fe // perLn2
DATA tanhs<>+24(SB)/8, $0x4338000000000000 // shift
DATA tanhs<>+32(SB)/8, $0x3f862e42fefa39ef // step
DATA tanhs<>+40(SB)/8, $0x3f81111111111111 // a120
DATA tanhs<>+48(SB)/8, $0x3fa5555555555555 // a24
DATA tanhs<>+56(SB)/8, $0x3fc5555555555555 // a6
DATA tanhs<>+64(SB)/8, $0x3fe0000000000000 // a2
DATA tanhs<>+72(SB)/8, $0x3ff0000000000000 // one
DATA tanhs<>+80(SB)/8, $0x4000000000000000 // two
DATA tanhs<>+88(SB)/8, $63
GLOBL tanhs<>(SB), RODATA|NOPTR, $96

// A bin's five numbers, which begin at a multiple of 64 bytes, are taken four at once and the fifth alone: the products and
// sums are those of plain Go.

// CELL adds to FOUR and FIFTH what the cell AT of a row adds to layer 1.
#define CELL(AT, FOUR, FIFTH) \
	MOVBLZX      (R9)(AT*1), DX;      \
	SHLQ         $6, DX;              \
	VBROADCASTSD (R10)(AT*8), Y4;     \
	VMULPD       (SI)(DX*1), Y4, Y5;  \
	VADDPD       Y5, FOUR, FOUR;      \
	VMULSD       32(SI)(DX*1), X4, X6; \
	VADDSD       X6, FIFTH, FIFTH;    \
	INCQ         AT

// func layer1Rows(h *float64, w1 *lanes, b1 *[hidden]float64, starts *int, rows int, bins *uint8, values *float64)
TEXT ·layer1Rows(SB), NOSPLIT, $0-56
	MOVQ    h+0(FP), DI
	MOVQ    w1+8(FP), SI
	MOVQ    b1+16(FP), AX
	MOVQ    starts+24(FP), R8
	MOVQ    rows+32(FP), CX
	MOVQ    bins+40(FP), R9
	MOVQ    values+48(FP), R10
	VMOVUPD (AX), Y14
	VMOVSD  32(AX), X15
	SUBQ    $2, CX
	JLT     last

	// Two rows beside each other, for their sums do not wait for each other, as long as both have cells.
two:
	MOVQ    (R8), R11
	MOVQ    8(R8), R12         // the first row's end
	MOVQ    R12, BX            // and the second's start
	MOVQ    16(R8), R13
	ADDQ    $16, R8
	VMOVAPD Y14, Y0
	VMOVAPD X15, X1
	VMOVAPD Y14, Y2
	VMOVAPD X15, X3
	JMP     both

cells:
	CELL(R11, Y0, X1)
	CELL(BX, Y2, X3)

both:
	CMPQ R11, R12
	JGE  second
	CMPQ BX, R13
	JLT  cells

first:
	CELL(R11, Y0, X1)
	CMPQ R11, R12
	JLT  first

second:
	CMPQ BX, R13
	JGE  ended
	CELL(BX, Y2, X3)
	JMP  second

ended:
	VMOVUPD Y0, (DI)
	VMOVSD  X1, 32(DI)
	VMOVUPD Y2, 40(DI)
	VMOVSD  X3, 72(DI)
	ADDQ    $80, DI
	SUBQ    $2, CX
	JGE     two

last:
	CMPQ    CX, $-1
	JNE     out
	MOVQ    (R8), R11
	MOVQ    8(R8), R12
	VMOVAPD Y14, Y0
	VMOVAPD X15, X1
	JMP     lastCells

lastCell:
	CELL(R11, Y0, X1)

lastCells:
	CMPQ    R11, R12
	JLT     lastCell
	VMOVUPD Y0, (DI)
	VMOVSD  X1, 32(DI)

out:
	VZEROUPPER
	RET

// func scatterRow(grad *lanes, bins *uint8, values *float64, n int, d *[hidden]float64)
TEXT ·scatterRow(SB), NOSPLIT, $0-40
	MOVQ    grad+0(FP), DI
	MOVQ    bins+8(FP), R9
	MOVQ    values+16(FP), R10
	MOVQ    n+24(FP), CX
	MOVQ    d+32(FP), SI
	VMOVUPD (SI), Y0
	VMOVSD  32(SI), X1
	XORQ    AX, AX

cell:
	MOVBLZX      (R9)(AX*1), DX
	SHLQ         $6, DX
	VBROADCASTSD (R10)(AX*8), Y2
	VMULPD       Y0, Y2, Y3
	VADDPD       (DI)(DX*1), Y3, Y3
	VMOVAPD      Y3, (DI)(DX*1)
	VMULSD       X1, X2, X4
	VADDSD       32(DI)(DX*1), X4, X4
	VMOVSD       X4, 32(DI)(DX*1)
	INCQ         AX
	CMPQ         AX, CX
	JLT          cell
	VZEROUPPER
	RET

// func tanhsFour(v *float64, n int)
TEXT ·tanhsFour(SB), NOSPLIT, $0-16
	MOVQ v+0(FP), DI
	MOVQ n+8(FP), CX
	LEAQ ·powers(SB), R8
	VBROADCASTSD tanhs<>+0(SB), Y5
	VBROADCASTSD tanhs<>+8(SB), Y6
	VBROADCASTSD tanhs<>+16(SB), Y7
	VBROADCASTSD tanhs<>+24(SB), Y8
	VBROADCASTSD tanhs<>+32(SB), Y9
	VBROADCASTSD tanhs<>+40(SB), Y10
	VBROADCASTSD tanhs<>+48(SB), Y11
	VBROADCASTSD tanhs<>+56(SB), Y12
	VBROADCASTSD tanhs<>+64(SB), Y13
	VBROADCASTSD tanhs<>+72(SB), Y14
	VBROADCASTSD tanhs<>+88(SB), Y15

four:
	VMOVUPD  (DI), Y0
	VMINPD   Y0, Y5, Y0       // a NaN stays
	VMAXPD   Y0, Y6, Y0
	VADDPD   Y0, Y0, Y0       // y = 2x
	VMULPD   Y7, Y0, Y1
	VADDPD   Y8, Y1, Y1       // t
	VPAND    Y15, Y1, Y3      // k & 63
	VSUBPD   Y8, Y1, Y2
	VMULPD   Y9, Y2, Y2
	VSUBPD   Y2, Y0, Y0       // r
	VPSRLQ   $6, Y1, Y1
	VPSLLQ   $52, Y1, Y1      // k >> 6 << 52

	// Four loads one by one are faster than a gather.
	VMOVQ        X3, AX
	VPEXTRQ      $1, X3, BX
	VEXTRACTI128 $1, Y3, X4
	VMOVQ        (R8)(AX*8), X2
	VPINSRQ      $1, (R8)(BX*8), X2, X2
	VMOVQ        X4, AX
	VPEXTRQ      $1, X4, BX
	VMOVQ        (R8)(AX*8), X4
	VPINSRQ      $1, (R8)(BX*8), X4, X4
	VINSERTI128  $1, X4, Y2, Y2

	VPADDQ   Y2, Y1, Y1       // s
	VMULPD   Y10, Y0, Y2
	VADDPD   Y11, Y2, Y2
	VMULPD   Y0, Y2, Y2
	VADDPD   Y12, Y2, Y2
	VMULPD   Y0, Y2, Y2
	VADDPD   Y13, Y2, Y2
	VMULPD   Y0, Y0, Y3
	VMULPD   Y3, Y2, Y2
	VADDPD   Y0, Y2, Y2       // p
	VMULPD   Y1, Y2, Y2
	VSUBPD   Y14, Y1, Y1
	VADDPD   Y2, Y1, Y1       // m
	VBROADCASTSD tanhs<>+80(SB), Y2
	VADDPD   Y1, Y2, Y2
	VDIVPD   Y2, Y1, Y1
	VMOVUPD  Y1, (DI)
	ADDQ     $32, DI
	SUBQ     $4, CX
	JNZ      four
	VZEROUPPER
	RET
