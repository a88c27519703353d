// Package suspect puts the negatives of a training set in order, the likeliest to be relevant first, and the positives, the likeliest to be
// wrong first. It looks at the texts of the set alone, and at runs of models where there are some. How the weights were fitted is said in
// weights.json.
package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/intern"
)

// Parameters of BM25, those of Lucene.
const (
	saturation = 1.2
	byLength   = 0.75
)

// counters is the number of counters of document frequencies; words whose hashes share one are counted together.
const counters = 1 << 22

// Statistics counts in how many documents a word is. Its memory does not grow.
type Statistics struct {
	documents, words int
	frequency        []uint32
	distinct         []uint32
}

// NewStatistics returns the statistics of no document.
func NewStatistics() *Statistics { return &Statistics{frequency: make([]uint32, counters)} }

// Add adds a document, given by the hashes of its words.
func (s *Statistics) Add(words []uint32) {
	s.documents++
	s.words += len(words)
	s.distinct = append(s.distinct[:0], words...)
	slices.Sort(s.distinct)
	for _, word := range slices.Compact(s.distinct) {
		s.frequency[word%counters]++
	}
}

// idf returns the weight of a word: that of BM25, which is never negative.
func (s *Statistics) idf(word uint32) float64 {
	n := min(int(s.frequency[word%counters]), s.documents)
	return math.Log(1 + (float64(s.documents-n)+0.5)/(float64(n)+0.5))
}

// document is a text as bags of words: sorted, each word once.
type document struct {
	order     []uint32 // words as the text has them
	words     []uint32
	counts    []uint16
	weight    []float64 // of TF-IDF, divided by their norm
	length    int
	logLength float64 // of one word more

	group, place int // its place in the group that had it last
}

// read makes the bag of a text.
func (s *Statistics) read(d *document, text string) {
	list := trainset.Words(d.words[:0], text)
	d.order = append(d.order[:0], list...)
	slices.Sort(list)
	d.length, d.logLength, d.counts, d.weight = len(list), math.Log(float64(1+len(list))), d.counts[:0], d.weight[:0]
	distinct := list[:0]
	for i, word := range list {
		if i > 0 && word == distinct[len(distinct)-1] {
			d.counts[len(d.counts)-1] = min(d.counts[len(d.counts)-1], math.MaxUint16-1) + 1
			continue
		}
		distinct, d.counts = append(distinct, word), append(d.counts, 1)
	}
	d.words = distinct
	square := 0.0
	for i, word := range d.words {
		w := s.idf(word)
		if n := d.counts[i]; n > 1 {
			w *= 1 + math.Log(float64(n))
		}
		d.weight = append(d.weight, w)
		square += float64(w * w)
	}
	norm := math.Sqrt(square)
	for i := range d.weight {
		d.weight[i] /= norm
	}
}

// cosine returns the cosine of two documents' weights of TF-IDF, (1 + ln count) idf.
func cosine(a, b *document) (sum float64) {
	for i, j := 0, 0; i < len(a.words) && j < len(b.words); {
		switch {
		case a.words[i] < b.words[j]:
			i++
		case a.words[i] > b.words[j]:
			j++
		default:
			sum += float64(a.weight[i] * b.weight[j])
			i, j = i+1, j+1
		}
	}
	return sum
}

// query is a query as its distinct words, sorted, with their weights.
type query struct {
	terms []uint32
	idfs  []float64
	most  float64 // sum of the weights
}

// ask makes the query of a text.
func (s *Statistics) ask(q *query, text string) {
	q.terms, q.idfs, q.most = trainset.WordSet(q.terms, text), q.idfs[:0], 0
	for _, word := range q.terms {
		idf := s.idf(word)
		q.idfs = append(q.idfs, idf)
		q.most += idf
	}
}

// words returns the number of distinct words of the query.
func (q *query) words() uint16 { return uint16(min(len(q.terms), math.MaxUint16)) }

// bm25 returns the score of a document for a query as a share of the most that any document can have, and the number of the query's words
// that it holds. Both are 0 for a query without words.
func (s *Statistics) bm25(q *query, d *document) (score float64, common int) {
	norm := float64(saturation * (1 - byLength + float64(byLength*float64(d.length))/max(1, float64(s.words)/max(1, float64(s.documents)))))
	for term, word := range q.terms {
		if i, has := slices.BinarySearch(d.words, word); has {
			count := float64(d.counts[i])
			score += float64(q.idfs[term] * count / (count + norm))
			common++
		}
	}
	if q.most == 0 {
		return 0, 0
	}
	return score / q.most, common
}

// mostHeld is the number of words of the documents that a cache holds.
const mostHeld = 1 << 20

// cache holds the documents that were read last: of most sets each document is in many rows.
type cache struct {
	stats  *Statistics
	byHash map[intern.Sum]*document // by hash of the text
	words  int                      // of the held documents
}

// forget forgets all documents if there are too many.
func (c *cache) forget() {
	if c.words > mostHeld {
		clear(c.byHash)
		c.words = 0
	}
}

// read returns the document of a text.
func (c *cache) read(text string) *document {
	hash := intern.SumOf(text)
	d := c.byHash[hash]
	if d == nil {
		d = new(document)
		c.stats.read(d, text)
		c.words += len(d.order)
		c.byHash[hash] = d
	}
	return d
}
