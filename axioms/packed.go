package axioms

// packed is tfc1's judge for queries of at most eight tokens and documents that hold none of them more than 127
// times. A document is one word, a byte a term; the top bit of each byte stays free, so that one subtraction compares all
// terms at once. Other candidates go to the plain judge.
type packed struct {
	binding *binding
	window  window
	words   []uint64
	plain   *pairwise[counts] // judges the candidates loaded, where it is not nil
}

func newPacked(b *binding) *packed { return &packed{binding: b, window: newWindow(b.bound)} }

const (
	topBits = 0x8080808080808080
	most    = 127 // occurrences of a term that fit
)

func (p *packed) Load(docs []Doc) {
	p.window.load(docs)
	if cap(p.words) < len(docs) {
		p.words = make([]uint64, len(docs))
	}
	p.words, p.plain = p.words[:len(docs)], nil
	for i := range docs {
		word, fits := p.binding.table.pack(docs[i].Terms)
		if !fits {
			p.plain = judge(p.binding, p.binding.count, moreOfEach)
			p.plain.Load(docs)
			return
		}
		p.words[i] = word
	}
}

// packs says whether pack may be asked: one probe of 64 entries must decide.
func (s *slotTable) packs() bool { return s.perfect && len(s.entries) == smallTable }

// pack counts the table's terms in one word, a byte a slot; fits is false where one comes more than 127 times.
func (s *slotTable) pack(terms []uint32) (word uint64, fits bool) {
	entries := (*[smallTable]slotEntry)(s.entries)
	for len(terms) > most {
		word += packBlock(entries, s.multiplier, terms[:most])
		if word&topBits != 0 { // no byte overflowed: it was at most 127 before and grew by at most 127
			return 0, false
		}
		terms = terms[most:]
	}
	word += packBlock(entries, s.multiplier, terms)
	return word, word&topBits == 0
}

// packBlock counts the terms of one block. It looks every token up without a branch.
func packBlock(entries *[smallTable]slotEntry, multiplier uint32, block []uint32) (word uint64) {
	for _, t := range block {
		e := &entries[t*multiplier>>smallShift]
		unit := e.unit
		if e.term != t {
			unit = 0
		}
		word += unit
	}
	return word
}

// dominance is moreOfEach on two words, one of them also with its top bits set: a byte of (a|topBits) - b keeps its top bit
// iff a's count is at least b's.
func dominance(a, topped, b uint64) Verdict {
	return whole((topped-b)&topBits) - whole((b|topBits-a)&topBits)
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
	return dominance(p.words[i], p.words[i]|topBits, p.words[j])
}

func (p *packed) Row(i int, out []Verdict) {
	if p.plain != nil {
		p.plain.Row(i, out)
		return
	}
	a, topped, words := p.words[i], p.words[i]|topBits, p.words[i+1:]
	out = out[i+1:][:len(words)]
	if p.window.free {
		for j, b := range words {
			out[j] = dominance(a, topped, b)
		}
		return
	}
	low, span, lengths := p.window.reach[i].low, int64(p.window.reach[i].span), p.window.lengths[i+1:][:len(words)]
	for j, b := range words {
		outside := Verdict((span - int64(lengths[j]-low)) >> 63) // -1 where the lengths are out of bound, else 0
		out[j] = dominance(a, topped, b)&^outside | Void&outside
	}
}
