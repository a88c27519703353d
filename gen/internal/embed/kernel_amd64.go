package embed

import "golang.org/x/sys/cpu"

// vectors says whether the functions below may be called.
var vectors = cpu.X86.HasAVX2

// innerEight computes plainInner of n numbers, to the last bit.
//
//go:noescape
func innerEight(a, b *float32, n int) float32

// addEight adds n numbers as plainAdd does, to the last bit.
//
//go:noescape
func addEight(scale float32, src, dst *float32, n int)
