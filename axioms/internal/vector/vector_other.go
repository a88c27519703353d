//go:build !amd64

package vector

// vectors is false: the functions below may not be called.
const vectors = false

// Singles and wide are false: Largest may not be called.
const Singles, wide = false, false

func productsEight(*float64, int, *float64, *[8]float64) float64 {
	panic("vector: no instructions")
}

func largestFour(*[4]*float32, int, *float32, *[4]float32) { panic("vector: no instructions") }
func largestFours(**float32, int, int, *float32, *float32) { panic("vector: no instructions") }

func dotsEight(*float64, int, *float64, int, *[8][4]float64) { panic("vector: no instructions") }
func addFours(*float64, *float64, int)                       { panic("vector: no instructions") }
