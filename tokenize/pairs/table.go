package pairs

import "iter"

// Table holds many pairs: 56 bytes each, and each id once, where a slice of Pair takes 220 and the ids. Pairs keep the order
// in which they were appended.
type Table struct {
	Queries, Docs Strings
	kinds         []common
	numbers       map[kind]uint32
	last          kind     // of the pair that was appended last
	lastNumber    uint32   // its number
	odd           []string // uids that are not as NewUID makes them
	chunks        [][]record
	rows          int
}

// common is what the pairs of a kind share; ids, uid and weight are empty, ranks and scores are there or not.
type common struct {
	Pair
	oddUID bool
}

// record is what a pair has for itself.
type record struct {
	uid                uint64 // the digits' value, or a number of odd
	query, pos, neg    uint32
	kind               uint32
	posRank, negRank   int32
	posScore, negScore float64
	weight             float64
}

// kind tells pairs apart by what only few values of occur.
type kind struct {
	task, axiom, variant       string
	source                     Source
	posLabel, negLabel, pass   int32
	margin                     float64
	class, posGrade, negGrade  number
	posRank, negRank           bool // there
	posScore, negScore, oddUID bool
}

// number is an int32 or nil.
type number struct {
	value int32
	there bool
}

func numberOf(x *int32) number {
	if x == nil {
		return number{}
	}
	return number{*x, true}
}

const chunkRows = 1 << 14

// TableOf makes a table of rows.
func TableOf(rows []Pair) *Table {
	t := new(Table)
	for i := range rows {
		t.Append(&rows[i])
	}
	return t
}

// Len is the number of pairs.
func (t *Table) Len() int { return t.rows }

// Append adds a copy of a pair.
func (t *Table) Append(p *Pair) {
	t.AppendNumbered(p, t.Queries.Add(p.QueryID), t.Docs.Add(p.PosID), t.Docs.Add(p.NegID))
}

// AppendNumbered is Append of a pair whose ids have these numbers in Queries and Docs.
func (t *Table) AppendNumbered(p *Pair, query, pos, neg uint32) {
	r := record{query: query, pos: pos, neg: neg, weight: p.Weight}
	k := kind{task: p.Task, axiom: p.Axiom, variant: p.Variant, source: p.Source, posLabel: p.PosLabel, negLabel: p.NegLabel, pass: p.Pass,
		margin: p.Margin,
		class:  numberOf(p.Class), posGrade: numberOf(p.PosGrade), negGrade: numberOf(p.NegGrade),
		posRank: p.PosRank != nil, negRank: p.NegRank != nil, posScore: p.PosScore != nil, negScore: p.NegScore != nil}
	if digits, ok := uidDigits(p.UID); ok {
		r.uid = digits
	} else {
		k.oddUID, r.uid = true, uint64(len(t.odd))
		t.odd = append(t.odd, p.UID)
	}
	set(&r.posRank, p.PosRank)
	set(&r.negRank, p.NegRank)
	set(&r.posScore, p.PosScore)
	set(&r.negScore, p.NegScore)
	if t.rows == 0 || k != t.last { // pairs of a kind mostly follow each other
		t.last, t.lastNumber = k, t.kind(k, p)
	}
	r.kind = t.lastNumber
	if t.rows%chunkRows == 0 {
		t.chunks = append(t.chunks, make([]record, 0, chunkRows))
	}
	last := &t.chunks[len(t.chunks)-1]
	*last = append(*last, r)
	t.rows++
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// kind numbers what a pair has in common with others.
func (t *Table) kind(k kind, p *Pair) uint32 {
	n, ok := t.numbers[k]
	if ok {
		return n
	}
	if t.numbers == nil {
		t.numbers = map[kind]uint32{}
	}
	n = uint32(len(t.kinds))
	t.numbers[k] = n
	own := *p
	own.UID, own.QueryID, own.PosID, own.NegID, own.NegSource, own.Weight = "", "", "", "", "", 0
	own.Class, own.PosGrade, own.NegGrade = k.class.pointer(), k.posGrade.pointer(), k.negGrade.pointer()
	t.kinds = append(t.kinds, common{own, k.oddUID})
	return n
}

func (n number) pointer() *int32 {
	if !n.there {
		return nil
	}
	return &n.value
}

func (t *Table) record(i int) *record { return &t.chunks[i/chunkRows][i%chunkRows] }

// Numbers gives the numbers of a pair's ids in Queries and Docs.
func (t *Table) Numbers(i int) (query, pos, neg uint32) {
	r := t.record(i)
	return r.query, r.pos, r.neg
}

// At gives a pair. What it points to is not to be changed.
func (t *Table) At(i int) Pair {
	p, r := t.Brief(i), t.record(i)
	p.QueryID, p.PosID, p.NegID = t.Queries.At(r.query), t.Docs.At(r.pos), t.Docs.At(r.neg)
	p.UID = t.UID(i)
	return p
}

// Brief is At without uid and ids, which take most of its time.
func (t *Table) Brief(i int) Pair {
	r := t.record(i)
	p := t.kinds[r.kind].Pair
	p.Weight = r.weight
	if p.PosRank != nil {
		p.PosRank = &r.posRank
	}
	if p.NegRank != nil {
		p.NegRank = &r.negRank
	}
	if p.PosScore != nil {
		p.PosScore = &r.posScore
	}
	if p.NegScore != nil {
		p.NegScore = &r.negScore
	}
	return p
}

// UID is a pair's uid alone.
func (t *Table) UID(i int) string {
	r := t.record(i)
	if t.kinds[r.kind].oddUID {
		return t.odd[r.uid]
	}
	return uidText(r.uid)
}

// Arrange brings to each place i the pair that stood at order[i], a permutation, which it uses up.
func (t *Table) Arrange(order []uint32) {
	for start := range order {
		held := *t.record(start)
		at := start
		for from := int(order[at]); from != start; from = int(order[at]) {
			*t.record(at) = *t.record(from)
			order[at] = uint32(at)
			at = from
		}
		*t.record(at) = held
		order[at] = uint32(at)
	}
}

// Rows gives all pairs as a slice, which takes four times the memory.
func (t *Table) Rows() []Pair {
	rows := make([]Pair, 0, t.rows)
	for i := range t.rows {
		rows = append(rows, t.At(i))
	}
	return rows
}

// All yields the pairs with their numbers.
func (t *Table) All() iter.Seq2[int, Pair] {
	return func(yield func(int, Pair) bool) {
		for i := range t.rows {
			if !yield(i, t.At(i)) {
				return
			}
		}
	}
}
