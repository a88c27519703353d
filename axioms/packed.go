package axioms

import "slices"

// packed is tfc1's judge for queries of at most sixteen tokens and documents that hold none of them more than 127 times.
// A document is one or two words, a byte a term; the top bit of each byte stays free, so that one subtraction compares
// eight terms. Other candidates go to the plain judge.
type packed struct {
	binding *binding
	window  window
	low     []uint64          // by document: the first eight terms' counts
	high    []uint64          // those of the others; none for eight terms or fewer
	few     [64]uint64        // where low lies for so many candidates
	plain   *pairwise[counts] // judges the candidates loaded, where it is not nil
	row     []Verdict         // for Wins
}

func newPacked(b *binding) *packed {
	p := &packed{binding: b, window: newWindow(b.bound)}
	if last := reuse(b.among, p); last != nil {
		p.row = last.row
		p.window.of(&last.window)
	}
	return p
}

const (
	topBits = 0x8080808080808080
	maxByte = 127 // occurrences of a term that fit
)

func (p *packed) Load(docs []Doc) {
	p.window.load(docs)
	wide := len(p.binding.terms) > 8
	if p.low == nil {
		p.low = p.few[:]
	}
	p.low, p.plain = slices.Grow(p.low[:0], len(docs))[:len(docs)], nil
	if wide {
		p.high = slices.Grow(p.high[:0], len(docs))[:len(docs)]
	}
	padded, inWord := p.binding.terms[:smallQuery], uint64(1)<<(8*len(p.binding.terms))-1
	for i := range docs {
		terms := docs[i].Terms
		if vectors && !wide && len(terms) >= 8 && len(terms) <= maxByte { // what pack does with most passages
			p.low[i] = countEight(&terms[0], len(terms), &padded[0]) & inWord
			continue
		}
		low, high, fits := p.binding.pack(terms)
		if !fits {
			p.plain = judge(p.binding, p.binding.count, moreOfEach)
			p.plain.Load(docs)
			return
		}
		p.low[i] = low
		if wide {
			p.high[i] = high
		}
	}
}

// packs says whether pack may be asked: one probe of the small table must decide.
func (s *slotTable) packs() bool { return s.perfect && len(s.entries) == smallTable }

// pack counts the query's terms in two words, a byte a slot; fits is false where one comes more than 127 times.
func (b *bag) pack(terms []uint32) (low, high uint64, fits bool) {
	for len(terms) > 0 {
		block := terms[:min(len(terms), maxByte)]
		terms = terms[len(block):]
		if vectors && len(block) >= 8 {
			padded, bytes := b.terms[:smallQuery], 8*len(b.terms)
			low += countEight(&block[0], len(block), &padded[0]) & (1<<bytes - 1)
			if bytes > 64 {
				high += countEight(&block[0], len(block), &padded[8]) & (1<<(bytes-64) - 1)
			}
		} else {
			l, h := b.table.pack(block)
			low, high = low+l, high+h
		}
		if (low|high)&topBits != 0 { // no byte overflowed: it was at most 127 before and grew by at most 127
			return 0, 0, false
		}
	}
	return low, high, true
}

// pack counts the terms of at most 127 tokens.
func (s *slotTable) pack(block []uint32) (low, high uint64) {
	for _, t := range block {
		switch slot := s.slot(t); {
		case slot >= 8:
			high += 1 << (8*slot - 64)
		case slot >= 0:
			low += 1 << (8 * slot)
		}
	}
	return low, high
}

// whole is 1 iff all top bits are set; it compiles to no branch.
func whole(top uint64) Verdict {
	if top == topBits {
		return 1
	}
	return 0
}

func (p *packed) Compare(i, j int) Verdict {
	if p.plain != nil {
		return p.plain.Compare(i, j)
	}
	if !p.window.open(i, j) {
		return Void
	}
	var out [1]Verdict
	p.verdicts(i, j, out[:])
	return out[0]
}

func (p *packed) Row(i int, out []Verdict) {
	if p.plain != nil {
		p.plain.Row(i, out)
		return
	}
	out = out[i+1 : len(p.low)]
	p.verdicts(i, i+1, out)
	p.window.close(i, out)
}

// Wins counts row by row.
func (p *packed) Wins(won []int32) {
	if p.plain != nil {
		p.plain.Wins(won)
		return
	}
	p.row = slices.Grow(p.row[:0], len(won))[:len(won)]
	tallyRows(p, p.row, won)
}

// verdicts sets those on candidate i and the candidates from j on, of any length.
func (p *packed) verdicts(i, j int, out []Verdict) {
	if p.high == nil {
		narrowDominance(out, p.low[i], p.low[j:])
	} else {
		dominance(out, p.low[i], p.high[i], p.low[j:], p.high[j:])
	}
}

// dominance is moreOfEach on packed words: a byte of (a|topBits) - b keeps its top bit iff a's count is at least b's.
func dominance(out []Verdict, low, high uint64, lows, highs []uint64) {
	topLow, topHigh := low|topBits, high|topBits
	lows, highs = lows[:len(out)], highs[:len(out)]
	for j := range out {
		first := (topLow - lows[j]) & (topHigh - highs[j]) & topBits
		second := (lows[j] | topBits - low) & (highs[j] | topBits - high) & topBits
		out[j] = whole(first) - whole(second)
	}
}

// narrowDominance is dominance where all high words are zero.
func narrowDominance(out []Verdict, low uint64, lows []uint64) {
	top := low | topBits
	lows = lows[:len(out)]
	if vectors && len(out) >= 8 {
		dominateEight(&out[0], &lows[0], len(out), low)
		return
	}
	for j, other := range lows {
		out[j] = whole((top-other)&topBits) - whole((other|topBits-low)&topBits)
	}
}
