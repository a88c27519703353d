package gen_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// TestPlannedTasks: the sizes that a plan tells are those of the run's account where the plan asks about every query; of more
// queries they are an estimate within a quarter of them.
func TestPlannedTasks(t *testing.T) {
	estimate := regexp.MustCompile(`: 1,000,000 asked, about ([0-9,]+) there, of [0-9]+ queries by a sample of 40: too few$`)
	for _, classQueries := range []string{"train=30", "train=120"} {
		c := start(t, "demo", demo, func(cfg *configs.Config) {
			g := &cfg.Gen
			g.Vectors, g.Axioms, g.JudgedQueries, g.ClassTest, g.OnShortage = "", "", 0, 0, "accept"
			g.Mixture, g.ClassQueries, g.RankingRows = "ranking=1000000,m-and=1000000,tf-lnc=1000000", classQueries, "pointwise"
		})
		c = ready(t, c)
		lines := must.Get(dataset.PlannedTasks(context.Background(), c))(t)
		_, report, err := sampled(c)
		must.Do(t, err)
		shares := report.Of(account.Shares)
		if len(lines) != 3 || len(shares) != 3 {
			t.Fatalf("%q, the account has %+v", lines, shares)
		}
		for i, s := range shares {
			whole := fmt.Sprintf("%s: 1,000,000 asked, %s there%s: too few", s.Task, terminal.Group(s.Found),
				map[bool]string{true: "", false: ", of 30 queries"}[s.Task == "ranking"])
			m := estimate.FindStringSubmatch(lines[i])
			if s.Task == "ranking" || classQueries == "train=30" {
				must.Equal(t, lines[i], whole)
				continue
			}
			if m == nil {
				t.Errorf("%s: %q", classQueries, lines[i])
				continue
			}
			n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
			if err != nil || n < .75*float64(s.Found) || n > 1.25*float64(s.Found) {
				t.Errorf("%q, there are %d", lines[i], s.Found)
			}
		}
	}
}
