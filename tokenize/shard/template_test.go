package shard

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestTemplateLists has one group with an order, and one whose scores are the same: the order is that of the scores, by the numbers of
// the passages as they stand.
func TestTemplateLists(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 8)
	var rows []pairs.Pair
	for i, score := range []float64{3, 1, 2} { // of d5, d6, d7; d1 has 4
		rows = append(rows, pairs.Pair{Task: "pairwise", QueryID: "q0", PosID: "d1", NegID: fmt.Sprint("d", 5+i), Weight: 1, Margin: 1,
			PosLabel: 1, Source: pairs.Axiomatic, Axiom: "tfc1", PosScore: new(4.0), NegScore: new(score)})
	}
	for _, neg := range []string{"d5", "d6"} {
		rows = append(rows, pairs.Pair{Task: "pairwise", QueryID: "q1", PosID: "d2", NegID: neg, Weight: 1, Margin: 1, PosLabel: 1,
			Source: pairs.Axiomatic, Axiom: "tfc1", PosScore: new(4.0), NegScore: new(1.0)})
	}
	for i := range rows {
		rows[i].UID = pairs.NewUID(rows[i].Task, rows[i].Axiom, rows[i].QueryID, rows[i].PosID, rows[i].NegID, 0)
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	o := plainFormats()
	o.Formats, o.Template = []string{"template"}, `{"query": "{query}", "passages": "{passages}", "order": "{order}"}`
	dir, m := mustWrite(t, in, o)
	lines := linesOf(t, dir, "template", "train")
	if len(lines) != 1 || m.Warnings["groups whose documents do not all have different scores left out of template"] != 1 {
		t.Fatalf("%q, %v", lines, m.Warnings)
	}
	var row struct{ Query, Passages, Order string }
	must.Do(t, json.Unmarshal([]byte(lines[0]), &row))
	at := -1
	for place, id := range []string{"d1", "d5", "d7", "d6"} { // by score
		var number int
		must.Get(fmt.Sscanf(strings.Split(row.Order, " > ")[place], "[%d]", &number))(t)
		if !strings.Contains("\n"+row.Passages+"\n", fmt.Sprintf("\n[%d] %s\n", number, plan.DocText(c.Docs[id][0], c.Docs[id][1]))) {
			t.Errorf("place %d of %s is not %s in %q", place, row.Order, id, row.Passages)
		}
		at = max(at, number)
	}
	if at != 4 || row.Query != c.Queries["q0"] {
		t.Errorf("%+v", row)
	}
}

func TestTemplateText(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.json")
	must.Do(t, os.WriteFile(own, []byte(`{"a": "{positiv}"}`), 0o666))
	for name, says := range map[string]string{own: "own.json: it has an unknown placeholder {positiv}",
		"dpoo": `there is no template "dpoo"`} {
		if _, err := TemplateText(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text, err := TemplateText("reward"); err != nil || !strings.Contains(text, "{positive}") {
		t.Errorf("%s, %v", text, err)
	}
}
