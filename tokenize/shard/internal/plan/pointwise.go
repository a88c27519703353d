package plan

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/hashes"
)

// Points holds the labels of the pointwise rows of pairs, for inputs that have two labels.
type Points struct {
	Soft    bool
	whole   bool                    // a pair has both rows or none
	bySplit []map[[2]uint32]float64 // by split: the labels of such inputs, by the numbers of query and document
	again   []hashes.Repeats        // by split, for pointwise once: an earlier row has the same input
}

// LeftOut is the label of a row that is left out.
const LeftOut = hashes.LeftOut

// Sides returns the labels of the rows of a pair, positive and negative; LeftOut where there is no row.
func (pt *Points) Sides(r Row) (labels [2]float64) {
	labels = [2]float64{1, float64(1 - r.NegativeSide())}
	if r.split >= len(pt.bySplit) {
		return labels
	}
	for side, doc := range [...]uint32{r.Pos, r.Neg} {
		if label, ok := pt.bySplit[r.split][[2]uint32{r.Query, doc}]; ok && (pt.Soft || label != labels[side]) {
			if labels[side] = LeftOut; pt.Soft {
				labels[side] = label
			}
		}
	}
	for side := range labels {
		if pt.again[r.split].Has(r.number, side) {
			labels[side] = LeftOut
		}
	}
	if pt.whole && (min(labels[0], labels[1]) == LeftOut || r.AreRelevant()) {
		return [2]float64{LeftOut, LeftOut}
	}
	return labels
}

// Rows returns the number of a pair's rows.
func (pt *Points) Rows(r Row) (n int) {
	for _, label := range pt.Sides(r) {
		if label != LeftOut {
			n++
		}
	}
	return n
}

// Each calls fill with the document and label of every row of a pair.
func (pt *Points) Each(r Row, fill func(doc uint32, id string, label float64)) {
	labels := pt.Sides(r)
	if labels[0] != LeftOut {
		fill(r.Pos, r.PosID, labels[0])
	}
	if labels[1] != LeftOut {
		fill(r.Neg, r.NegID, labels[1])
	}
}

// Hasher returns the hash of an input, by which inputs are compared.
type Hasher func(query, doc uint32) uint64

const odd = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio

// TextInput returns a Hasher by texts.
func TextInput(store *Store) Hasher {
	return func(query, doc uint32) uint64 { return store.Info[query].Folded*odd ^ store.Info[doc].Folded }
}

// IDsInput returns a Hasher by the word pieces of AppendCross, at most limit ids. They are the same
// for some texts that differ in case or after the cut.
func (q *Sequences) IDsInput(limit int) Hasher {
	return func(query, doc uint32) uint64 {
		n := q.queryLength(query)
		return q.store.hashIDs(query, n)*odd ^ q.store.hashIDs(doc, limit-q.pair.Extra()-n)
	}
}

// hashInputs returns the hashes of the inputs of every row, with the positive and with the negative.
func (h Hasher) hashInputs(rows Items[Row], threads int, stage *progress.Stage) (byDoc [2][]uint64) {
	byDoc = [2][]uint64{make([]uint64, rows.N), make([]uint64, rows.N)}
	eachPart(threads, rows.N, func(_, first, end int) {
		for i := first; i < end; i++ {
			r := rows.brief(i)
			byDoc[0][i], byDoc[1][i] = h(r.Query, r.Pos), h(r.Query, r.Neg)
		}
		stage.Add(end - first)
	})
	return byDoc
}

// distinctHashes returns the hashes of rows' inputs on each side, in order, each once.
func distinctHashes(rows Items[Row], inputs [2][]uint64, threads int, stage *progress.Stage) (bySide [2][]uint64) {
	lists := [2][]uint64{slices.Clone(inputs[0]), make([]uint64, 0, rows.N)}
	for i := range rows.N {
		r := rows.brief(i)
		side := r.NegativeSide()
		lists[side] = append(lists[side], inputs[1][i])
	}
	mustNotFail(parallel.Each(context.Background(), threads, len(lists), func(int) func(side int) error {
		return func(side int) error {
			slices.Sort(lists[side])
			stage.Add(len(lists[side]))
			bySide[side] = slices.Compact(lists[side])
			return nil
		}
	}))
	return bySide
}

// Points decides the labels of the inputs of rows that have both labels, by split. hash
// distinguishes inputs; whole keeps a pair's two rows together. It holds 32 bytes a pair while it searches.
func (p *Plan) Points(folder string, views []View[Row], hash Hasher, whole bool) *Points {
	threads := p.Options.Workers()
	once := p.Options.Pointwise == hashes.Once
	pt := &Points{Soft: p.Options.Pointwise == hashes.Soft, whole: whole && !once,
		bySplit: make([]map[[2]uint32]float64, len(p.In.Splits)), again: make([]hashes.Repeats, len(p.In.Splits))}
	p.progress.Next("inputs", "rows", 4*ItemsOf(views)) // hashed, sorted by each side, decided
	for i := range pt.bySplit {
		pt.bySplit[i] = map[[2]uint32]float64{}
	}
	for _, v := range views {
		inputs := hash.hashInputs(v.Items, threads, p.progress)
		bySide := distinctHashes(v.Items, inputs, threads, p.progress)
		common := hashes.Common(bySide[0], bySide[1])
		p.Pointwise = append(p.Pointwise, hashes.Pointwise{Folder: folder, Split: v.Split, Inputs: len(bySide[0]) + len(bySide[1]) - len(common),
			BothSides: len(common), Fate: p.Options.Pointwise})
		if len(common) == 0 && !once || p.Options.Pointwise == hashes.Keep {
			p.progress.Add(v.Items.N)
			continue
		}
		pt.decide(v.Items, inputs, common, threads)
		left := make([]int, parts(v.Items.N)) // without those of two relevant documents
		eachPart(threads, v.Items.N, func(part, first, end int) {
			for i := first; i < end; i++ {
				if r := v.Items.brief(i); !whole || !r.AreRelevant() {
					left[part] += 2 - pt.Rows(r)
				}
			}
			p.progress.Add(end - first)
		})
		for _, n := range left {
			p.Note("pointwise rows against most of their input's pairs left out of "+folder, n)
		}
		if once {
			p.Note("pointwise rows whose input an earlier row has left out of "+folder, pt.keepFirst(v.Items, inputs))
		}
	}
	return pt
}

// keepFirst marks the rows whose input an earlier row has, and returns their number.
func (pt *Points) keepFirst(rows Items[Row], inputs [2][]uint64) (n int) {
	unique := make(hashes.Set, rows.N)
	for i := range rows.N {
		r := rows.brief(i)
		for side, label := range pt.Sides(r) {
			if label != LeftOut && !unique.Add(inputs[side][i]) {
				pt.again[r.split].Mark(r.number, side)
				n++
			}
		}
	}
	return n
}

// decide computes the labels of inputs whose hashes are on both sides. Weights are added in the order of the rows.
func (pt *Points) decide(rows Items[Row], inputs [2][]uint64, common hashes.Places, threads int) {
	numbers := make([][]uint32, parts(rows.N)) // by part: the rows with such inputs
	eachPart(threads, rows.N, func(part, first, end int) {
		for i := first; i < end; i++ {
			if common.Number(inputs[0][i]) >= 0 || common.Number(inputs[1][i]) >= 0 {
				numbers[part] = append(numbers[part], uint32(i))
			}
		}
	})
	eachInput := func(use func(r Row, side int, doc uint32, number int)) {
		for _, part := range numbers {
			for _, i := range part {
				r := rows.brief(int(i))
				for k, doc := range [...]uint32{r.Pos, r.Neg} {
					if number := common.Number(inputs[k][i]); number >= 0 {
						use(r, k*r.NegativeSide(), doc, number)
					}
				}
			}
		}
	}
	votes := make([]hashes.Votes, len(common))
	eachInput(func(r Row, side int, _ uint32, number int) {
		votes[number].Add(side, r.Weight, r.Source == pairs.Judged)
	})
	eachInput(func(r Row, _ int, doc uint32, number int) {
		pt.bySplit[r.split][[2]uint32{r.Query, doc}] = votes[number].Label(pt.Soft)
	})
}
