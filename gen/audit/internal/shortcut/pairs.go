package shortcut

import (
	"cmp"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// pair is two documents of a query, of which the first is better.
type pair struct {
	query    uint32
	features [numFeatures]float64 // of the first minus those of the second
	words    [2][]uint32          // numbers of the places of the words of the documents, each word once
	easy     bool                 // the second has no word of the query, and the first has one
	isSeries bool                 // the documents are a list in which any may be the better one
}

// side is one document of a query with its place.
type side struct {
	doc   corpus.TrainingDoc
	place int
}

// choice is a pair before its features are known.
type choice struct {
	query       string
	queryNumber uint32
	high, low   side
	isSeries    bool
}

// choose returns one pair for each row of a sample that has documents of two grades, and for each query whose labelled rows have.
func choose(sample *trainset.Sample) (list []choice) {
	byQuery, order := map[uint32][]side{}, []uint32(nil)
	texts := map[uint32]string{}
	var sides []side
	for i := range sample.Rows {
		row := &sample.Rows[i]
		if len(row.Docs) == 1 && row.Labelled {
			if byQuery[row.QueryNumber] == nil {
				order = append(order, row.QueryNumber)
				texts[row.QueryNumber] = row.Query
			}
			byQuery[row.QueryNumber] = append(byQuery[row.QueryNumber], side{row.Docs[0], len(byQuery[row.QueryNumber])})
			continue
		}
		sides = sides[:0]
		for j, doc := range row.Docs {
			sides = append(sides, side{doc, j})
		}
		if high, low, ok := pick(sortByGrade(sides), int(row.Row)); ok {
			list = append(list, choice{row.Query, row.QueryNumber, high, low, row.Labelled && len(row.Docs) > 1})
		}
	}
	for _, query := range order {
		sides := sortByGrade(byQuery[query])
		for turn := range min(len(byQuery[query]), pairsOfQuery) {
			if high, low, ok := pick(sides, turn); ok {
				list = append(list, choice{texts[query], query, high, low, false})
			}
		}
	}
	return list
}

// pairsOfQuery is the number of pairs that are made of the labelled rows of a query.
const pairsOfQuery = 4

// sortByGrade returns the sides with a text and a grade, the best first, in the memory of all.
func sortByGrade(sides []side) []side {
	list := sides[:0]
	for _, d := range sides {
		if d.doc.Text != "" && !math.IsNaN(d.doc.Grade) {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b side) int { return cmp.Compare(b.doc.Grade, a.doc.Grade) })
	return list
}

// pick returns one of the best sides and one of the others; turn chooses which. ok is false if all have one grade.
func pick(sides []side, turn int) (high, low side, ok bool) {
	best := 0
	for best < len(sides) && sides[best].doc.Grade == sides[0].doc.Grade {
		best++
	}
	if best == len(sides) {
		return high, low, false
	}
	return sides[turn%best], sides[best+turn%(len(sides)-best)], true
}

// pairsOf returns the pairs of a sample with their features.
func pairsOf(sample *trainset.Sample) []pair {
	choices := choose(sample)
	s := newStatistics(choices)
	s.read(sample)
	list := make([]pair, len(choices))
	terms, last := []uint32(nil), -1
	for i := range choices {
		c, p := &choices[i], &list[i]
		if int(c.queryNumber) != last { // the words of queries that are the same but for case and white space are the same
			terms, last = trainset.WordSet(terms, c.query), int(c.queryNumber)
		}
		high, low := s.profiles[c.high.doc.Text], s.profiles[c.low.doc.Text]
		a, b := s.features(terms, high), s.features(terms, low)
		for i := range p.features {
			p.features[i] = a[i] - b[i]
		}
		p.query, p.isSeries, p.words = c.queryNumber, c.isSeries, [2][]uint32{high.places, low.places}
		if p.isSeries {
			p.features[position] = float64(c.high.place) - float64(c.low.place)
		}
		p.easy = b[overlap] == 0 && a[overlap] > 0
	}
	return list
}
