package axioms

import "golang.org/x/sys/cpu"

// vectors says whether the functions below may be called.
var vectors = cpu.X86.HasAVX2

// countEight counts eight terms among n tokens, 8 to 127: a byte a term, the first the lowest. Its plain definition is
// slotTable.pack.
//
//go:noescape
func countEight(tokens *uint32, n int, terms *uint32) uint64

// dominateEight sets n verdicts, at least 8, on a packed word and others. Its plain definition is dominance.
//
//go:noescape
func dominateEight(out *Verdict, words *uint64, n int, word uint64)

// closeEight makes Void those of n verdicts, at least 8, whose lengths are not among low to low + span. Its plain definition
// is closed.
//
//go:noescape
func closeEight(out *Verdict, lengths *uint32, n int, low, span uint32)
