package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Points holds the labels of pointwise rows. Each pair makes two such rows.
type Points struct {
	Soft    bool                    // labels are shares
	whole   bool                    // of the two rows of a pair both are written or none
	bySplit []map[[2]uint32]float64 // by split: labels of inputs with two labels, by the numbers of query and document
	out     []marks                 // by split: the rows that are left out
}

// Sides returns the labels of a pair's rows, of the positive and of the negative. LeftOut means that there is no row.
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
		if pt.out[r.split].has(r.number, side) {
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

// Hasher returns the key of an input, a query with a document. Inputs with the same key are the same.
type Hasher func(query, doc uint32) intern.Sum

// TextInput returns a Hasher whose keys are the numbers of the texts.
func TextInput(store *Store) Hasher {
	return func(query, doc uint32) intern.Sum {
		return intern.Sum{High: store.Info[query].Folded, Low: store.Info[doc].Folded}
	}
}

// IDsInput returns a Hasher whose keys are hashes of the ids of AppendCross, at most limit ids. Texts
// that differ only in case or after the cut may have the same key.
func (q *Sequences) IDsInput(limit int) Hasher {
	return func(query, doc uint32) intern.Sum {
		n := q.queryLength(query)
		return q.store.hashIDs(query, n).With(q.store.hashIDs(doc, limit-q.pair.Extra()-n))
	}
}

// hashInputs returns the keys of the inputs of every row: byDoc[0] with the positives, byDoc[1] with the negatives.
func (h Hasher) hashInputs(rows Items[Row], threads int, stage *progress.Stage) (byDoc [2][]intern.Sum) {
	byDoc = [2][]intern.Sum{make([]intern.Sum, rows.N), make([]intern.Sum, rows.N)}
	eachPart(threads, rows.N, func(_, first, end int) {
		for i := first; i < end; i++ {
			r := rows.brief(i)
			byDoc[0][i], byDoc[1][i] = h(r.Query, r.Pos), h(r.Query, r.Neg)
		}
		stage.Add(end - first)
	})
	return byDoc
}

// distinctHashes returns the keys of the inputs with label 1 and of those with label 0, sorted, each once.
func distinctHashes(rows Items[Row], inputs [2][]intern.Sum, threads int, stage *progress.Stage) (bySide [2][]intern.Sum) {
	lists := [2][]intern.Sum{slices.Clone(inputs[0]), make([]intern.Sum, 0, rows.N)}
	for i := range rows.N {
		r := rows.brief(i)
		side := r.NegativeSide()
		lists[side] = append(lists[side], inputs[1][i])
	}
	mustNotFail(parallel.Each(context.Background(), threads, len(lists), func(int) func(side int) error {
		return func(side int) error {
			slices.SortFunc(lists[side], intern.Sum.Compare)
			stage.Add(len(lists[side]))
			bySide[side] = slices.Compact(lists[side])
			return nil
		}
	}))
	return bySide
}

// Points returns the labels of the rows of a config or folder. It decides the labels of inputs that
// have both labels. whole keeps a pair's two rows together. It takes 64 bytes a pair.
func (p *Plan) Points(folder string, views []View[Row], hash Hasher, whole bool) *Points {
	threads := p.Options.Workers()
	fate := p.Options.Pointwise
	if fate == Once && whole {
		fate = Majority
	}
	pt := &Points{Soft: fate == Soft, whole: whole,
		bySplit: make([]map[[2]uint32]float64, len(p.In.Splits)), out: make([]marks, len(p.In.Splits))}
	for i := range pt.bySplit {
		pt.bySplit[i] = map[[2]uint32]float64{}
	}
	views = slices.Clone(views)
	judgesDecide := p.Options.Pointwise == Once || p.Options.Pointwise == Soft
	contradicted := make([]int, len(views))
	for i, v := range views {
		if judgesDecide {
			views[i].Items = p.leaveContradictions(v.Items, pt)
			contradicted[i] = v.Items.N - views[i].Items.N
		}
	}
	p.progress.Next("inputs", "rows", 4*ItemsOf(views)) // each row is hashed, sorted on two sides, decided
	for i, v := range views {
		inputs := hash.hashInputs(v.Items, threads, p.progress)
		bySide := distinctHashes(v.Items, inputs, threads, p.progress)
		common := commonHashes(bySide[0], bySide[1])
		p.Pointwise = append(p.Pointwise, Pointwise{Folder: folder, Split: v.Split, Inputs: len(bySide[0]) + len(bySide[1]) - len(common),
			BothSides: len(common), Fate: fate, Contradicted: contradicted[i]})
		if len(common) == 0 && fate != Once || fate == Keep {
			p.progress.Add(v.Items.N)
			continue
		}
		pt.decide(v.Items, inputs, common, threads)
		left := make([]int, parts(v.Items.N)) // by part: rows left out; pairs of two relevant documents do not count
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
		if fate == Once {
			p.Note("pointwise rows whose input an earlier row has left out of "+folder, pt.keepFirst(v.Items, inputs))
		}
	}
	for i := range views {
		about := &p.Pointwise[len(p.Pointwise)-len(views)+i]
		pt.countLabels(p, views[i].Items, about)
		about.FromPairs = judgesDecide && p.In.Judgements == nil && about.Axiomatic > 0
	}
	return pt
}

// keepFirst marks in pt.out the rows that have the input of an earlier row. It returns their number.
func (pt *Points) keepFirst(rows Items[Row], inputs [2][]intern.Sum) (n int) {
	unique := make(map[intern.Sum]bool, rows.N)
	for i := range rows.N {
		r := rows.brief(i)
		for side, label := range pt.Sides(r) {
			if label == LeftOut {
				continue
			}
			if input := inputs[side][i]; unique[input] {
				pt.out[r.split].set(r.number, side)
				n++
			} else {
				unique[input] = true
			}
		}
	}
	return n
}

// decide sets the labels of inputs whose keys are in common. Weights are added in the order of the rows.
func (pt *Points) decide(rows Items[Row], inputs [2][]intern.Sum, common places, threads int) {
	numbers := make([][]uint32, parts(rows.N)) // by part: the rows with an input in common
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
	votes := make([]inputVotes, len(common))
	eachInput(func(r Row, side int, _ uint32, number int) {
		votes[number].Add(side, r.Weight, r.Source == pairs.Judged)
	})
	eachInput(func(r Row, _ int, doc uint32, number int) {
		pt.bySplit[r.split][[2]uint32{r.Query, doc}] = votes[number].Label(pt.Soft)
	})
}

// The treatments of inputs with two labels. A pair makes two pointwise rows: its query with the
// positive, label 1, and its query with the negative, label 0. A relevant negative, of a lower grade
// than the positive, has label 1 too. A document can be the positive of one pair and the negative of
// another pair of the same query. Then the input has two labels.
const (
	Majority = "majority" // keep the label with the larger sum of weights; in a tie, that of more judged pairs; leave out the other rows
	Soft     = "soft"     // the label of every row is the positive side's share of the weights
	Keep     = "keep"     // keep both labels
	// Once is Majority with only the first row of each input. If a pair's rows stay together, Once is Majority. Once and Soft leave out
	// axioms' pairs that a judgement of the same text contradicts.
	Once = "once"
)

// Pointwise counts the inputs of a config or folder and those that have two labels.
type Pointwise struct {
	Folder    string `json:"folder"` // the config or folder
	Split     string `json:"split"`  // train, dev or test
	Inputs    int    `json:"inputs"` // different inputs
	BothSides int    `json:"both"`   // inputs with two labels
	Fate      string `json:"fate"`   // treatment of inputs with two labels: majority, soft, keep or once

	Rows         int `json:"rows"`                         // rows written
	Axiomatic    int `json:"axiomatic"`                    // rows written whose label is from an axiom and from no judgement
	Contradicted int `json:"contradicted"`                 // axioms' pairs left out, since a judgement of the same text contradicts a label
	Judged       int `json:"judged_inputs,omitempty"`      // texts judged for a query, if all judgements are known
	Rowless      int `json:"judged_without_row,omitempty"` // judged texts that are in no row
	// FromPairs is true if the only judgements compared with axioms were those that the pairs state.
	FromPairs bool `json:"judgements_of_pairs_alone,omitempty"`
}

// String returns the finding in a sentence, without the folder.
func (p Pointwise) String() string {
	fate := map[string]string{Majority: "each has the label of most of its pairs", Soft: "each has the share of its pairs as label",
		Keep: "each keeps both labels", Once: "each has one row, with the label of most of its pairs"}[p.Fate]
	if none := p.Inputs - p.Rows; p.Fate == Once && none > 0 {
		fate += fmt.Sprintf("; %s pairs of equal weight for either label, and no row", terminal.Plural(none, "input has", "inputs have"))
	}
	return fmt.Sprintf("in %s, %s of %s (a query with a document) are preferred in some pairs and not in others: %s", p.Split,
		terminal.Group(p.BothSides), terminal.Plural(p.Inputs, "input", "inputs"), fate)
}

// marks are a set of pointwise rows, by the pair's number and the side.
type marks [][2]bool

func (m *marks) set(number, side int) {
	if number >= len(*m) {
		*m = append(*m, make(marks, max(number+1-len(*m), len(*m)))...)
	}
	(*m)[number][side] = true
}

func (m marks) has(number, side int) bool { return number < len(m) && m[number][side] }

// places is a sorted list of different keys.
type places []intern.Sum

// commonHashes returns the keys that are in both lists. Each list is sorted and has no key twice.
func commonHashes(a, b []intern.Sum) (list places) {
	for _, x := range a {
		for len(b) > 0 && b[0].Compare(x) < 0 {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == x {
			list = append(list, x)
		}
	}
	return list
}

// Number returns the index of x, and -1 if x is not in the list.
func (p places) Number(x intern.Sum) int {
	if i, ok := slices.BinarySearchFunc(p, x, intern.Sum.Compare); ok {
		return i
	}
	return -1
}

// LeftOut is the label of a row that is left out.
const LeftOut = -1

// inputVotes holds counts of the pairs of an input, by side: 0 positive, 1 negative.
type inputVotes struct {
	weight    [2]float64 // the sum of the pairs' weights
	pairs     [2]int
	numJudged [2]int
}

// Add adds a pair that has the input on a side, 0 for the positive.
func (v *inputVotes) Add(side int, weight float64, isJudged bool) {
	v.weight[side] += weight
	v.pairs[side]++
	if isJudged {
		v.numJudged[side]++
	}
}

// Label returns the label of the side with the larger weight. In a tie, the side with more judged
// pairs wins, else the label is LeftOut. With soft it returns the positive side's share of the weight.
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
