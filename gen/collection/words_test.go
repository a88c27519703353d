package collection

import (
	"math"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestWords: by hand. The texts have 4, 2, 2 and 0 different words; without "the" 3, 2, 2, 0; "runs" and "running" have one stem.
func TestWords(t *testing.T) {
	analyser, err := analysis.New(analysis.Options{Tokenizer: "unicode", Stemmer: "snowball:english", Stopwords: "english"})
	must.Do(t, err)
	c := newWordCounter(analyser)
	for _, text := range []string{"The cat runs, the running cat", "green tea", "tea tea house", " "} {
		c.add(text)
	}
	want := []Words{
		{"texts", "all", 11, 0, 4, 2, 2, 2, math.Sqrt(2)},
		{"texts", "stopped", 9, 0, 3, 1.75, 2, 2, math.Sqrt(1.1875)},
		{"texts", "stopped and stemmed", 9, 0, 2, 1.5, 2, 2, math.Sqrt(.75)},
	}
	if diff := cmp.Diff(want, c.summarise("texts"), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if got := want[1].String(); got != "words of texts, stopped: 9; different ones of each 0 to 3, mean 1.75, median 2, mode 2, deviation 1.09" {
		t.Error(got)
	}
	if list := newWordCounter(analyser).summarise("texts"); list != nil {
		t.Errorf("of no text %+v", list)
	}
}
