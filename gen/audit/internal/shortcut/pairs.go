package shortcut

import (
	"math"
	"slices"
	"sort"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/lists"
)

// pair holds the features of two documents of a query (of two queries in a set of labelled pairs). The first document is better.
type pair struct {
	query    uint32
	features [numFeatures]float64 // features of the first document minus those of the second
	words    [2][]uint32          // the distinct words of each document, by statistics.placeOf
	queries  [2][]uint32          // the distinct words of their queries; nil unless the rows are labelled pairs
	easy     bool                 // true if the second document has no word of the query, and the first has one
	isSeries bool                 // true if the documents are from one labelled list, whose order may depend on the labels
}

// side is one document of a pair with its query, and its index in the row or among the rows of the query.
type side struct {
	query string
	doc   corpus.TrainingDoc
	place int
}

// choice is a pair before its features are known.
type choice struct {
	queryNumber uint32
	high, low   side
	isSeries    bool
}

// choose returns a pair for each row with documents of two grades. For the rows of a query that have one labelled document each, it returns
// up to pairsOfQuery pairs.
func choose(sample *trainset.Sample) (list []choice) {
	if sample.Labels != nil {
		return chooseAcross(sample)
	}
	var byQuery lists.Groups[uint32, side]
	var sides []side
	for _, row := range sample.Rows {
		if len(row.Docs) == 1 && row.Labelled {
			byQuery.Add(row.QueryNumber, side{row.Query, row.Docs[0], len(byQuery.Of[row.QueryNumber])})
			continue
		}
		sides = sides[:0]
		for j, doc := range row.Docs {
			sides = append(sides, side{row.Query, doc, j})
		}
		if high, low, ok := pick(sortByGrade(sides), int(row.Row)); ok {
			list = append(list, choice{row.QueryNumber, high, low, row.Labelled && len(row.Docs) > 1})
		}
	}
	for _, query := range byQuery.Keys {
		sides := sortByGrade(byQuery.Of[query])
		for turn := range min(len(byQuery.Of[query]), pairsOfQuery) {
			if high, low, ok := pick(sides, turn); ok {
				list = append(list, choice{query, high, low, false})
			}
		}
	}
	return list
}

// chooseAcross returns pairs of two rows of a set of labelled pairs: one row has a high label, the other a low label. Both rows are in the
// same fold. A row is in several pairs if the other label is more frequent.
func chooseAcross(sample *trainset.Sample) (list []choice) {
	var sides [folds][2][]choice // for each fold, the rows with a low label, and those with a high one; only high is set
	for _, row := range sample.Rows {
		if len(row.Docs) != 1 || !row.Labelled || row.Query == "" || row.Docs[0].Text == "" || math.IsNaN(row.Docs[0].Grade) {
			continue
		}
		c, fold := choice{queryNumber: row.QueryNumber, high: side{query: row.Query, doc: row.Docs[0]}}, foldOf(row.QueryNumber)
		if end := sample.Labels.EndOf(float32(row.Docs[0].Grade)); end != trainset.Between {
			rows := &sides[fold][(end+1)/2] // LowEnd is -1, HighEnd is 1
			*rows = append(*rows, c)
		}
	}
	for _, ends := range sides {
		rare, most := ends[0], ends[1]
		isSwapped := len(rare) > len(most)
		if isSwapped {
			rare, most = most, rare
		}
		for i := range most {
			if len(rare) == 0 {
				break
			}
			c, other := rare[i%len(rare)], most[i] // the pair counts for the query of the rare row
			if c.low = other.high; !isSwapped {
				c.high, c.low = c.low, c.high // the rare row has the low label
			}
			list = append(list, c)
		}
	}
	return list
}

// pairsOfQuery is the maximum number of pairs that are made of the labelled rows of a query.
const pairsOfQuery = 4

// sortByGrade returns the sides that have a text and a grade, the best first. It reuses the memory of its argument.
func sortByGrade(sides []side) []side {
	list := slices.DeleteFunc(sides, func(d side) bool { return d.doc.Text == "" || math.IsNaN(d.doc.Grade) })
	sort.SliceStable(list, func(i, j int) bool { return list[i].doc.Grade > list[j].doc.Grade })
	return list
}

// pick returns one of the best sides and one of the other sides; turn selects them. ok is false if all sides have the same grade.
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
	var terms [2][]uint32
	var last [2]string
	for i := range choices {
		c, p := &choices[i], &list[i]
		for j, query := range []string{c.high.query, c.low.query} {
			if query != last[j] {
				terms[j], last[j] = trainset.WordSet(terms[j], query), query
			}
		}
		high, low := s.profiles[c.high.doc.Text], s.profiles[c.low.doc.Text]
		a, b := s.features(terms[0], high), s.features(terms[1], low)
		for i := range p.features {
			p.features[i] = a[i] - b[i]
		}
		p.query, p.isSeries, p.words = c.queryNumber, c.isSeries, [2][]uint32{high.places, low.places}
		if p.isSeries {
			p.features[position] = float64(c.high.place) - float64(c.low.place)
		}
		if sample.Labels != nil {
			p.queries = [2][]uint32{s.placesOf(terms[0]), s.placesOf(terms[1])}
		}
		p.easy = b[overlap] == 0 && a[overlap] > 0
	}
	return list
}
