package drmm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/table"
	blas "gonum.org/v1/gonum/blas/gonum"
)

// neighbour is a word with its cosine to another one.
type neighbour struct {
	word   string
	cosine float64
}

// Nearest returns a table of the n nearest words, by cosine, of each asked word. Equal cosines are in the order of their words' bytes. A
// word of file without a vector is an error.
func Nearest(words *similarity.Words, file string, list []string, n int) (*table.Results, error) {
	if n < 1 {
		return nil, errs.BadUsage("give 1 or more", "--nearest: %d", n)
	}
	t := &table.Table{Name: "nearest words", Columns: append(table.Left("word"), append(table.Right("rank"),
		append(table.Left("nearest"), table.Right("cosine")...)...)...)}
	for _, word := range list {
		list, err := nearest(words, file, word, n)
		if err != nil {
			return nil, err
		}
		for i, near := range list {
			t.Add(word, strconv.Itoa(i+1), near.word, strconv.FormatFloat(near.cosine, 'f', 4, 64))
		}
	}
	return table.Single(t), nil
}

func nearest(words *similarity.Words, file, word string, n int) ([]neighbour, error) {
	v := words.Lookup(word)
	if v == nil {
		return nil, errs.BadInput(file, 0, "words are told apart by case and form: ask for one of the file", "there is no vector of %q", word)
	}
	length := norm(v)
	if length == 0 {
		return nil, errs.BadInput(file, 0, "ask for another word", "the vector of %q is zero and has no direction", word)
	}
	var list []neighbour
	for i := range words.Len() {
		other := words.Vector(i)
		if l := norm(other); l > 0 && words.Word(i) != word {
			dot := blas.Implementation{}.Ddot(len(v), v, 1, other, 1)
			list = append(list, neighbour{words.Word(i), dot / l / length})
		}
	}
	slices.SortFunc(list, func(a, b neighbour) int { return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.word, b.word)) })
	return list[:min(n, len(list))], nil
}

func norm(v []float64) float64 {
	return math.Sqrt(blas.Implementation{}.Ddot(len(v), v, 1, v, 1))
}

// lexicon numbers the words of texts. Every word is its own form.
type lexicon struct {
	words  []string
	number map[string]uint32
}

// NumTerms returns the number of words.
func (l *lexicon) NumTerms() int { return len(l.words) }

// Term returns a word.
func (l *lexicon) Term(t uint32) string { return l.words[t] }

// Forms returns the word itself.
func (l *lexicon) Forms(t uint32) []index.Form { return []index.Form{{Surface: l.words[t], Count: 1}} }

func (l *lexicon) numbers(words []string) (list []uint32) {
	for _, word := range words {
		n, ok := l.number[word]
		if !ok {
			n = uint32(len(l.words))
			l.number[word], l.words = n, append(l.words, word)
		}
		list = append(list, n)
	}
	return list
}

// HistogramTable returns a table of the matching histogram of a query's words and each document's: the bins that are not empty, with
// their value and the words that fell into them. A second table names the words without a vector, which meet themselves alone.
func HistogramTable(vectors *similarity.Words, query []string, docs [][]string, mode Mode) (*table.Results, error) {
	l := &lexicon{number: map[string]uint32{}}
	q := l.numbers(query)
	numbers := make([][]uint32, len(docs))
	for i, doc := range docs {
		numbers[i] = l.numbers(doc)
	}
	bound, err := similarity.Bind(vectors, l, similarity.Forms)
	if err != nil {
		return nil, err
	}
	valued, counted := Options{Mode: mode, CosineScale: 1}, Options{Mode: CH, CosineScale: 1}
	t := &table.Table{Name: "matching histogram", Columns: slices.Concat(table.Left("document", "query term", "bin"),
		table.Right("count", "value"), table.Left("words"))}
	for i, doc := range numbers {
		values, counts := Histogram(valued, q, doc, bound), Histogram(counted, q, doc, bound)
		for row, term := range q {
			inBin := make([][]string, Bins)
			for _, d := range doc {
				bins := Histogram(counted, []uint32{term}, []uint32{d}, bound)[0] // of one word, which is in one of them or in none
				if b := slices.IndexFunc(bins[:], func(n float64) bool { return n > 0 }); b >= 0 && !slices.Contains(inBin[b], l.Term(d)) {
					inBin[b] = append(inBin[b], l.Term(d))
				}
			}
			for b := Bins - 1; b >= 0; b-- {
				if counts[row][b] > 0 {
					t.Add(fmt.Sprintf("d%d", i+1), l.Term(term), binText(b), strconv.FormatFloat(counts[row][b], 'f', 0, 64),
						strconv.FormatFloat(values[row][b], 'f', 4, 64), strings.Join(inBin[b], " "))
				}
			}
		}
	}
	missing := &table.Table{Name: "words without a vector", Columns: table.Left("word without a vector")}
	for n, word := range l.words {
		if bound.Vector(uint32(n)) == nil {
			missing.Add(word)
		}
	}
	return table.Single(t).Table(missing), nil
}

// binText returns the cosines of a bin: the last one is of the term itself.
func binText(b int) string {
	if b == Bins-1 {
		return "the term itself"
	}
	edge := func(b int) string { return strconv.FormatFloat(float64(2*b)/(Bins-1)-1, 'f', 2, 64) }
	return "cosine " + edge(b) + " to " + edge(b+1)
}
