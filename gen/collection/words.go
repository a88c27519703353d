package collection

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Words has the number of words of all texts of a kind, and the distribution of the number of different words of a text. Tables 7.2 and 7.3
// of Carraro's thesis have these numbers.
type Words struct {
	Texts     string  `json:"texts"`    // kind of texts: documents or queries
	Stage     string  `json:"analysis"` // stage of the analysis: all, stopped, or stopped and stemmed
	Words     int     `json:"words"`
	Least     int     `json:"different_min"`
	Most      int     `json:"different_max"`
	Mean      float64 `json:"different_mean"`
	Median    float64 `json:"different_median"`
	Mode      int     `json:"different_mode"`               // the smallest mode if there are several
	Deviation float64 `json:"different_standard_deviation"` // the deviation of a population, not of a sample
}

// stages are the stages of the analysis at which words are counted.
var stages = [...]string{"all", "stopped", "stopped and stemmed"}

// wordCounter counts the words of texts.
type wordCounter struct {
	analyser *analysis.Analyzer
	terms    map[string]string            // a cache of terms by word; the term of a stop word is empty
	words    [len(stages)]int             // the number of words in all texts
	texts    [len(stages)]map[int]int     // the number of texts by their number of different words
	distinct [len(stages)]map[string]bool // the different words of the current text
}

// maxTerms is the maximum number of words in the cache.
const maxTerms = 1 << 20

func newWordCounter(analyser *analysis.Analyzer) *wordCounter {
	c := &wordCounter{analyser: analyser, terms: map[string]string{}}
	for i := range stages {
		c.texts[i], c.distinct[i] = map[int]int{}, map[string]bool{}
	}
	return c
}

func (c *wordCounter) add(text string) {
	for i := range stages {
		clear(c.distinct[i])
	}
	c.analyser.Each(text, func(surface []byte) {
		term, isCached := c.terms[string(surface)]
		word := string(surface)
		if !isCached {
			if term, _ = c.analyser.Term(word); len(c.terms) < maxTerms {
				c.terms[word] = term
			}
		}
		for i, form := range [...]string{word, word, term} {
			if i == 0 || term != "" {
				c.words[i]++
				c.distinct[i][form] = true
			}
		}
	})
	for i := range stages {
		c.texts[i][len(c.distinct[i])]++
	}
}

// summarise returns the counts of each stage; nil if no text was added. texts is the kind of the texts.
func (c *wordCounter) summarise(texts string) (list []Words) {
	for i, stage := range stages {
		sizes := slices.Sorted(maps.Keys(c.texts[i]))
		if len(sizes) == 0 {
			return nil
		}
		w := Words{Texts: texts, Stage: stage, Words: c.words[i], Least: sizes[0], Most: sizes[len(sizes)-1]}
		n, sum := 0, 0
		for _, size := range sizes {
			n += c.texts[i][size]
			sum += size * c.texts[i][size]
		}
		w.Mean = float64(sum) / float64(n)
		numBelow, squares := 0, 0.0
		for _, size := range sizes {
			count := c.texts[i][size]
			for _, place := range [...]int{(n - 1) / 2, n / 2} { // the median is the mean of both
				if numBelow <= place && place < numBelow+count {
					w.Median += float64(float64(size) / 2)
				}
			}
			numBelow += count
			squares += float64(float64(count) * float64((float64(size)-w.Mean)*(float64(size)-w.Mean)))
		}
		w.Deviation = math.Sqrt(squares / float64(n))
		w.Mode = slices.MaxFunc(sizes, func(a, b int) int { return cmp.Compare(c.texts[i][a], c.texts[i][b]) })
		list = append(list, w)
	}
	return list
}

// String returns the counts in a line.
func (w Words) String() string {
	return fmt.Sprintf("words of %s, %s: %s; different ones of each %s to %s, mean %.2f, median %g, mode %d, deviation %.2f", w.Texts, w.Stage,
		terminal.Group(w.Words), terminal.Group(w.Least), terminal.Group(w.Most), w.Mean, w.Median, w.Mode, w.Deviation)
}
