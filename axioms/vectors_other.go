//go:build !amd64

package axioms

// vectors and masks are false: the functions below may not be called.
const vectors, masks = false, false

func countEight(*uint32, int, *uint32) uint64           { panic("axioms: no vectors") }
func countAll(*uint8, int, *Doc, int, *uint32, int)     { panic("axioms: no vectors") }
func dominateRow(*Verdict, *uint8, int, int, int, int)  { panic("axioms: no vectors") }
func closeEight(*Verdict, *uint32, int, uint32, uint32) { panic("axioms: no vectors") }
