// Package suspect scores the documents of a training set. A higher score means that the label is more likely wrong: that a negative is
// relevant, or that a positive is not. It uses the texts of the set and, if there are any, runs of models. weights.json and positives.json
// have the weights of the features and a description of their fits.
package suspect

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/intern"
)

// counters is the number of counters of document frequencies. Words whose hashes have the same counter are counted together.
const counters = 1 << 22

// Statistics holds the document frequencies of words in constant memory.
type Statistics struct {
	documents, words int      // number of documents, and all their words
	frequency        []uint32 // for each counter, the number of documents
	distinct         []uint32 // reused memory of Add
}

// NewStatistics returns a Statistics without documents.
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

// idf returns the inverse document frequency of a word.
func (s *Statistics) idf(word uint32) float64 {
	n := min(int(s.frequency[word%counters]), s.documents)
	return trainset.IDF(s.documents, n)
}

// document is a text as a bag of words.
type document struct {
	order     []uint32  // the hashes of the words in the order of the text
	words     []uint32  // the hashes of the distinct words, sorted
	counts    []uint16  // number of occurrences of each of words
	weight    []float64 // TF-IDF of each of words, divided by the norm of the document's TF-IDF vector
	length    int       // number of words
	logLength float64   // the natural logarithm of length + 1

	group, place int // the serial of the last group that had the document, and its index in members there
}

// read sets d to the bag of words of a text.
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

// cosine returns the TF-IDF cosine of two documents. A weight is (1 + ln count) idf.
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
	most  float64 // the sum of idfs
}

// ask sets q to the words of a text and their weights.
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

// bm25 returns the BM25 score of a document as a share of the maximum that any document can have for the query. common is the number of the
// query's words in the document. Both are 0 for a query without words.
func (s *Statistics) bm25(q *query, d *document) (score float64, common int) {
	norm := trainset.BM25Norm(d.length, float64(s.words)/max(1, float64(s.documents)))
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

// mostCached is the maximum number of words in a cache before it is emptied.
const mostCached = 1 << 20

// cache holds the documents that were tokenized last, since most sets have each document in many rows.
type cache struct {
	stats  *Statistics
	byHash map[intern.Sum]*document // the documents by the hash of the text
	words  int                      // number of words of the cached documents
}

// read returns the document of a text, from the cache if the cache has it.
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
