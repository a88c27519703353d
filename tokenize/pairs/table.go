package pairs

import "iter"

// Table holds many pairs, in the order in which they were appended. A pair takes 56 bytes, and each id is stored once. In a slice a Pair
// takes 220 bytes, without its ids.
type Table struct {
	Queries, Docs Strings
	kinds         []kindPair
	kindNumbers   map[kind]uint32
	lastKind      kind       // the kind of the last appended pair
	lastNumber    uint32     // the number of lastKind
	oddUIDs       []string   // the uids that NewUID cannot return
	chunks        [][]record // the pairs; each chunk has chunkRows pairs, the last may have fewer
	rows          int        // the number of pairs
}

// kindPair holds the fields that the pairs of a kind share. Ids, uid and weight are empty. A rank or score is nil if the pairs have none;
// if it is not nil, each pair's value is in its record.
type kindPair struct {
	Pair
	oddUID bool
}

// record holds the fields that differ between the pairs of a kind.
type record struct {
	uid                uint64 // the number with the uid's digits, or an index in oddUIDs
	query, pos, neg    uint32
	kind               uint32
	posRank, negRank   int32
	posScore, negScore float64
	weight             float64
}

// kind is the key of a kindPair. It holds the fields that have few values.
type kind struct {
	task, axiom, variant                 string
	source                               Source
	posLabel, negLabel, pass             int32
	margin                               float64
	class, posGrade, negGrade            optionalInt
	posRank, negRank, posScore, negScore bool // the pairs have that rank or score
	oddUID                               bool // the uids are in oddUIDs
}

// optionalInt is an int32 or nil.
type optionalInt struct {
	value int32
	ok    bool
}

func optionalOf(x *int32) optionalInt {
	if x == nil {
		return optionalInt{}
	}
	return optionalInt{*x, true}
}

const chunkRows = 1 << 14

// TableOf returns a table of pairs, in their order.
func TableOf(rows []Pair) *Table {
	t := new(Table)
	for i := range rows {
		t.Append(&rows[i])
	}
	return t
}

// Len returns the number of pairs.
func (t *Table) Len() int { return t.rows }

// Append adds a copy of a pair.
func (t *Table) Append(p *Pair) {
	r := record{query: t.Queries.Add(p.QueryID), pos: t.Docs.Add(p.PosID), neg: t.Docs.Add(p.NegID), weight: p.Weight}
	k := kind{task: p.Task, axiom: p.Axiom, variant: p.Variant, source: p.Source, posLabel: p.PosLabel, negLabel: p.NegLabel, pass: p.Pass,
		margin: p.Margin,
		class:  optionalOf(p.Class), posGrade: optionalOf(p.PosGrade), negGrade: optionalOf(p.NegGrade),
		posRank: p.PosRank != nil, negRank: p.NegRank != nil, posScore: p.PosScore != nil, negScore: p.NegScore != nil}
	if digits, ok := uidDigits(p.UID); ok {
		r.uid = digits
	} else {
		k.oddUID, r.uid = true, uint64(len(t.oddUIDs))
		t.oddUIDs = append(t.oddUIDs, p.UID)
	}
	copyValue(&r.posRank, p.PosRank)
	copyValue(&r.negRank, p.NegRank)
	copyValue(&r.posScore, p.PosScore)
	copyValue(&r.negScore, p.NegScore)
	if t.rows == 0 || k != t.lastKind { // a pair often has the kind of the previous pair
		t.lastKind, t.lastNumber = k, t.kindNumber(k, p)
	}
	r.kind = t.lastNumber
	if t.rows%chunkRows == 0 {
		t.chunks = append(t.chunks, make([]record, 0, chunkRows))
	}
	chunk := &t.chunks[len(t.chunks)-1]
	*chunk = append(*chunk, r)
	t.rows++
}

func copyValue[T any](dst, src *T) {
	if src != nil {
		*dst = *src
	}
}

// kindNumber returns the number of a pair's kind, a new number for a new kind.
func (t *Table) kindNumber(k kind, p *Pair) uint32 {
	n, ok := t.kindNumbers[k]
	if ok {
		return n
	}
	if t.kindNumbers == nil {
		t.kindNumbers = map[kind]uint32{}
	}
	n = uint32(len(t.kinds))
	t.kindNumbers[k] = n
	pair := *p
	pair.UID, pair.QueryID, pair.PosID, pair.NegID, pair.NegSource, pair.Weight = "", "", "", "", "", 0
	pair.Class, pair.PosGrade, pair.NegGrade = k.class.pointer(), k.posGrade.pointer(), k.negGrade.pointer()
	t.kinds = append(t.kinds, kindPair{pair, k.oddUID})
	return n
}

func (n optionalInt) pointer() *int32 {
	if !n.ok {
		return nil
	}
	return &n.value
}

func (t *Table) record(i int) *record { return &t.chunks[i/chunkRows][i%chunkRows] }

// Numbers returns the numbers of a pair's ids in Queries and Docs.
func (t *Table) Numbers(i int) (query, pos, neg uint32) {
	r := t.record(i)
	return r.query, r.pos, r.neg
}

// Pair returns a pair. Callers must not change the values that it points to.
func (t *Table) Pair(i int) Pair {
	p, r := t.Brief(i), t.record(i)
	p.QueryID, p.PosID, p.NegID = t.Queries.String(r.query), t.Docs.String(r.pos), t.Docs.String(r.neg)
	p.UID = t.UID(i)
	return p
}

// Brief returns a pair without uid and ids. It is faster than Pair.
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

// UID returns a pair's uid alone.
func (t *Table) UID(i int) string {
	r := t.record(i)
	if t.kinds[r.kind].oddUID {
		return t.oddUIDs[r.uid]
	}
	return uidText(r.uid)
}

// Arrange moves the pair at order[i] to index i, for all i. order must be a permutation; Arrange overwrites it.
func (t *Table) Arrange(order []uint32) {
	for start := range order {
		first := *t.record(start)
		dst := start
		for src := int(order[dst]); src != start; src = int(order[dst]) { // follows a cycle of the permutation
			*t.record(dst) = *t.record(src)
			order[dst] = uint32(dst)
			dst = src
		}
		*t.record(dst) = first
		order[dst] = uint32(dst)
	}
}

// Rows returns all pairs as a slice, which takes four times the memory.
func (t *Table) Rows() []Pair {
	rows := make([]Pair, 0, t.rows)
	for i := range t.rows {
		rows = append(rows, t.Pair(i))
	}
	return rows
}

// All yields the pairs with their indexes.
func (t *Table) All() iter.Seq2[int, Pair] {
	return func(yield func(int, Pair) bool) {
		for i := range t.rows {
			if !yield(i, t.Pair(i)) {
				return
			}
		}
	}
}
