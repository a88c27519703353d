//go:build !amd64

package axioms

// vectors says that the functions below may not be called.
const vectors = false

func countEight(*uint32, int, *uint32) uint64           { panic("axioms: no vectors") }
func dominateEight(*Verdict, *uint64, int, uint64)      { panic("axioms: no vectors") }
func closeEight(*Verdict, *uint32, int, uint32, uint32) { panic("axioms: no vectors") }
func productsEight(*float64, int, *float64, *[8]float64) float64 {
	panic("axioms: no vectors")
}

func productsFour(*[4]*float64, int, *float64, *[4][8]float64, *[4]float64) {
	panic("axioms: no vectors")
}
func dotsEight(*float64, int, *float64, int, *[8][4]float64) { panic("axioms: no vectors") }
func addFours(*float64, *float64, int)                       { panic("axioms: no vectors") }
