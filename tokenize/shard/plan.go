package shard

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// row is a pair with the numbers of its texts in the store.
type row struct {
	pairs.Pair
	query, pos, neg uint32
	split           int
}

// source are the pairs of a split with the numbers in the store of its table's ids.
type source struct {
	*pairs.Table
	queries, docs []uint32
	split         int // number
}

// rows are the pairs as rows.
func (s source) rows() items[row] {
	with := func(pair func(i int) pairs.Pair) func(i int) row {
		return func(i int) row {
			query, pos, neg := s.Numbers(i)
			return row{pair(i), s.queries[query], s.docs[pos], s.docs[neg], s.split}
		}
	}
	return items[row]{s.Len(), with(s.At), with(s.Brief)}
}

// splitPlan are all rows of a split.
type splitPlan struct {
	view[row]
	spares items[row]      // what fills groups
	digest uint64          // of everything in the rows, the spares and their texts
	tasks  []taskKey       // in the order in which their rows first come
	count  map[taskKey]int // rows of each
}

// plan is what formats write from. It is complete before the first byte is written and does not change.
type plan struct {
	in             *planInput
	options        planOptions
	store          *store
	splits         []splitPlan       // those that have rows
	pairwise       []view[row]       // by split: the rows that prefer their first document
	tasks          []task            // in the order in which their rows first come
	rankings       []rankings        // by split
	candidates     []view[candidate] // by split, where they are asked for
	candidateLists []view[Ranking]   // the same by query
	grouped        map[groupKey][]view[group]
	mixture        map[string]int // rows by task
	counts         map[string]int // what was left out or cut before any format
	notes          map[string]int // what formats leave out or repeat
	// groupCounts are those of formats of groups, as they come.
	groupCounts []Groups
	conflicts   []Conflicts    // of formats of scores, as they come
	pointwise   []Pointwise    // of pointwise configs and folders, as they come
	weighted    int            // pairs with another weight or margin than 1
	tokenizer   *TokenizerInfo // nil where no format holds ids
	cls, sep    int32
	types       []int8 // max_length times 0, then as often 1: every row's type ids are a stretch of it
	perturbed   int    // pairs of perturbed copies
}

// size is the bytes of a row's texts.
func (s *store) size(r row) int64 {
	return s.textSize(r.query) + s.textSize(r.pos) + s.textSize(r.neg)
}

// note counts what a format cannot write as it is.
func (p *plan) note(what string, n int) {
	if n == 0 {
		return
	}
	if p.notes == nil {
		p.notes = map[string]int{}
	}
	p.notes[what] += n
}

// read hashes what files are made from, so that a resumed run knows whether a finished shard is still the right one, and counts the rows
// of each task. It calls each with every row.
func (s *splitPlan) read(st *store, each func(r *row)) {
	h := xxhash.New()
	s.count = map[taskKey]int{}
	var b []byte
	hash := func(r *row) {
		b = b[:0]
		for _, text := range []string{r.UID, r.Task, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, string(r.Source)} {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
			b = append(b, text...)
		}
		for _, x := range []*int32{&r.PosLabel, &r.NegLabel, r.Class, r.PosGrade, r.NegGrade, r.PosRank, r.NegRank} {
			b = appendOptional(b, x, func(x int32) uint64 { return uint64(x) })
		}
		for _, x := range []*float64{&r.Weight, &r.Margin, r.PosScore, r.NegScore} {
			b = appendOptional(b, x, math.Float64bits)
		}
		for _, text := range []uint32{r.query, r.pos, r.neg} {
			b = binary.LittleEndian.AppendUint64(b, st.info[text].hash)
		}
		h.Write(b)
	}
	for r := range s.items.each {
		hash(&r)
		k := taskKey{r.Task, r.Class != nil}
		if s.count[k]++; s.count[k] == 1 {
			s.tasks = append(s.tasks, k)
		}
		each(&r)
	}
	for r := range s.spares.each {
		hash(&r)
	}
	s.digest = h.Sum64()
}

func appendOptional[T any](b []byte, x *T, bits func(T) uint64) []byte {
	if x == nil {
		return append(b, 0)
	}
	return binary.LittleEndian.AppendUint64(append(b, 1), bits(*x))
}
