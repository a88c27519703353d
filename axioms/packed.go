package axioms

// packed is tfc1's judge for queries of at most sixteen tokens and documents that hold none of them more than 127 times.
// A document is one or two words, a byte a term; the top bit of each byte stays free, so that one subtraction compares
// eight terms. Other candidates go to the plain judge.
type packed struct {
	binding *binding
	window  window
	low     []uint64          // by document: the first eight terms' counts
	high    []uint64          // those of the others; all zero for eight terms or fewer
	plain   *pairwise[counts] // judges the candidates loaded, where it is not nil
}

func newPacked(b *binding) *packed { return &packed{binding: b, window: newWindow(b.bound)} }

const (
	topBits = 0x8080808080808080
	maxByte = 127 // occurrences of a term that fit
)

func (p *packed) Load(docs []Doc) {
	p.window.load(docs)
	if cap(p.low) < len(docs) {
		words := make([]uint64, 2*len(docs))
		p.low, p.high = words[:len(docs):len(docs)], words[len(docs):]
	}
	p.low, p.high, p.plain = p.low[:len(docs)], p.high[:len(docs)], nil
	for i := range docs {
		low, high, fits := p.binding.table.pack(docs[i].Terms)
		if !fits {
			p.plain = judge(p.binding, p.binding.count, moreOfEach)
			p.plain.Load(docs)
			return
		}
		p.low[i], p.high[i] = low, high
	}
}

// packs says whether pack may be asked: one probe of the small table must decide.
func (s *slotTable) packs() bool { return s.perfect && len(s.entries) == smallTable }

// pack counts the table's terms in two words, a byte a slot; fits is false where one comes more than 127 times.
func (s *slotTable) pack(terms []uint32) (low, high uint64, fits bool) {
	entries := (*[smallTable]slotEntry)(s.entries)
	for len(terms) > 0 {
		block := terms[:min(len(terms), maxByte)]
		terms = terms[len(block):]
		if s.used <= 8 {
			low += packNarrow(entries, s.multiplier, block)
		} else {
			l, h := packWide(entries, s.multiplier, block)
			low, high = low+l, high+h
		}
		if (low|high)&topBits != 0 { // no byte overflowed: it was at most 127 before and grew by at most 127
			return 0, 0, false
		}
	}
	return low, high, true
}

// packNarrow counts at most eight terms. It looks every token up without a branch; not inlined, it keeps its variables in
// registers.
//
//go:noinline
func packNarrow(entries *[smallTable]slotEntry, multiplier uint32, block []uint32) (low uint64) {
	for _, t := range block {
		e := &entries[t*multiplier>>smallShift]
		unit := e.unit
		if e.term != t {
			unit = 0
		}
		low += unit
	}
	return low
}

// packWide counts nine to sixteen terms; slots 8 and up, whose next is 9 and up, go to high.
//
//go:noinline
func packWide(entries *[smallTable]slotEntry, multiplier uint32, block []uint32) (low, high uint64) {
	for _, t := range block {
		e := &entries[t*multiplier>>smallShift]
		unit := e.unit
		if e.term != t {
			unit = 0
		}
		upper := unit & -uint64((e.next-1)>>3&1)
		low, high = low+unit-upper, high+upper
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
	dominance(out[:], p.low[i], p.high[i], p.low[j:j+1], p.high[j:j+1])
	return out[0]
}

func (p *packed) Row(i int, out []Verdict) {
	if p.plain != nil {
		p.plain.Row(i, out)
		return
	}
	out = out[i+1 : len(p.low)]
	if len(p.binding.terms) <= 8 {
		narrowDominance(out, p.low[i], p.low[i+1:])
	} else {
		dominance(out, p.low[i], p.high[i], p.low[i+1:], p.high[i+1:])
	}
	p.window.close(i, out)
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
	for j, other := range lows {
		out[j] = whole((top-other)&topBits) - whole((other|topBits-low)&topBits)
	}
}
