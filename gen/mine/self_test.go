package mine

import (
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

func TestSelf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Title: "On bees", Text: "bees  dance"}, corpus.Doc{ID: "2", Text: "tides"}),
		analysis.Defaults())
	for _, c := range []struct {
		rule Self
		q    Query
		doc  uint32
		want bool
	}{
		{KeepSelf, Query{ID: "1", Text: "bees dance"}, 0, false},
		{SameID, Query{ID: "1", Text: "tides"}, 0, true},
		{SameID, Query{ID: "1", Text: "bees dance"}, 1, false},
		{SameIDText, Query{ID: "1", Text: "bees dance"}, 0, true},         // the text alone, up to spaces
		{SameIDText, Query{ID: "1", Text: "On bees bees dance"}, 0, true}, // title and text
		{SameIDText, Query{ID: "2", Text: "when are tides"}, 1, false},    // numbered alike by chance
	} {
		if got := c.rule.is(x, &c.q, c.doc); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
