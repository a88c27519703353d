package gen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPlanRows: what a run would read and do, in a folder that is gone behind it. By hand, as in dataset's TestRows: six judged pairs.
func TestPlanRows(t *testing.T) {
	for _, c := range []struct {
		edit func(c *configs.Config)
		want []string
	}{
		{nil, []string{"read   collection", "split  train          2 queries, 5 judgements", "split  test           2 queries, 3 judgements",
			"mine   at most", "for each of: tfc1", "rows   "}},
		{func(c *configs.Config) { c.Gen.Axioms, c.Gen.Mixture = "", "ranking=2,tfc1=1" }, []string{"task   ranking: 6 asked, 6 there",
			"task   tfc1: 3 asked, 6 there, of 2 queries"}},
	} {
		text := must.Get(gen.PlanRows(t.Context(), &configs.LoadedConfig{Config: *chaintest.Config(t, c.edit)}, nil))(t)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
	noTopics := chaintest.Config(t, func(c *configs.Config) { c.Gen.Topics = "train=" + filepath.Join(c.Gen.Data, "none.tsv") })
	if _, err := gen.PlanRows(t.Context(), &configs.LoadedConfig{Config: *noTopics}, nil); err == nil {
		t.Error("queries that are not there are planned with")
	}
}
