package gen_test

import (
	"context"
	"maps"
	"reflect"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// A run is worth the same after its shards are written: its candidates are there, and it draws and writes the same once more.
func TestShardsLeaveTheRun(t *testing.T) {
	run := ready(t, start(t, "demo", demo, func(c *configs.Config) { c.Gen.Vectors = "" }))
	draw := func() *dataset.Data {
		return must.Get(dataset.Sample(context.Background(), run, nil))(t)
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
		must.Get(dataset.Shards(context.Background(), run, data))(t)
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
