package suspect

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// windowOf returns the number of words in the shortest stretch; 0 if the document holds fewer than two words of the query.
func windowOf(d *document, terms []uint32) uint16 {
	first, last, held := new(windowFinder).shortest(d, terms)
	if held < 2 {
		return 0
	}
	return uint16(last - first + 1)
}

// TestWindow compares the window with values by hand.
func TestWindow(t *testing.T) {
	for text, want := range map[string]uint16{
		"":                              0,
		"red and red":                   0, // one word of the query
		"the red fox":                   2,
		"fox a b c red d Fox e":         3, // red d fox
		"red a fox b sea c d red, sea!": 5, // red .. sea; fox .. red is 6
		"sea red fox sea":               3,
	} {
		var d document
		NewStatistics().read(&d, text)
		must.Equal(t, windowOf(&d, trainset.WordSet(nil, "red fox sea")), want, "%q", text)
	}
}

// TestWindowIsTheShortest compares the window with the definition: no stretch of fewer words holds as many words of the query.
func TestWindowIsTheShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"red", "fox", "sea", "a", "b"}), 0, 12).Draw(t, "words")
		held := func(words []string) (n int) {
			for _, term := range []string{"red", "fox", "sea"} {
				if slices.Contains(words, term) {
					n++
				}
			}
			return n
		}
		want := 0
		for size := len(words); size > 0 && held(words) >= 2; size-- {
			for i := 0; i+size <= len(words); i++ {
				if held(words[i:i+size]) == held(words) {
					want = size
				}
			}
		}
		var d document
		NewStatistics().read(&d, strings.Join(words, " "))
		if got := windowOf(&d, trainset.WordSet(nil, "sea fox red")); int(got) != want {
			t.Fatalf("%q: %d, want %d", words, got, want)
		}
	})
}

// TestEvidence: the spans of negatives and positives hold the words of the query, by hand.
func TestEvidence(t *testing.T) {
	c, _ := compared(nil, []corpus.TrainingDoc{doc("A red sea, then the Red Fox.", 1), doc("été: the FOX is so red", 0), doc("blue sea", 0),
		doc("red", 0)})
	spans := []Span{c.Positives[0].Evidence}
	for _, n := range c.Negatives {
		spans = append(spans, n.Evidence)
	}
	if want := []Span{{20, 27}, {9, 22}, {}, {0, 3}}; !slices.Equal(spans, want) {
		t.Errorf("%v, want %v", spans, want)
	}
}
