//go:build !amd64

package embed

// vectors says that the functions below may not be called.
const vectors = false

func innerEight(a, b *float32, n int) float32          { panic("similarity: no vectors") }
func addEight(scale float32, src, dst *float32, n int) { panic("similarity: no vectors") }
