package gen_test

import (
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestRegulariserRows: every document of a judged pair has one row an axiom, between copies that bear its id, and the rows' weights add
// up to lambda for either document of every judged pair. Only the training split has such rows.
func TestRegulariserRows(t *testing.T) {
	for _, order := range []string{sample.Mixed, sample.Curriculum} {
		_, data, report := whole(t, func(c *configs.Config) {
			c.Gen.Perturb, c.Gen.PerturbWeight, c.Gen.JudgedQueries, c.Gen.Order = "tfc1, lnc1", "0.5, lnc1=2", 5, order
		})
		type key struct{ axiom, query, doc string }
		judged, weights := map[key]float64{}, map[key]float64{}
		sources := map[pairs.Source]bool{}
		pairsInAll := 0.0
		for _, r := range data[0].Rows() {
			sources[r.Source] = true
			if r.Source == pairs.Axiomatic && order == sample.Curriculum && (sources[pairs.Judged] || sources[pairs.Perturbed]) {
				t.Fatalf("%+v stands behind the judged phase", r)
			}
			switch r.Source {
			case pairs.Judged:
				pairsInAll++
				for _, d := range []string{r.PosID, r.NegID} {
					judged[key{"perturbed:tfc1", r.QueryID, d}] += .5
					judged[key{"perturbed:lnc1", r.QueryID, d}] += 2
				}
			case pairs.Perturbed:
				source, words, made := strings.Cut(r.NegID, "~+")
				of, preferred, _ := strings.Cut(r.PosID, "~+")
				if itself := r.Axiom == "perturbed:lnc1"; !made || of != source || words == preferred || (preferred == "") != itself {
					t.Fatalf("%s orders %s above %s", r.Axiom, r.PosID, r.NegID)
				}
				k := key{r.Axiom, r.QueryID, source}
				if weights[k] > 0 || r.PosLabel != 1 || r.NegLabel != 0 || r.UID != pairs.NewUID(r.Task, r.Axiom, r.QueryID, r.PosID, r.NegID, 0) {
					t.Fatalf("%+v", r)
				}
				weights[k] = r.Weight
			}
		}
		made := 0
		for k, want := range judged {
			if made++; math.Abs(weights[k]-want) > 1e-9 {
				t.Errorf("%+v has the weight %v, want %v", k, weights[k], want)
			}
		}
		if made != len(weights) || pairsInAll == 0 {
			t.Errorf("%d rows of copies, want %d; %v judged pairs", len(weights), made, pairsInAll)
		}
		for i, name := range []string{"tfc1", "lnc1"} {
			if p := report.Perturbed[i]; p.Axiom != name || p.Pairs != made/2 || p.Documents != made/2 || p.NoCopies != 0 {
				t.Errorf("the ledger says %+v of %d rows", p, made)
			}
		}
		for _, other := range data[1:] {
			for _, r := range other.Rows() {
				if r.Source != pairs.Judged {
					t.Fatalf("%s has %+v", other.Split, r)
				}
			}
		}
	}
}

func TestPerturbRefuses(t *testing.T) {
	for _, of := range []struct {
		edit func(*configs.Config)
		want string
	}{
		{func(c *configs.Config) { c.Gen.Perturb = "m-and" }, "no perturbed documents are made for axiom m-and"},
		{func(c *configs.Config) { c.Gen.Perturb = "tfc1, tfc1()" }, "axiom tfc1 stands twice"},
		{func(c *configs.Config) { c.Gen.Perturb, c.Gen.PerturbWeight = "tfc1", "lnc1=1" }, `a number is given for "lnc1"`},
		{func(c *configs.Config) { c.Gen.Perturb, c.Gen.PerturbWeight = "tfc1", "-1" }, "no number between 0 and 1000000"},
		{func(c *configs.Config) { c.Gen.Perturb, c.Train.PerturbMargin = "tfc1", "m-tdc=1" }, "train.perturb_margin: a number"},
		{func(c *configs.Config) { c.Gen.Perturb, c.Gen.Mixture = "tfc1", "ranking=1,and=1" }, "gen.mixture takes only some of them"},
	} {
		loaded, err := configs.Load("", nil)
		if err != nil {
			t.Fatal(err)
		}
		if of.edit(&loaded.Config); gen.Check(&loaded.Config) == nil || !strings.Contains(gen.Check(&loaded.Config).Error(), of.want) {
			t.Errorf("%q: %v", of.want, gen.Check(&loaded.Config))
		}
	}
}
