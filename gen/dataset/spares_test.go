package dataset

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestSpareRows: by hand, from the rows of TestRows and one negative of each positive. Of q1 and of q2 two more are kept, of q3 two of
// three; q4 has d5 above three documents, and q5 only the one negative, so that it is short.
func TestSpareRows(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Tokenize.OutputFormat, c.Tokenize.GroupSize, c.Gen.Axioms, c.Gen.NegativesPerPositive = "tevatron", 3, "", "1"
	})
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	groups, spares := data.Report.Of(account.Groups), data.Report.Of(account.Spares)
	for i, want := range []struct{ positives, spares, short int }{{2, 4, 0}, {1, 2, 0}, {2, 2, 1}} {
		s, g := data.Sets[i], groups[i]
		if g.Split != s.Split || g.Asked != 2 || g.Found != want.positives || g.Noted["fewer_negatives"] != want.short ||
			g.Drawn != want.positives || spares[i].Drawn != want.spares || s.Spares.Len() != want.spares {
			t.Errorf("%s: %+v, %+v and %d rows, want %+v", s.Split, g, spares[i], s.Spares.Len(), want)
		}
		met := map[string]bool{}
		for _, r := range slices.Concat(s.Pairs.Rows(), s.Spares.Rows()) {
			if key := r.QueryID + r.PosID + r.NegID; met[key] || r.UID == "" || r.PosLabel != sample.LabelRelevant {
				t.Errorf("%+v is there twice, or lacks its label", r)
			} else {
				met[key] = true
			}
		}
	}
}

// TestSparesOfMadeDocuments: tfc1 prefers d1, the first candidate of q1, to others. A row of a document that is made of d1 states nothing
// of d1 itself: there is one positive, without a spare. A row of d1 has the spares that are left.
func TestSparesOfMadeDocuments(t *testing.T) {
	d := trainingDrawer(t, nil)
	for positive, want := range map[string]int{"d1~2": 0, "d1": 1} {
		rows := pairs.TableOf([]pairs.Pair{{Task: pairs.Pairwise, QueryID: "q1", PosID: positive, NegID: "d3", Axiom: "tfc1"}})
		spares, numShort, positives, err := d.spares(t.Context(), rows, 2, quota.Loss{Weights: []float64{1}, Margins: []float64{1}}, nil)
		must.Do(t, err)
		short := 1 // the made document has one negative of the two wanted
		if want > 0 {
			short = 0
		}
		if spares.Len() != want || positives != 1 || numShort != short {
			t.Errorf("%s: %d spares of %d positives, %d short, want %d", positive, spares.Len(), positives, numShort, want)
		}
	}
}

// TestWantedSpares: one negative less than the documents of a group is kept, of eight unless the configuration says, and none where no
// format wants groups and no size is given: then the account has no row of them.
func TestWantedSpares(t *testing.T) {
	for _, c := range []struct {
		formats  string
		group, n int
	}{{"", 0, 0}, {"jsonl", 4, 3}, {"tevatron", 0, 7}, {"jsonl,tevatron", 4, 3}} {
		chain := chaintest.All(t, func(cfg *configs.Config) { cfg.Tokenize.GroupSize, cfg.Tokenize.OutputFormat = c.group, c.formats })
		if n := WantedSpares(chain.Run.Config); n != c.n {
			t.Errorf("%+v: %d", c, n)
		}
		data, err := Sample(t.Context(), chain, nil)
		if err != nil || (len(data.Report.Of(account.Groups)) > 0) != (c.n > 0) {
			t.Errorf("%+v: %v, %v", c, data.Report.Of(account.Groups), err)
		}
	}
}
