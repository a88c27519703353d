package axioms

import "slices"

// planes is tfc1's judge for documents that hold no query term more than 255 times. Counts lie by term, a byte a document, so that a row
// compares many documents term by term. Other candidates go to the plain judge.
type planes struct {
	binding *binding
	window  window
	counts  []uint8 // those of the first term in every document, then those of the next; stride bytes a term
	stride  int
	plain   *pairwise[counts] // judges the candidates loaded, where it is not nil
	cells   []int32           // counts of one document
	row     []Verdict
	short   [lanes]Verdict // a row of fewer documents
}

const (
	maxByte = 255 // occurrences of a term that fit
	lanes   = 32  // documents that vectors compare at once
)

func newPlanes(b *binding) *planes {
	p := &planes{binding: b, window: newWindow(b.bound)}
	if last := reuse(b.among, p); last != nil {
		p.counts, p.cells, p.row = last.counts, last.cells, last.row
		p.window.of(&last.window)
	}
	return p
}

func (p *planes) Load(docs []Doc) {
	p.window.load(docs)
	p.stride, p.plain = max(len(docs), lanes), nil
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

// count counts the query's terms in a document; it says false where one comes more than 255 times.
func (p *planes) count(i int, tokens []uint32) bool {
	width := len(p.binding.terms)
	p.cells = slices.Grow(p.cells[:0], width)[:width]
	clear(p.cells)
	p.binding.tally(tokens, &counts{of: p.cells})
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
	if !p.window.open(i, j) {
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
	case !vectors || len(p.counts) == 0:
		for j := i + 1; j < n; j++ {
			out[j] = dominance(p.counts, p.stride, i, j)
		}
	case n < lanes:
		dominateRow(&p.short[0], &p.counts[0], p.stride, len(p.binding.terms), i, lanes)
		copy(out[i+1:], p.short[i+1:])
	default:
		dominateRow(&out[0], &p.counts[0], p.stride, len(p.binding.terms), i, n)
	}
	if !p.window.free {
		p.window.close(i, out[i+1:])
	}
}

// Wins counts row by row.
func (p *planes) Wins(won []int32) {
	if p.plain != nil {
		p.plain.Wins(won)
		return
	}
	p.row = slices.Grow(p.row[:0], len(won))[:len(won)]
	tallyRows(p, p.row, won)
}

// dominance is moreOfEach on counts that lie by term.
func dominance(counts []uint8, stride, i, j int) Verdict {
	more, less := false, false
	for ; len(counts) > 0; counts = counts[stride:] {
		more, less = more || counts[i] > counts[j], less || counts[i] < counts[j]
	}
	return one(!less) - one(!more)
}
