#include "textflag.h"

// func innerEight(a, b *float32, n int) float32
TEXT ·innerEight(SB), NOSPLIT, $0-28
	MOVQ   a+0(FP), SI
	MOVQ   b+8(FP), DI
	MOVQ   n+16(FP), CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	MOVQ   CX, DX
	SHRQ   $5, DX
	JZ     eights

thirtytwo:
	VMOVUPS (SI), Y4
	VMOVUPS 32(SI), Y5
	VMOVUPS 64(SI), Y6
	VMOVUPS 96(SI), Y7
	VMULPS  (DI), Y4, Y4
	VMULPS  32(DI), Y5, Y5
	VMULPS  64(DI), Y6, Y6
	VMULPS  96(DI), Y7, Y7
	VADDPS  Y4, Y0, Y0
	VADDPS  Y5, Y1, Y1
	VADDPS  Y6, Y2, Y2
	VADDPS  Y7, Y3, Y3
	ADDQ    $128, SI
	ADDQ    $128, DI
	DECQ    DX
	JNZ     thirtytwo

eights:
	MOVQ CX, DX
	ANDQ $31, DX
	SHRQ $3, DX
	JZ   reduce

eight:
	VMOVUPS (SI), Y4
	VMULPS  (DI), Y4, Y4
	VADDPS  Y4, Y0, Y0
	ADDQ    $32, SI
	ADDQ    $32, DI
	DECQ    DX
	JNZ     eight

reduce:
	VADDPS       Y1, Y0, Y0
	VADDPS       Y3, Y2, Y2
	VADDPS       Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS       X1, X0, X0
	VMOVHLPS     X0, X0, X1
	VADDPS       X1, X0, X0
	VMOVSHDUP    X0, X1
	VADDSS       X1, X0, X0
	ANDQ         $7, CX
	JZ           done

one:
	VMOVSS (SI), X4
	VMULSS (DI), X4, X4
	VADDSS X4, X0, X0
	ADDQ   $4, SI
	ADDQ   $4, DI
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	MOVSS X0, ret+24(FP)
	RET

// func addEight(scale float32, src, dst *float32, n int)
TEXT ·addEight(SB), NOSPLIT, $0-32
	VBROADCASTSS scale+0(FP), Y0
	MOVQ         src+8(FP), SI
	MOVQ         dst+16(FP), DI
	MOVQ         n+24(FP), CX
	MOVQ         CX, DX
	SHRQ         $5, DX
	JZ           eights

thirtytwo:
	VMULPS  (SI), Y0, Y4
	VMULPS  32(SI), Y0, Y5
	VMULPS  64(SI), Y0, Y6
	VMULPS  96(SI), Y0, Y7
	VADDPS  (DI), Y4, Y4
	VADDPS  32(DI), Y5, Y5
	VADDPS  64(DI), Y6, Y6
	VADDPS  96(DI), Y7, Y7
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 32(DI)
	VMOVUPS Y6, 64(DI)
	VMOVUPS Y7, 96(DI)
	ADDQ    $128, SI
	ADDQ    $128, DI
	DECQ    DX
	JNZ     thirtytwo

eights:
	MOVQ CX, DX
	ANDQ $31, DX
	SHRQ $3, DX
	JZ   ones

eight:
	VMULPS  (SI), Y0, Y4
	VADDPS  (DI), Y4, Y4
	VMOVUPS Y4, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	DECQ    DX
	JNZ     eight

ones:
	ANDQ $7, CX
	JZ   done

one:
	VMULSS (SI), X0, X4
	VADDSS (DI), X4, X4
	VMOVSS X4, (DI)
	ADDQ   $4, SI
	ADDQ   $4, DI
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	RET
