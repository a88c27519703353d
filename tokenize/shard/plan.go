package shard

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/gen/pairs"
)

// row is a pair with the numbers of its texts in the store.
type row struct {
	*pairs.Pair
	query, pos, neg uint32
}

// splitPlan is a split's rows, cut into shards of shardRows; the last may be shorter.
type splitPlan struct {
	name      string
	rows      []row
	shardRows int
	digest    uint64 // of everything in the rows and their texts
}

// plan is what formats write from. It is complete before the first byte is written and does not change.
type plan struct {
	in        *Input
	options   Options
	store     *store
	splits    []splitPlan    // those that have rows
	tokenizer *TokenizerInfo // nil where no format holds ids
	cls, sep  int32
	types     []int8 // max_length times 0, then as often 1: every row's type ids are a stretch of it
}

// shards is the number of shards of a split, at least one.
func (s *splitPlan) shards() int { return max(1, (len(s.rows)+s.shardRows-1)/s.shardRows) }

// shard gives the rows of shard i.
func (s *splitPlan) shard(i int) []row {
	return s.rows[i*s.shardRows : min((i+1)*s.shardRows, len(s.rows))]
}

// shardMark stands in the name of every shard.
const shardMark = "-of-"

// fileName is the name of shard i below a folder.
func (s *splitPlan) fileName(folder string, i int, extension string) string {
	return fmt.Sprintf("%s/%s-%05d%s%05d.%s", folder, s.name, i, shardMark, s.shards(), extension)
}

// minShards lets a loader with several workers divide a split by files; splits too small to care have a shard per thousand
// rows.
const (
	minShards     = 8
	rowsPerWorker = 1000
)

// cut decides how many rows a shard of the split has.
func (s *splitPlan) cut(o Options, st *store) {
	n := len(s.rows)
	s.shardRows = max(1, o.ShardRows)
	if o.ShardRows == 0 {
		size := int64(0)
		for _, r := range s.rows {
			size += st.info[r.query].bytes + st.info[r.pos].bytes + st.info[r.neg].bytes
		}
		shards := max((size+o.ShardBytes-1)/o.ShardBytes, int64(min(minShards, (n+rowsPerWorker-1)/rowsPerWorker)), 1)
		s.shardRows = max(1, int((int64(n)+shards-1)/shards))
	}
}

// takeDigest hashes what files are made from, so that a resumed run knows whether a finished shard is still the right one.
func (s *splitPlan) takeDigest(st *store) {
	h := xxhash.New()
	var b []byte
	for _, r := range s.rows {
		b = b[:0]
		for _, text := range []string{r.UID, r.Task, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, string(r.Source)} {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
			b = append(b, text...)
		}
		for _, x := range []*int32{&r.PosLabel, &r.NegLabel, r.PosGrade, r.NegGrade, r.PosRank, r.NegRank} {
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
		case pos.folded == neg.folded || judged[queryText{r.query, neg.folded}]:
			dropped(r.Pair, SameText)
		default:
			rows = append(rows, r)
		}
	}
	return rows
}
