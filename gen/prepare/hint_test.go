package prepare

import (
	"testing"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
)

func TestCountStating(t *testing.T) {
	topics := collection.Topics{Qrels: []corpus.Qrel{
		{QueryID: "above 0", DocID: "a", Grade: 1}, {QueryID: "above 0", DocID: "b", Grade: 0},
		{QueryID: "above 1", DocID: "a", Grade: 1}, {QueryID: "above 1", DocID: "b", Grade: 2},
		{QueryID: "equal", DocID: "a", Grade: 1}, {QueryID: "equal", DocID: "b", Grade: 1},
		{QueryID: "none relevant", DocID: "a", Grade: 0}, {QueryID: "none relevant", DocID: "b", Grade: -1},
	}}
	if n := countStating(topics, 1); n != 2 {
		t.Errorf("%d queries state a preference, want 2", n)
	}
	if n := countStating(topics, 2); n != 1 {
		t.Errorf("from grade 2 on %d queries state a preference, want 1", n)
	}
}
