// Package shortcut measures, on a training set, the accuracy of scorers that see a single feature, such as the length of a document. The
// accuracy is the share of pairs that a scorer orders right, on queries that it was not fitted on.
package shortcut

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lists"
)

// The features of a document for a query.
const (
	length      = iota // logarithm of the number of words plus 1
	wordLength         // mean number of characters of a word
	punctuation        // share of the characters, without white space
	capitals           // share of the characters, without white space
	digits             // share of the characters, without white space
	stop               // 1 if the text ends in a full stop
	position           // place in the row or list
	overlap            // share of the distinct words of the query in the document
	bm25               // BM25 score
	numFeatures
)

// profile holds the words and features of a document that do not depend on a query.
type profile struct {
	words    []uint32             // the hashes of its words, sorted, with repetitions
	places   []uint32             // statistics.placeOf of each distinct word
	features [numFeatures]float64 // features of the document; overlap, bm25 and position are 0 here
	isRead   bool
}

// statistics holds the word statistics of a sample, and the profiles of the documents in pairs.
type statistics struct {
	profiles  map[string]*profile // the profile of each text; nil for a document that is not in a pair
	documents int
	average   float64        // the mean number of words of a document
	frequency map[uint32]int // for each word of a query, the number of documents that have it
	places    []uint32       // for the high wordBits bits of a word, placeOf plus 1; 0 if no word has these bits
	used      uint32         // number of places in use
}

// newStatistics returns the statistics for some pairs, before the documents are read.
func newStatistics(choices []choice) *statistics {
	s := &statistics{profiles: map[string]*profile{}, frequency: map[uint32]int{}, places: make([]uint32, 1<<wordBits)}
	var terms []uint32
	last := ""
	for i := range choices {
		for _, side := range []side{choices[i].high, choices[i].low} {
			if side.query != last {
				last, terms = side.query, trainset.WordSet(terms, side.query)
				for _, term := range terms {
					s.frequency[term] = 0
				}
			}
			if s.profiles[side.doc.Text] == nil {
				s.profiles[side.doc.Text] = new(profile)
			}
		}
	}
	return s
}

// read adds the documents of a sample to the statistics, and sets the profiles of the documents in pairs, each once.
func (s *statistics) read(sample *trainset.Sample) {
	words, total := []uint32(nil), 0
	for i := range sample.Rows {
		for _, doc := range sample.Rows[i].Docs {
			p, inPairs := s.profiles[doc.Text]
			if doc.Text == "" || inPairs && (p == nil || p.isRead) {
				continue
			}
			s.documents++
			words = trainset.Words(words[:0], doc.Text)
			total += len(words)
			slices.Sort(words)
			for i, word := range words {
				if i > 0 && word == words[i-1] {
					continue
				}
				if n, has := s.frequency[word]; has {
					s.frequency[word] = n + 1
				}
			}
			if !inPairs {
				s.profiles[doc.Text] = nil
				continue
			}
			*p = profile{slices.Clone(words), s.placesOf(slices.Compact(words)), featuresOf(doc.Text, len(words)), true}
		}
	}
	s.average = float64(total) / float64(max(1, s.documents))
}

// placesOf returns the placeOf of each word.
func (s *statistics) placesOf(words []uint32) []uint32 {
	return lists.Map(words, s.placeOf)
}

// placeOf returns the index of a word's weight, in the order of first use. Words with the same high bits share a weight.
func (s *statistics) placeOf(word uint32) uint32 {
	place := &s.places[word>>(32-wordBits)]
	if *place == 0 {
		s.used++
		*place = s.used
	}
	return *place - 1
}

// features returns the features of a document for a query. terms are the distinct words of the query.
func (s *statistics) features(terms []uint32, p *profile) (f [numFeatures]float64) {
	f = p.features
	norm := trainset.BM25Norm(len(p.words), s.average)
	for _, term := range terms {
		first, has := slices.BinarySearch(p.words, term)
		if !has {
			continue
		}
		end := first + 1
		for end < len(p.words) && p.words[end] == term {
			end++
		}
		count := float64(end - first)
		f[overlap]++
		f[bm25] += float64(trainset.IDF(s.documents, s.frequency[term]) * count / (count + norm))
	}
	f[overlap] /= float64(max(1, len(terms)))
	return f
}

// featuresOf returns the features of a document that do not depend on a query. words is the number of its words.
func featuresOf(text string, words int) (f [numFeatures]float64) {
	letters := 0
	for _, r := range text {
		letters++
		switch {
		case 'a' <= r && r <= 'z':
		case r == ' ', unicode.IsSpace(r):
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
	f[length] = math.Log(1 + float64(words))
	f[wordLength] = size / float64(max(1, words))
	if strings.HasSuffix(strings.TrimSpace(text), ".") {
		f[stop] = 1
	}
	return f
}
