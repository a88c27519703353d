package gen_test

import (
	"context"
	"maps"
	"reflect"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// A run is worth the same after its shards are written: its candidates are there, and it draws and writes the same once more.
func TestShardsLeaveTheRun(t *testing.T) {
	run := ready(t, start(t, "demo", demo, func(c *configs.Config) { c.Gen.Vectors = "" }))
	draw := func() *dataset.Data {
		data, err := dataset.Sample(context.Background(), run, nil)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	var before [][]mine.Query
	for _, s := range run.Splits {
		queries := append([]mine.Query{}, s.Queries...)
		for i := range queries {
			queries[i].Docs = append([]mine.Candidate{}, queries[i].Docs...)
		}
		before = append(before, queries)
	}
	first := draw()
	write := func(data *dataset.Data) map[string][]byte {
		if _, err := export.Shards(context.Background(), run, data); err != nil {
			t.Fatal(err)
		}
		return files(t, run.Run.Out.Path("."))
	}
	written := write(first)
	candidates := 0
	for i, s := range run.Splits {
		for j := range s.Queries {
			candidates += len(s.Queries[j].Docs)
			if len(s.Queries[j].Docs) != len(before[i][j].Docs) || !reflect.DeepEqual(s.Queries[j].Text, before[i][j].Text) {
				t.Fatalf("split %s, query %s: other candidates after the shards", s.Name, s.Queries[j].ID)
			}
		}
	}
	if candidates == 0 {
		t.Fatal("no candidates")
	}
	if again := write(draw()); !maps.EqualFunc(written, again, func(a, b []byte) bool { return string(a) == string(b) }) {
		t.Errorf("%d and %d files, or other ones", len(written), len(again))
	}
}

// A sample becomes rows as often as it is asked to.
func TestRowsLeaveTheSample(t *testing.T) {
	run := ready(t, start(t, "demo", demo, func(c *configs.Config) { c.Gen.Vectors = "" }))
	training, err := prepare.Training(&run.Run.Config.Gen, run.Splits)
	if err != nil {
		t.Fatal(err)
	}
	drawer, err := dataset.ConfiguredDrawer(run, training)
	if err != nil {
		t.Fatal(err)
	}
	wanted, _ := dataset.SampleSizes(run.Run.Config.Gen.Budget, drawer)
	drawn, err := drawer.Draw(context.Background(), wanted, drawer.Options.Regular, nil)
	if err != nil {
		t.Fatal(err)
	}
	loss, err := drawer.Axioms.Loss(run.Run.Config, drawn)
	if err != nil {
		t.Fatal(err)
	}
	rows := func() []pairs.Pair {
		table, err := drawer.Rows(context.Background(), drawn, loss, nil)
		if err != nil {
			t.Fatal(err)
		}
		return table.Rows()
	}
	first, second := rows(), rows()
	if len(first) == 0 || !reflect.DeepEqual(first, second) {
		t.Errorf("%d and %d rows, or other ones", len(first), len(second))
	}
}

// A run under other axioms, or in another folder, leaves the one that it comes from as it was.
func TestWithAxiomsLeavesTheRun(t *testing.T) {
	run := start(t, "demo", demo, nil)
	asked, out := run.Axioms, run.Run.Out
	other := run.WithAxioms(nil)
	other.Run = other.Run.WithOutput(new(result.Dir), "axiomine gen")
	if run.Axioms != asked || run.Run.Out != out || other.Axioms != nil {
		t.Error("the run has changed")
	}
}
