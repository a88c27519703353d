package bounds_test

import (
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/bounds"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
)

// A run that has the relevant document third of four, and second of two: MAP (1/3 + 1/2) / 2. tfc1 sets it first, since it alone has the
// query's word twice: MAP 1, of whose preferences (3 + 1) all are obeyed and agree with the judgements.
func TestOfRuns(t *testing.T) {
	rows := "q4 Q0 d3 1 4 x\nq4 Q0 d4 2 3 x\nq4 Q0 d5 3 2 x\nq4 Q0 d7 4 1 x\nq5 Q0 d7 1 2 x\nq5 Q0 d6 2 1 x\n"
	path := filepath.Join(chaintest.Write(t, map[string]string{"run.txt": rows}), "run.txt")
	chain := chaintest.Start(t, chaintest.Config(t, func(c *configs.Config) { c.Gen.NearDuplicates = 0 }))
	r, err := bounds.OfRuns(t.Context(), chain, []string{path}, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.Results().Text(&text, 0); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(text.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	got := strings.Join(lines, "\n")
	for _, want := range []string{"2 judged queries with 6 candidates", " run – – 0.4167 ", "tfc1 kwiksort 4 1.0000 1.0000 ",
		"tfc1 obeyed 4 1.0000 1.0000 ", "tfc1 oracle 4 1.0000 1.0000 "} {
		if !strings.Contains(got, want) {
			t.Errorf("the text lacks %q:\n%s", want, got)
		}
	}
	var table strings.Builder
	if err := r.CSV(&table); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(table.String())).ReadAll()
	// a head, then the run itself and three rankings, each by every measure
	if measures := len(r.Runs[0].Measures); err != nil || len(records) != 1+4*measures || !strings.HasPrefix(records[1][6], "0.41666666") {
		t.Errorf("%v, %d rows for %d measures: %q", err, len(records), measures, records[1])
	}
	tags := pagetest.WellFormed(t, pagetest.Render(t, r.HTML))
	if tags["svg"] != 2 || tags["table"] != 1 {
		t.Errorf("the page has %d drawings and %d tables", tags["svg"], tags["table"])
	}
}
