package plan

import (
	"cmp"
	"slices"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Points holds the labels of pointwise rows. Each pair makes two such rows.
type Points struct {
	Soft       bool                    // true if labels are shares of weights, false if they are 0 or 1
	keepsPairs bool                    // true if a pair has both of its rows or none
	shares     []map[[2]uint32]float64 // has, for each split, the labels of inputs by the numbers of query and document; nil if not Soft
	leftOut    []marks                 // has, for each split, the rows that are left out
}

// Labels returns the labels of a pair's two rows: of the positive, then of the negative. LeftOut means that there is no such row.
func (pt *Points) Labels(r Row) (labels [2]float64) {
	labels = [2]float64{1, float64(1 - r.NegativeSide())}
	if r.split >= len(pt.leftOut) {
		return labels
	}
	for side, doc := range [...]uint32{r.Pos, r.Neg} {
		if share, ok := pt.shares[r.split][[2]uint32{r.Query, doc}]; ok {
			labels[side] = share
		}
		if pt.leftOut[r.split].has(r.number, side) {
			labels[side] = LeftOut
		}
	}
	if pt.keepsPairs && (min(labels[0], labels[1]) == LeftOut || r.AreRelevant()) {
		return [2]float64{LeftOut, LeftOut}
	}
	return labels
}

// Rows returns the number of a pair's pointwise rows: 0, 1 or 2.
func (pt *Points) Rows(r Row) (n int) {
	pt.Each(r, func(uint32, string, float64) { n++ })
	return n
}

// Each calls fill with the document and label of every row of a pair.
func (pt *Points) Each(r Row, fill func(doc uint32, id string, label float64)) {
	labels := pt.Labels(r)
	if labels[0] != LeftOut {
		fill(r.Pos, r.PosID, labels[0])
	}
	if labels[1] != LeftOut {
		fill(r.Neg, r.NegID, labels[1])
	}
}

// Hasher returns the key of an input: a query with a document. Inputs with the same key are the same input.
type Hasher func(query, doc uint32) intern.Sum

// TextInput returns a Hasher whose keys are the numbers of the texts.
func TextInput(store *Store) Hasher {
	return func(query, doc uint32) intern.Sum {
		return intern.Sum{High: store.Info[query].Folded, Low: store.Info[doc].Folded}
	}
}

// IDsInput returns a Hasher whose keys are hashes of the ids of AppendCross, at most limit ids. Texts that differ only in case or after the
// cut may have the same key.
func (q *Sequences) IDsInput(limit int) Hasher {
	return func(query, doc uint32) intern.Sum {
		n := q.queryLength(query)
		return q.store.hashIDs(query, n).With(q.store.hashIDs(doc, limit-q.pair.Extra()-n))
	}
}

// rowInput is the input of one of a pair's two rows.
type rowInput struct {
	key  intern.Sum
	row  uint32 // the index of the pair
	doc  uint8  // 0 for the positive, 1 for the negative
	side uint8  // 0 for an input with label 1: the positive, or a relevant negative; 1 for an input with label 0
}

// inputs returns the inputs of all rows, sorted by key and then in the order of the rows.
func (h Hasher) inputs(rows Items[Row], threads int, stage *progress.Stage) []rowInput {
	list := make([]rowInput, 2*rows.N)
	eachBlock(threads, rows.N, func(_, first, end int) {
		for i := first; i < end; i++ {
			r := rows.brief(i)
			list[2*i] = rowInput{h(r.Query, r.Pos), uint32(i), 0, 0}
			list[2*i+1] = rowInput{h(r.Query, r.Neg), uint32(i), 1, uint8(r.NegativeSide())}
		}
		stage.Add(end - first)
	})
	slices.SortFunc(list, func(a, b rowInput) int {
		if a.key != b.key {
			return a.key.Compare(b.key)
		}
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.doc, b.doc))
	})
	stage.Add(rows.N)
	return list
}

// Points returns the labels of the rows of a config or folder. It decides the labels of inputs that have both labels. If keepsPairs is
// true, a pair has both of its rows or none. Points takes 48 bytes for each pair.
func (p *Plan) Points(folder string, views []View[Row], hash Hasher, keepsPairs bool) *Points {
	threads := p.Options.Workers()
	fate := p.Options.Pointwise
	if fate == Once && keepsPairs {
		fate = Majority
	}
	n := len(p.In.Splits)
	pt := &Points{Soft: fate == Soft, keepsPairs: keepsPairs, shares: make([]map[[2]uint32]float64, n), leftOut: make([]marks, n)}
	views = slices.Clone(views)
	judgesDecide := p.Options.Pointwise == Once || p.Options.Pointwise == Soft
	contradicted := make([]int, len(views))
	for i, v := range views {
		if judgesDecide {
			views[i].Items = p.dropContradictions(v.Items, pt)
			contradicted[i] = v.Items.N - views[i].Items.N
		}
	}
	p.progress.Next("inputs", "rows", 3*ItemsOf(views)) // each row is hashed, sorted, decided
	for i, v := range views {
		about := Pointwise{Folder: folder, Split: v.Split, Fate: fate, Contradicted: contradicted[i]}
		against, repeated := pt.decide(v.Items, hash.inputs(v.Items, threads, p.progress), &about)
		p.Note("pointwise rows against most of their input's pairs left out of "+folder, against)
		p.Note("pointwise rows whose input an earlier row has left out of "+folder, repeated)
		p.Pointwise = append(p.Pointwise, about)
		p.progress.Add(v.Items.N)
	}
	for i := range views {
		about := &p.Pointwise[len(p.Pointwise)-len(views)+i]
		pt.countLabels(p, views[i].Items, about)
		about.FromPairs = judgesDecide && p.In.Judgements == nil && about.Axiomatic > 0
	}
	return pt
}

// decide decides the labels of inputs that have both, and with Once leaves out the rows that have the input of an earlier row. Weights are
// added in the order of the rows. It counts the inputs in about. against is the number of rows left out because their input has the other
// label. repeated is the number of rows left out because an earlier row has their input. If a pair has both rows or none, a pair that is
// left out counts as two rows, and a pair of two relevant documents does not count.
func (pt *Points) decide(rows Items[Row], inputs []rowInput, about *Pointwise) (against, repeated int) {
	isOut := make([][2]bool, rows.N) // marks the rows that are left out, by pair and document
	for same := range pairs.Adjacent(inputs, func(a, b rowInput) bool { return a.key == b.key }) {
		about.Inputs++
		hasBoth := slices.ContainsFunc(same, func(in rowInput) bool { return in.side != same[0].side })
		var votes inputVotes
		if hasBoth {
			about.BothSides++
			for _, in := range same {
				r := rows.brief(int(in.row))
				votes.Add(int(in.side), r.Weight, r.Source == pairs.Judged)
			}
		}
		label, isFirst, decides := votes.Label(pt.Soft), true, hasBoth && about.Fate != Keep
		for _, in := range same {
			switch {
			case decides && pt.Soft:
				pt.share(rows.brief(int(in.row)), in.doc, label)
			case decides && label != float64(1-in.side):
				isOut[in.row][in.doc] = true
			case isFirst || about.Fate != Once:
				isFirst = false
			default:
				isOut[in.row][in.doc] = true
				repeated++
			}
		}
	}
	for i, docs := range isOut {
		if !docs[0] && !docs[1] {
			continue
		}
		r := rows.brief(i)
		for doc, isMarked := range docs {
			if isMarked {
				pt.leftOut[r.split].set(r.number, doc)
			}
			if pt.keepsPairs && !r.AreRelevant() || !pt.keepsPairs && isMarked {
				against++
			}
		}
	}
	return against - repeated, repeated
}

// share sets the soft label of an input of a row: r.Query with the positive (doc 0) or the negative (doc 1).
func (pt *Points) share(r Row, doc uint8, label float64) {
	if pt.shares[r.split] == nil {
		pt.shares[r.split] = map[[2]uint32]float64{}
	}
	pt.shares[r.split][[2]uint32{r.Query, [...]uint32{r.Pos, r.Neg}[doc]}] = label
}

// The treatments of inputs with two labels. A pair makes two pointwise rows: its query with the positive, label 1, and its query with the
// negative, label 0. A relevant negative, of a lower grade than the positive, has label 1 too. A document can be the positive of one pair
// and the negative of another pair of the same query. Then the input has two labels.
const (
	Majority = "majority" // keeps the label with the larger sum of weights or, in a tie, with more judged pairs; drops the other rows
	Soft     = "soft"     // replaces both labels by the share of the weights that label 1 has
	Keep     = "keep"     // keeps both labels
	// Once is Majority with only the first row of each input. If a pair has both rows or none, Once is the same as Majority. Once and Soft
	// leave out axioms' pairs that a judgement of the same text contradicts.
	Once = "once"
)

// marks is a set of pointwise rows, by the number of the pair in its split and the side.
type marks [][2]bool

// set adds a row.
func (m *marks) set(number, side int) {
	if number >= len(*m) {
		*m = append(*m, make(marks, max(number+1-len(*m), len(*m)))...)
	}
	(*m)[number][side] = true
}

// has reports whether a row is in the set.
func (m marks) has(number, side int) bool { return number < len(m) && m[number][side] }

// LeftOut is the label of a row that is left out.
const LeftOut = -1

// inputVotes counts the pairs that have an input, by the input's side: 0 for positive, 1 for negative.
type inputVotes struct {
	weight    [2]float64 // the sum of the pairs' weights
	pairs     [2]int     // the number of pairs
	numJudged [2]int     // the number of judged pairs
}

// Add adds a pair that has the input on a side.
func (v *inputVotes) Add(side int, weight float64, isJudged bool) {
	v.weight[side] += weight
	v.pairs[side]++
	if isJudged {
		v.numJudged[side]++
	}
}

// Label returns the label of the side with the larger weight. If the weights are equal, it returns the label of the side with more judged
// pairs, and LeftOut if these are equal too. If soft is true, it returns the positive side's share of the weight.
func (v *inputVotes) Label(soft bool) float64 {
	weight := v.weight
	if weight[0]+weight[1] == 0 {
		weight = [2]float64{float64(v.pairs[0]), float64(v.pairs[1])}
	}
	switch {
	case soft:
		return weight[0] / (weight[0] + weight[1])
	case weight[0] > weight[1], weight[0] == weight[1] && v.numJudged[0] > v.numJudged[1]:
		return 1
	case weight[0] < weight[1], v.numJudged[0] < v.numJudged[1]:
		return 0
	}
	return LeftOut
}
