package mine

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// disguises change how a text is written, and not what a trainer sees of it: case, white space, compatible forms, letters without a shape
// anywhere, which the analyser takes for the ends of words.
var disguises = []string{"red fox ⅳ", "Red  FOX IV", "re\u200bd fox iv", "r\u00aded f\u2060ox iv",
	"ｒｅｄ\u3000fox i\ufeffv", "\u200fred\tfox iv\u200d",
	"red f\x00ox iv", "red fox\u00a0ⅣW", "redfox iv", "red fox", "red fox iv."}

// A candidate is marked as a twin exactly where its folded text is that of a relevant document, over all pairs of texts.
func TestSameTextIsWhatTrainersSee(test *testing.T) {
	same := 0
	rapidtest.CheckUntil(test, func() bool { return same > 0 }, func(t *rapid.T) {
		word := rapid.SampledFrom(append([]string{"blue", "\u200b", "kite"}, disguises...))
		var docs []corpus.Doc
		for i := range rapid.IntRange(2, 10).Draw(t, "documents") {
			end := rapid.SampledFrom([]string{"", " ", "\u00ad"})
			docs = append(docs, corpus.Doc{ID: fmt.Sprint(i), Text: word.Draw(t, "text") + end.Draw(t, "end")})
		}
		docs = append(docs, corpus.Doc{ID: "last", Text: "a term"})
		x := indextest.InMemory(test, indextest.Docs(docs...), analysis.Defaults())
		for relevant := range docs {
			q := Query{ID: "q"}
			for d := range docs {
				q.Docs = append(q.Docs, Candidate{Doc: uint32(d), Judged: d == relevant, Grade: 1})
			}
			queries := []Query{q}
			must.Do(t, MarkTwins(test.Context(), x, queries, 1, 0, 1, nil))
			for d, c := range queries[0].Docs {
				want := pairs.NoTwin
				if d != relevant && pairs.FoldCase(docs[d].Text) == pairs.FoldCase(docs[relevant].Text) {
					want, same = pairs.SameText, same+1
				}
				if c.Twin != want {
					t.Fatalf("%q beside the relevant %q is marked %d, not %d", docs[d].Text, docs[relevant].Text, c.Twin, want)
				}
			}
		}
	})
}
