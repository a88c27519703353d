// Package similarity computes the similarity of two terms from word vectors, WordNet, or a table. Vectors are read from
// files; package embed trains them on a collection.
//
// Words, WordNet and WordPairs hold the words of files. Bind returns their similarities by term id of an index, for the semantic
// axioms and DRMM: a Table of vectors, Concepts, or TermPairs.
package similarity

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
)

// Words holds words with a vector of dim values each, in the order in which the words were added.
type Words struct {
	dim   int
	words []string
	index map[string]int32
	data  []float64 // the vectors, one after the other
}

// NewWords returns an empty set of words with vectors of dim values.
func NewWords(dim int) *Words {
	return &Words{dim: dim, index: map[string]int32{}}
}

// Len returns the number of words.
func (w *Words) Len() int { return len(w.words) }

// Word returns the i-th word.
func (w *Words) Word(i int) string { return w.words[i] }

// Vector returns the vector of the i-th word, which must not be changed.
func (w *Words) Vector(i int) []float64 { return w.data[i*w.dim : (i+1)*w.dim : (i+1)*w.dim] }

// Lookup returns a word's vector, or nil if the word has none. The vector must not be changed.
func (w *Words) Lookup(word string) []float64 {
	i, ok := w.index[word]
	if !ok {
		return nil
	}
	return w.Vector(int(i))
}

// Add appends a word with a copy of its vector of dim values, and returns true. A word that exists keeps its first vector, and Add
// returns false.
func (w *Words) Add(word string, vector []float64) bool {
	if _, ok := w.index[word]; ok {
		return false
	}
	w.index[word] = int32(len(w.words))
	w.words = append(w.words, word)
	w.data = append(w.data, vector[:w.dim]...)
	return true
}

// Write writes the words in word2vec's text format. Every value has enough digits to be read back exactly.
func (w *Words) Write(out io.Writer) error {
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, "%d %d\n", w.Len(), w.dim)
	var row []byte
	for i, word := range w.words {
		if word == "" || strings.ContainsAny(word, " \t\r\n") {
			return errs.BadInput("", 0, "train on words without white space", "the word %q cannot be written as %s", word, Word2Vec)
		}
		row = append(row[:0], word...)
		for _, v := range w.Vector(i) {
			row = strconv.AppendFloat(append(row, ' '), v, 'g', -1, 64)
		}
		if _, err := b.Write(append(row, '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}

// Mode is a rule for the vector of a term of the index.
type Mode string

const (
	// Forms takes the mean of the vectors of the term's surface forms in the collection, weighted by their counts. The mean
	// leaves out forms without a vector.
	Forms Mode = "forms"
	// Stems takes the vector of the term itself.
	Stems Mode = "stems"
)

// zeroLength is the maximum length of a vector that counts as zero, because its cosines are undefined.
const zeroLength = 1e-12

// Lexicon is the part of an index (index.Reader) that Bind needs.
type Lexicon interface {
	NumTerms() int // number of terms, whose ids are 0 to NumTerms-1
	Term(t uint32) string
	Forms(t uint32) []index.Form
}

// Table holds vectors by term id, as a similarity source (axioms.Vectors). Several goroutines may use it.
type Table struct {
	dim    int
	row    []int32   // the row of each term; -1 for a term without a vector
	data   []float64 // the vectors, row by row
	length []float64 // the Euclidean length of each row
}

var _ axioms.Vectors = (*Table)(nil)

// WordFilter returns a function that reports whether Bind needs a word of a file, so that Read can skip the others.
func WordFilter(lexicon Lexicon, mode Mode) (keep func(word string) bool) {
	words := map[string]bool{}
	visitWords(lexicon, mode, func(word string, _ uint32) { words[word] = true })
	return func(word string) bool { return words[word] }
}

// visitWords calls visit with each word that Bind looks up for a term, and the term.
func visitWords(lexicon Lexicon, mode Mode, visit func(word string, term uint32)) {
	for t := range uint32(lexicon.NumTerms()) {
		if mode == Stems {
			visit(lexicon.Term(t), t)
			continue
		}
		for _, form := range lexicon.Forms(t) {
			visit(form.Surface, t)
		}
	}
}

// Bind returns the vectors of the lexicon's terms. Terms without a vector, or with a zero vector, have none in the table.
func Bind(words *Words, lexicon Lexicon, mode Mode) *Table {
	t := &Table{dim: words.dim, row: make([]int32, lexicon.NumTerms())}
	vector := make([]float64, words.dim)
	for id := range t.row {
		ok := false
		if mode == Stems {
			ok = copy(vector, words.Lookup(lexicon.Term(uint32(id)))) > 0
		} else {
			ok = words.meanOfForms(vector, lexicon, uint32(id))
		}
		t.row[id] = -1
		if !ok {
			continue
		}
		if length := math.Sqrt(dot(vector, vector)); length > zeroLength {
			t.row[id] = int32(len(t.length))
			t.data = append(t.data, vector...)
			t.length = append(t.length, length)
		}
	}
	return t
}

// meanOfForms sets mean to the weighted mean of the vectors of a term's forms. It returns false if no form has a vector.
func (w *Words) meanOfForms(mean []float64, lexicon Lexicon, term uint32) bool {
	clear(mean)
	var total float64
	for _, form := range lexicon.Forms(term) {
		v := w.Lookup(form.Surface)
		if v == nil {
			continue
		}
		count := float64(form.Count)
		total += count
		for i := range mean {
			mean[i] += float64(count * v[i])
		}
	}
	if total == 0 {
		return false
	}
	for i := range mean {
		mean[i] /= total
	}
	return true
}

// Dim returns the number of values of a vector.
func (t *Table) Dim() int { return t.dim }

// Len returns the number of terms that have a vector.
func (t *Table) Len() int { return len(t.length) }

// Vector returns a term's vector, or nil if the term has none. The vector must not be changed.
func (t *Table) Vector(term uint32) []float64 {
	r := rowOf(t.row, term)
	if r < 0 {
		return nil
	}
	return t.data[r*t.dim : (r+1)*t.dim : (r+1)*t.dim]
}

// Sim returns the cosine of two terms' vectors; ok is false if one of them has none.
func (t *Table) Sim(a, b uint32) (sim float64, ok bool) {
	i, j := rowOf(t.row, a), rowOf(t.row, b)
	if i < 0 || j < 0 {
		return 0, false
	}
	return dot(t.data[i*t.dim:(i+1)*t.dim], t.data[j*t.dim:(j+1)*t.dim]) / (t.length[i] * t.length[j]), true
}

// rowOf returns the row of a term, or -1 if the term has no row or is not in the lexicon.
func rowOf(rows []int32, term uint32) int {
	if int(term) >= len(rows) {
		return -1
	}
	return int(rows[term])
}

// dot returns the inner product of two vectors of equal length. It uses four independent sums for speed.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i] * b[i])
		s1 += float64(a[i+1] * b[i+1])
		s2 += float64(a[i+2] * b[i+2])
		s3 += float64(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}
