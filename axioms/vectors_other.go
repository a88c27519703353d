//go:build !amd64

package axioms

// vectors says that the functions below may not be called.
const vectors = false

func countEight(*uint32, int, *uint32) uint64           { panic("axioms: no vectors") }
func dominateEight(*Verdict, *uint64, int, uint64)      { panic("axioms: no vectors") }
func closeEight(*Verdict, *uint32, int, uint32, uint32) { panic("axioms: no vectors") }
