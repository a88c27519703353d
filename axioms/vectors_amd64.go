package axioms

import "golang.org/x/sys/cpu"

// vectors reports whether the functions below may be called.
var vectors = cpu.X86.HasAVX2

// masks reports whether countAll may be called.
var masks = cpu.X86.HasAVX512F && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// countEight counts eight terms among n tokens, 8 to 127: a byte a term, the first the lowest. Its
// plain definition is slotTable.pack.
//
//go:noescape
func countEight(tokens *uint32, n int, terms *uint32) uint64

// countAll counts distinct terms, at least one, in n documents, at least one. counts has a byte a
// document for each of the terms, stride bytes apart. A byte is right where the document has at most
// 255 tokens. Its plain definition is planes.count.
//
//go:noescape
func countAll(counts *uint8, stride int, docs *Doc, n int, terms *uint32, distinct int)

// dominateRow sets the verdicts on candidate i and those after it, of n candidates, at least 32.
// counts has a byte a candidate for each of the terms, stride bytes apart. Its plain definition is
// dominance.
//
//go:noescape
func dominateRow(out *Verdict, counts *uint8, stride, terms, i, n int)

// closeEight makes Void those of n verdicts, at least 8, whose lengths are not in low to low + span.
// Its plain definition is voidOutside.
//
//go:noescape
func closeEight(out *Verdict, lengths *uint32, n int, low, span uint32)
