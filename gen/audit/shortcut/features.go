// Package shortcut measures what a scorer reaches on a training set that sees one thing only, such as the length of a document: the share
// of pairs that it orders right on queries that it was not fitted on.
package shortcut

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/gen/audit/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
)

// The features of a document for a query.
const (
	length = iota
	wordLength
	punctuation
	capitals
	digits
	stop // ends in a full stop
	position
	overlap
	bm25
	numFeatures
)

// pair is two documents of a query, of which the first is better.
type pair struct {
	query    uint32
	features [numFeatures]float64 // of the first minus those of the second
	words    [2][]uint32          // distinct words of the documents
	easy     bool                 // the second has no word of the query, and the first has one
	isSeries bool                 // the documents are a list in which any may be the better one
}

// side is one document of a query with its place.
type side struct {
	doc   corpus.TrainingDoc
	place int
}

// pairsOf returns one pair for each row of a sample that has documents of two grades, and for each query whose labelled rows have.
func pairsOf(sample *trainset.Sample) (list []pair) {
	stats := statisticsOf(sample)
	byQuery, order := map[uint32][]side{}, []uint32(nil)
	texts := map[uint32]string{}
	for i := range sample.Rows {
		row := &sample.Rows[i]
		if len(row.Docs) == 1 && row.Labelled {
			if byQuery[row.Same] == nil {
				order = append(order, row.Same)
				texts[row.Same] = row.Query
			}
			byQuery[row.Same] = append(byQuery[row.Same], side{row.Docs[0], len(byQuery[row.Same])})
			continue
		}
		var sides []side
		for j, doc := range row.Docs {
			sides = append(sides, side{doc, j})
		}
		if p, ok := stats.pair(row.Query, row.Same, int(row.Row), sides, row.Labelled && len(row.Docs) > 1); ok {
			list = append(list, p)
		}
	}
	for _, query := range order {
		sides := byQuery[query]
		for turn := range min(len(sides), pairsOfQuery) {
			if p, ok := stats.pair(texts[query], query, turn, sides, false); ok {
				list = append(list, p)
			}
		}
	}
	return list
}

// pairsOfQuery is the number of pairs that are made of the labelled rows of a query.
const pairsOfQuery = 4

// pair returns a pair of the best documents and the others; turn chooses which.
func (s *statistics) pair(query string, same uint32, turn int, sides []side, isSeries bool) (p pair, ok bool) {
	sides = slices.DeleteFunc(slices.Clone(sides), func(d side) bool { return d.doc.Text == "" || math.IsNaN(d.doc.Grade) })
	slices.SortStableFunc(sides, func(a, b side) int { return cmp.Compare(b.doc.Grade, a.doc.Grade) })
	best := 0
	for best < len(sides) && sides[best].doc.Grade == sides[0].doc.Grade {
		best++
	}
	if best == len(sides) {
		return p, false
	}
	high, low := sides[turn%best], sides[best+turn%(len(sides)-best)]
	p = pair{query: same, isSeries: isSeries}
	terms := trainset.WordSet(nil, query)
	a, b := s.features(terms, high, &p.words[0]), s.features(terms, low, &p.words[1])
	for i := range p.features {
		p.features[i] = a[i] - b[i]
	}
	if !isSeries {
		p.features[position] = 0
	}
	p.easy = b[overlap] == 0 && a[overlap] > 0
	return p, true
}

// statistics are those of the documents of a sample.
type statistics struct {
	documents int
	average   float64 // words of a document
	frequency map[uint32]int
}

func statisticsOf(sample *trainset.Sample) *statistics {
	s := &statistics{frequency: map[uint32]int{}}
	texts, words, total := map[string]bool{}, []uint32(nil), 0
	for i := range sample.Rows {
		for _, doc := range sample.Rows[i].Docs {
			if doc.Text == "" || texts[doc.Text] {
				continue
			}
			texts[doc.Text] = true
			words = trainset.Words(words[:0], doc.Text)
			total += len(words)
			slices.Sort(words)
			for _, word := range slices.Compact(words) {
				s.frequency[word]++
			}
		}
	}
	s.documents = len(texts)
	s.average = float64(total) / float64(max(1, s.documents))
	return s
}

// Parameters of BM25, those of Lucene.
const (
	saturation = 1.2
	byLength   = 0.75
)

func (s *statistics) features(terms []uint32, d side, distinct *[]uint32) (f [numFeatures]float64) {
	words := trainset.Words(nil, d.doc.Text)
	slices.Sort(words)
	norm := float64(saturation * (1 - byLength + float64(byLength*float64(len(words))/max(1, s.average))))
	for _, term := range terms {
		first, has := slices.BinarySearch(words, term)
		if !has {
			continue
		}
		end, _ := slices.BinarySearch(words, term+1)
		count := float64(end - first)
		df := float64(s.frequency[term])
		idf := math.Log(1 + (float64(s.documents)-df+0.5)/(df+0.5))
		f[overlap]++
		f[bm25] += float64(idf * count / (count + norm))
	}
	f[overlap] /= float64(max(1, len(terms)))
	letters := 0
	for _, r := range d.doc.Text {
		letters++
		switch {
		case unicode.IsSpace(r):
			letters--
		case unicode.IsUpper(r):
			f[capitals]++
		case unicode.IsDigit(r):
			f[digits]++
		case unicode.IsPunct(r):
			f[punctuation]++
		}
	}
	size := float64(max(1, letters))
	f[capitals] /= size
	f[digits] /= size
	f[punctuation] /= size
	f[length] = math.Log(1 + float64(len(words)))
	f[wordLength] = size / float64(max(1, len(words)))
	if strings.HasSuffix(strings.TrimSpace(d.doc.Text), ".") {
		f[stop] = 1
	}
	f[position] = float64(d.place)
	*distinct = slices.Compact(words)
	return f
}
