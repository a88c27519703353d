// Package wordspace shows what word vectors say: the nearest words of a word, and the matching histogram of two texts.
package wordspace

import (
	"cmp"
	"math"
	"slices"
	"strconv"

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
