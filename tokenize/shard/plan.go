package shard

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/configs/progress"
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
	in             *Input
	options        Options
	store          *store
	splits         []splitPlan // those that have rows
	pairwise       []view[row] // by split: the rows that prefer their first document
	tasks          []task      // in the order in which their rows first come
	rankings       []view[Ranking]
	candidates     []view[candidate] // by split, where they are asked for
	candidateLists []view[Ranking]   // the same by query
	grouped        map[groupKey][]view[group]
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

// The reasons for which pairs are dropped.
const (
	EmptyText = "empty_text" // query, positive or negative is nothing but white space: several formats cannot carry it
	SameText  = "same_text"  // the negative's text is that of the pair's positive or of a judged positive of the query
)

// positiveText is a query with the text of a document.
func positiveText(query uint32, folded uint64) uint64 {
	return folded ^ uint64(query)*0x9E3779B97F4A7C15
}

// judgedTexts are the texts of the judged positives of every query, sorted.
func judgedTexts(rows items[row], st *store) (judged []uint64) {
	for r := range rows.briefly {
		if r.Source == pairs.Judged {
			judged = append(judged, positiveText(r.query, st.info[r.pos].folded))
		}
	}
	slices.Sort(judged)
	return slices.Compact(judged)
}

// sift keeps the rows of a split that can be trained on and calls dropped with every other one; judged are its judgedTexts. Two
// texts are the same when their folded forms have the same 64-bit hash.
func sift(rows items[row], judged []uint64, st *store, dropped func(p *pairs.Pair, reason string), counted *progress.Stage) items[row] {
	kept := make([]uint32, 0, rows.n)
	for i := range rows.n {
		counted.Add(1)
		r := rows.brief(i)
		query, pos, neg := &st.info[r.query], &st.info[r.pos], &st.info[r.neg]
		_, same := slices.BinarySearch(judged, positiveText(r.query, neg.folded))
		switch {
		case query.empty || pos.empty || neg.empty:
			dropped(&r.Pair, EmptyText)
		case r.Class == nil && (pos.folded == neg.folded || same): // a class is no negative
			dropped(&r.Pair, SameText)
		default:
			kept = append(kept, uint32(i))
		}
	}
	if len(kept) == rows.n {
		return rows
	}
	return rows.pick(kept)
}
