package plan

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/ui/progress"
)

// This file computes the fingerprint of a plan. A resumed run compares fingerprints to find whether a finished shard is still valid.

// Fingerprint returns a text with everything that decides the bytes of a file, except the file's format. It is part of the keys of finished
// shards, so its words must not change, even if a field is renamed. No file depends on the other formats or on the number of threads: the
// text has [] and 0 for them.
func (p *Plan) Fingerprint() string {
	o := p.Options
	text := fmt.Sprintf("{Formats:[] ShardRows:%d ShardBytes:%d Compression:%s MaxLength:%d MaxQueryLength:%d GroupSize:%d "+
		"Pointwise:%s Prompt:%s Template:%s Layout:%s MTDNNRanking:%s MTDNNSan:%t Compat:%s Candidates:%s Threads:0}",
		o.ShardRows, o.ShardBytes, o.Compression, o.MaxLength, o.MaxQueryLength, o.GroupSize,
		o.Pointwise, o.Prompt, o.Template, o.Layout, o.MTDNNRanking, o.MTDNNSan, o.Compat, o.Candidates)
	if t := p.Tokenizer; t != nil {
		text += fmt.Sprintf(" {Model:%s VocabSHA256:%s Template:%s Options:%s MaxLength:%d MaxQueryLength:%d}",
			t.Model, t.VocabSHA256, t.Template, t.Options.Fingerprint(), t.MaxLength, t.MaxQueryLength)
	}
	for _, split := range p.splits {
		text += fmt.Sprintf(" %s:%d:%d:%016x", split.Split, split.Items.N, split.perShard, split.digest)
	}
	if text += describeRankings(p.Store, p.Rankings) + describeLists(p.In); p.In.Teacher != nil {
		text += fmt.Sprintf(" %q", p.In.Teacher.SHA256)
	}
	if batches := [...]any{o.SpreadQueries, o.Readers}; batches != [...]any{0, 0} {
		text += fmt.Sprintf(" %q", batches)
	}
	if p.leftOut != 0 {
		text += fmt.Sprintf(" %x", p.leftOut)
	}
	return text
}

// readRows sets the split's tally and digest.
func (s *splitPlan) readRows(st *Store, threads int, stage *progress.Stage) {
	h := xxhash.New()
	add := func(items Items[Row], stage *progress.Stage) (all tally) {
		sums, tallies := st.digests(items, threads, stage)
		for i, sum := range sums {
			h.Write(binary.LittleEndian.AppendUint64(nil, sum))
			all.merge(tallies[i])
		}
		h.WriteString("\n")
		return all
	}
	s.tally = add(s.Items, stage)
	add(s.spares, nil)
	s.digest = h.Sum64()
}

// digests returns, for each block of the rows, a hash of the rows with their texts, and their tally.
func (s *Store) digests(items Items[Row], threads int, stage *progress.Stage) (sums []uint64, tallies []tally) {
	sums, tallies = make([]uint64, numBlocks(items.N)), make([]tally, numBlocks(items.N))
	eachBlock(threads, items.N, func(block, first, end int) {
		var t tally
		var b []byte
		h := xxhash.New()
		for i := first; i < end; i++ {
			r := items.Item(i)
			b = s.appendRow(b[:0], &r)
			h.Write(b)
			t.add(&r)
		}
		sums[block], tallies[block] = h.Sum64(), t
		stage.Add(end - first)
	})
	return sums, tallies
}

// appendRow appends all values of a row and the hashes of its texts.
func (s *Store) appendRow(b []byte, r *Row) []byte {
	for _, text := range [...]string{r.UID, r.Task, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, string(r.Source)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
		b = append(b, text...)
	}
	for _, x := range [...]*int32{&r.PosLabel, &r.NegLabel, r.Class, r.PosGrade, r.NegGrade, r.PosRank, r.NegRank} {
		b = appendOptional(b, x, func(x int32) uint64 { return uint64(x) })
	}
	for _, x := range [...]*float64{&r.Weight, &r.Margin, r.PosScore, r.NegScore} {
		b = appendOptional(b, x, math.Float64bits)
	}
	for _, text := range [...]uint32{r.Query, r.Pos, r.Neg} {
		b = binary.LittleEndian.AppendUint64(b, s.Info[text].hash)
	}
	return b
}

// appendOptional appends the byte 0 if x is nil. If it is not, it appends the byte 1 and the bits of the value.
func appendOptional[T any](b []byte, x *T, bits func(T) uint64) []byte {
	if x == nil {
		return append(b, 0)
	}
	return binary.LittleEndian.AppendUint64(append(b, 1), bits(*x))
}

// describeRankings returns a hash of everything in the rankings that decides the bytes of files.
func describeRankings(store *Store, bySplit []OfSplit[Ranking]) string {
	h := xxhash.New()
	for _, v := range bySplit {
		for _, r := range v.Lists {
			fmt.Fprintf(h, "%s %q %x", v.Split, r.QueryID, store.Info[store.RankedQuery(r)].hash)
			for _, d := range r.Docs {
				fmt.Fprintf(h, " %q %v %x", d.DocID, d.Relevant, store.Info[store.RankedDoc(d)].hash)
			}
		}
	}
	return fmt.Sprintf(" %016x", h.Sum64())
}

// describeLists returns a hash of everything in the lists that decides the bytes of files.
func describeLists(in *Input) string {
	if in.Lists == nil {
		return ""
	}
	h := xxhash.New()
	fmt.Fprintf(h, "%q %q", in.Lists.Basis, in.Lists.Features)
	for _, l := range in.Lists.Queries {
		fmt.Fprintf(h, " %s %q %q", l.Split, l.QueryID, in.QueryText(l.QueryID))
		for _, d := range l.Docs {
			fmt.Fprintf(h, " %q %d %x", d.DocID, d.Grade, math.Float64bits(d.Score))
		}
	}
	return fmt.Sprintf(" %016x", h.Sum64())
}
