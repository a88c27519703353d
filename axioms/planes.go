package axioms

import (
	"encoding/binary"
	"slices"
)

// planes is tfc1's judge for documents that hold no query term more than 255 times. The counts are
// ordered by term, a byte a document, so that a row compares many documents term by term. The plain
// judge compares other candidates.
type planes struct {
	binding *binding
	window  window
	counts  []uint8 // of the first term in every document, then of the next term; stride bytes a term
	stride  int
	plain   *pairwise[counts] // judges the loaded candidates where it is not nil
	cells   []int32           // counts of one document
	row     []Verdict
}

const (
	maxByte = 255 // occurrences of a term that fit
	lanes   = 32  // documents that vectors compare at once
	lowBits = 0x0101010101010101
)

func newPlanes(b *binding) *planes {
	p := &planes{binding: b, window: newWindow(b.bound)}
	if last := reuse(b.candidates, p); last != nil {
		p.counts, p.cells, p.row = last.counts, last.cells, last.row
		p.window.reuse(&last.window)
	}
	return p
}

func (p *planes) Load(docs []Doc) {
	p.window.load(docs)
	p.stride, p.plain = len(docs)+7, nil // dominateWords reads up to 7 bytes further
	size := p.stride * len(p.binding.terms)
	p.counts = slices.Grow(p.counts[:0], size)[:size]
	if size == 0 || len(docs) == 0 {
		return
	}
	if masks {
		terms := p.binding.terms
		countAll(&p.counts[0], p.stride, &docs[0], len(docs), &terms[0], len(terms))
	}
	for i := range docs {
		if masks && len(docs[i].Terms) <= maxByte {
			continue
		}
		if !p.count(i, docs[i].Terms) {
			p.plain = judge(p.binding, p.binding.count, moreOfEach)
			p.plain.Load(docs)
			return
		}
	}
}

// count counts the query's terms in a document. It returns false where a term occurs more than 255
// times.
func (p *planes) count(i int, tokens []uint32) bool {
	width := len(p.binding.terms)
	if p.binding.table().canPack() {
		if low, high, fits := p.binding.pack(tokens); fits {
			for k := i; k < len(p.counts); k += p.stride {
				p.counts[k] = uint8(low)
				low, high = low>>8|high<<56, high>>8
			}
			return true
		}
	}
	p.cells = slices.Grow(p.cells[:0], width)[:width]
	clear(p.cells)
	p.binding.tally(tokens, &counts{freq: p.cells})
	for slot, n := range p.cells {
		if n > maxByte {
			return false
		}
		p.counts[slot*p.stride+i] = uint8(n)
	}
	return true
}

func (p *planes) Compare(i, j int) Verdict {
	if p.plain != nil {
		return p.plain.Compare(i, j)
	}
	if !p.window.allows(i, j) {
		return Void
	}
	return dominance(p.counts, p.stride, i, j)
}

func (p *planes) Row(i int, out []Verdict) {
	if p.plain != nil {
		p.plain.Row(i, out)
		return
	}
	switch n := len(out); {
	case i+1 == n:
		return
	case !vectors || n < lanes || len(p.counts) == 0:
		dominateWords(out, p.counts, p.stride, i)
	default:
		dominateRow(&out[0], &p.counts[0], p.stride, len(p.binding.terms), i, n)
	}
	p.window.voidRow(i, out[i+1:])
}

// Wins counts row by row.
func (p *planes) Wins(wins []int32) {
	if p.plain != nil {
		p.plain.Wins(wins)
		return
	}
	p.row = slices.Grow(p.row[:0], len(wins))[:len(wins)]
	tallyRows(p, p.row, wins)
}

// dominance compares two documents as moreOfEach does, on counts ordered by term.
func dominance(counts []uint8, stride, i, j int) Verdict {
	more, less := false, false
	for ; len(counts) > 0; counts = counts[stride:] {
		more, less = more || counts[i] > counts[j], less || counts[i] < counts[j]
	}
	return oneIf(!less) - oneIf(!more)
}

// dominateWords sets the verdicts on candidate i and those after it, eight in a word. Bytes read
// after the last candidate are not used.
func dominateWords(out []Verdict, counts []uint8, stride, i int) {
	for j := i + 1; j < len(out); j += 8 {
		var more, less uint64 // top bits of bytes
		for k := 0; k < len(counts); k += stride {
			x, y := uint64(counts[k+i])*lowBits, binary.LittleEndian.Uint64(counts[k+j:])
			more, less = more|lessBytes(y, x), less|lessBytes(x, y)
		}
		verdicts := ((^less>>7&lowBits | topBits) - ^more>>7&lowBits) ^ topBits // bytes of 1, 0 and -1
		for k := range out[j:min(j+8, len(out))] {
			out[j+k] = Verdict(verdicts)
			verdicts >>= 8
		}
	}
}

// lessBytes returns the top bits of the bytes that are smaller in x than in y (Warren, Hacker's
// Delight, 2-13).
func lessBytes(x, y uint64) uint64 {
	difference := (x | topBits) - (y &^ topBits) // of the low seven bits, the top bit set where they do not borrow
	return (^x&y | ^(x^y)&^difference) & topBits
}
