package drmm

import "golang.org/x/sys/cpu"

// vectors reports whether the functions below may be called.
var vectors = cpu.X86.HasAVX2

// layer1Rows computes Input.layer1 for rows terms, at least 1, equal to the last bit. starts has rows + 1 places in bins and values.
//
//go:noescape
func layer1Rows(h *float64, w1 *lanes, b1 *[hidden]float64, starts *int, rows int, bins *uint8, values *float64)

// scatterRow computes scatter for n cells, at least 1, equal to the last bit.
//
//go:noescape
func scatterRow(grad *lanes, bins *uint8, values *float64, n int, d *[hidden]float64)

// tanhsFour computes plainTanhs for n numbers, a multiple of four and at least four, equal to the last bit.
//
//go:noescape
func tanhsFour(v *float64, n int)
