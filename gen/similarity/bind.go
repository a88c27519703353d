package similarity

import (
	"fmt"
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
)

// Mode sets which vector a term of the index gets.
type Mode string

const (
	// Forms: the mean of the vectors of the term's surface forms in the collection, weighted by how often each occurs.
	// Forms without a vector are left out of the mean.
	Forms Mode = "forms"
	// Stems: the vector of the analysed term itself.
	Stems Mode = "stems"
)

// Modes lists the ways of binding, the default first.
func Modes() []Mode { return []Mode{Forms, Stems} }

// A vector of this length or less is a zero vector: it has no direction.
const zeroLength = 1e-12

// Lexicon is what Bind asks of an index (index.Reader).
type Lexicon interface {
	NumTerms() int // terms have the ids 0 to NumTerms-1
	Term(t uint32) string
	Forms(t uint32) []index.Form
}

// Table holds vectors by term id: the similarity source of word vectors (axioms.Vectors). It may be used by several
// goroutines.
type Table struct {
	dim    int
	row    []int32   // by term id, -1 without a vector
	data   []float64 // rows x dim
	length []float64 // by row: Euclidean length
}

var _ axioms.Vectors = (*Table)(nil)

// WordFilter returns a function that reports whether Bind will ask for a word of a file, so that Read need not keep the others. It may be
// called while the lexicon is open.
func WordFilter(lexicon Lexicon, mode Mode) (keep func(word string) bool) {
	words := map[string]bool{}
	for t := range uint32(lexicon.NumTerms()) {
		if mode == Stems {
			words[lexicon.Term(t)] = true
			continue
		}
		for _, form := range lexicon.Forms(t) {
			words[form.Surface] = true
		}
	}
	return func(word string) bool { return words[word] }
}

// Bind returns the vectors of the lexicon's terms. Terms without a vector, or with a zero vector, have none in the table.
func Bind(words *Words, lexicon Lexicon, mode Mode) (*Table, error) {
	t := &Table{dim: words.dim, row: make([]int32, lexicon.NumTerms())}
	vector := make([]float64, words.dim)
	for id := range t.row {
		ok := false
		switch mode {
		case Forms:
			ok = words.meanOfForms(vector, lexicon, uint32(id))
		case Stems:
			v := words.Lookup(lexicon.Term(uint32(id)))
			ok = copy(vector, v) > 0
		default:
			return nil, errs.BadUsage(fmt.Sprintf("use one of %v", Modes()), "unknown way to bind word vectors %q", mode)
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
	return t, nil
}

// meanOfForms sets mean to the weighted mean of the vectors of a term's forms; false when none has one.
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

// Vector returns a term's vector, nil when it has none; not to be changed.
func (t *Table) Vector(term uint32) []float64 {
	r := t.rowOf(term)
	if r < 0 {
		return nil
	}
	return t.data[r*t.dim : (r+1)*t.dim : (r+1)*t.dim]
}

// Sim returns the cosine of two terms' vectors; ok is false when one of them has none.
func (t *Table) Sim(a, b uint32) (sim float64, ok bool) {
	i, j := t.rowOf(a), t.rowOf(b)
	if i < 0 || j < 0 {
		return 0, false
	}
	return dot(t.data[i*t.dim:(i+1)*t.dim], t.data[j*t.dim:(j+1)*t.dim]) / (t.length[i] * t.length[j]), true
}

// rowOf returns a term's row, or -1 for a term without a vector or outside the lexicon.
func (t *Table) rowOf(term uint32) int {
	if int(term) >= len(t.row) {
		return -1
	}
	return int(t.row[term])
}

// dot returns the inner product of two vectors of one length, summed in four parts so that additions need not wait for each other.
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
