package drmm

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// words are vectors of length 1, 5 and others; by hand, the cosines to east are 1 of far, .8 of slope, 0 of north and south, -1 of west.
func wordVectors() *similarity.Words {
	w := similarity.NewWords(2)
	for _, entry := range []struct {
		word   string
		vector []float64
	}{{"east", []float64{1, 0}}, {"north", []float64{0, 2}}, {"slope", []float64{4, 3}}, {"west", []float64{-3, 0}},
		{"south", []float64{0, -1}},
		{"nothing", []float64{0, 0}}, {"far", []float64{9, 0}}} {
		w.Add(entry.word, entry.vector)
	}
	return w
}

// lines returns the rows of results as CSV, without the header.
func lines(t *testing.T, r *table.Results) []string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, r.CSV(&b))
	return strings.Split(strings.TrimSpace(b.String()), "\n")[1:]
}

// TestNearest: by falling cosine, equal ones by their bytes, without the word itself and without what has no direction.
func TestNearest(t *testing.T) {
	r, err := Nearest(wordVectors(), "v.txt", []string{"east"}, 9)
	must.Do(t, err)
	want := []string{"east,1,far,1.0000", "east,2,slope,0.8000", "east,3,north,0.0000", "east,4,south,0.0000", "east,5,west,-1.0000"}
	if got := lines(t, r); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if r, err = Nearest(wordVectors(), "v.txt", []string{"west", "slope"}, 1); err != nil {
		t.Fatal(err)
	}
	if got, want := lines(t, r), []string{"west,1,north,0.0000", "slope,1,east,0.8000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, c := range []struct {
		word string
		n    int
		want string
	}{{"up", 3, `there is no vector of "up"`}, {"East", 3, `no vector of "East"`}, {"nothing", 3, "has no direction"},
		{"east", 0, "--nearest: 0"}} {
		if _, err := Nearest(wordVectors(), "v.txt", []string{c.word}, c.n); errs.ExitCode(err) < 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %d: %v, want %q", c.word, c.n, err, c.want)
		}
	}
}

// TestHistogram: the matches of each word of the query by their cosines, the highest bin first, which is of the word itself. Words without
// a vector meet themselves alone. A value is ln(1 + count).
func TestHistogram(t *testing.T) {
	r, err := HistogramTable(wordVectors(), []string{"east", "up"}, [][]string{{"east", "slope", "slope", "up", "down"}, {"west"}}, LCH)
	must.Do(t, err)
	want := []string{"d1,east,the term itself,1,0.6931,east", "d1,east,cosine 0.79 to 0.86,2,1.0986,slope",
		"d1,up,the term itself,1,0.6931,up", "d2,east,cosine -1.00 to -0.93,1,0.6931,west"}
	if got := lines(t, r); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var b bytes.Buffer
	must.Do(t, r.Text(&b, 100))
	_, missing, _ := strings.Cut(b.String(), "word without a vector")
	if got := strings.Fields(missing); len(got) != 3 || got[1] != "up" || got[2] != "down" { // below a line
		t.Errorf("words without a vector are %q", got)
	}
}
