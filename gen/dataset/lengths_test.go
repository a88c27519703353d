package dataset

import (
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// TestLengthsOf: by hand. A made document is as many times as long as its source; an id of the collection is that document, whatever it
// looks like.
func TestLengthsOf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d", Text: "bee hive wax"}, corpus.Doc{ID: "e~2", Text: "moon"}),
		analysis.Defaults())
	length := LengthsOf(x)
	for id, want := range map[string]int{"d": 3, "d~2": 6, "d~5": 15, "e~2": 1, "e~2~3": 3, "e": -1, "d~x": -1, "d~0": -1, "f~2": -1} {
		got, ok := length(id)
		if ok != (want >= 0) || got != max(want, 0) {
			t.Errorf("%s: %d, %v, want %d", id, got, ok, want)
		}
	}
}
