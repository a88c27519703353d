package shard

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/gen/pairs"
)

// row is a pair with the numbers of its texts in the store.
type row struct {
	*pairs.Pair
	query, pos, neg uint32
}

// splitPlan are all rows of a split.
type splitPlan struct {
	view[row]
	digest uint64 // of everything in the rows and their texts
}

// plan is what formats write from. It is complete before the first byte is written and does not change.
type plan struct {
	in        *Input
	options   Options
	store     *store
	splits    []splitPlan // those that have rows
	pairwise  []view[row] // by split: the rows that prefer their first document
	tasks     []task      // in the order in which their rows first come
	grouped   map[groupKey][]view[group]
	notes     map[string]int // what formats leave out or repeat
	weighted  int            // pairs with another weight than 1
	tokenizer *TokenizerInfo // nil where no format holds ids
	cls, sep  int32
	types     []int8 // max_length times 0, then as often 1: every row's type ids are a stretch of it
}

// size is the bytes of a row's texts.
func (s *store) size(r row) int64 {
	return s.info[r.query].bytes + s.info[r.pos].bytes + s.info[r.neg].bytes
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

// takeDigest hashes what files are made from, so that a resumed run knows whether a finished shard is still the right one.
func (s *splitPlan) takeDigest(st *store) {
	h := xxhash.New()
	var b []byte
	for _, r := range s.items {
		b = b[:0]
		for _, text := range []string{r.UID, r.Task, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, string(r.Source)} {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
			b = append(b, text...)
		}
		for _, x := range []*int32{&r.PosLabel, &r.NegLabel, r.Class, r.PosGrade, r.NegGrade, r.PosRank, r.NegRank} {
			b = appendOptional(b, x, func(x int32) uint64 { return uint64(x) })
		}
		for _, x := range []*float64{&r.Weight, r.PosScore, r.NegScore} {
			b = appendOptional(b, x, math.Float64bits)
		}
		for _, text := range []uint32{r.query, r.pos, r.neg} {
			b = binary.LittleEndian.AppendUint64(b, st.info[text].hash)
		}
		h.Write(b)
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

// sift puts the pairs of a split that can be trained on into rows and calls dropped with every other one. Two texts are the
// same when their folded forms have the same 64-bit hash.
func sift(split Split, st *store, dropped func(p *pairs.Pair, reason string)) []row {
	rows := make([]row, 0, len(split.Pairs))
	type queryText struct {
		query uint32
		text  uint64
	}
	judged := map[queryText]bool{}
	for i := range split.Pairs {
		if p := &split.Pairs[i]; p.Source == pairs.Judged {
			judged[queryText{st.queries[p.QueryID], st.info[st.docs[p.PosID]].folded}] = true
		}
	}
	for i := range split.Pairs {
		r := row{Pair: &split.Pairs[i]}
		r.query, r.pos, r.neg = st.queries[r.QueryID], st.docs[r.PosID], st.docs[r.NegID]
		query, pos, neg := &st.info[r.query], &st.info[r.pos], &st.info[r.neg]
		switch {
		case query.empty || pos.empty || neg.empty:
			dropped(r.Pair, EmptyText)
		case r.Class == nil && (pos.folded == neg.folded || judged[queryText{r.query, neg.folded}]): // a class is no negative
			dropped(r.Pair, SameText)
		default:
			rows = append(rows, r)
		}
	}
	return rows
}
