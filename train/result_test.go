package train

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/report"
)

// trained trains on the collection of chaintest, two epochs under two seeds, and returns the record and the folder of its files.
func trained(t *testing.T, edit func(*configs.Config)) (*report.Result, string) {
	t.Helper()
	c := chaintest.Config(t, func(c *configs.Config) {
		c.Train.Seeds, c.Train.Epochs, c.Train.PairsPerEpoch, c.Train.Choose = 2, 2, 4, configs.ChooseNone
		c.Gen.Ratio, c.Train.Measures = "1:3", "map,P_1"
		if edit != nil {
			edit(c)
		}
	})
	p := chaintest.Start(t, c)
	e := must.Get(SetUp(t.Context(), p))(t)
	defer e.Division.Chain.Close()
	units := must.Get(e.Train(t.Context()))(t)
	r, err := measure(t.Context(), e, units, "test")
	if err == nil {
		err = write(e, units, r)
	}
	must.Do(t, err)
	return r, p.Run.Out.Path(".")
}

// TestOf: the record has the arms under both seeds, BM25 and its mixtures as controls, the
// pools, a test of the difference, and the numbers of queries. Fig is twice in d5 and cherry twice in d6, which are relevant: BM25 is right
// on both test queries.
func TestOf(t *testing.T) {
	r, dir := trained(t, nil)
	if len(r.Arms) != 2 || r.Arms[0].Name != Judged || r.Arms[1].Name != Augmented {
		t.Fatalf("%d arms", len(r.Arms))
	}
	for _, a := range r.Arms {
		if len(a.Seeds) != 2 || len(a.Chosen) != 2 {
			t.Errorf("%s has %d seeds and %d choices", a.Name, len(a.Seeds), len(a.Chosen))
		}
	}
	if len(r.Controls) != 3 || r.Controls[0].Name != "BM25" || r.Controls[0].Test["map"] != 1 || r.Controls[0].Test["P_1"] != 1 {
		t.Errorf("controls %+v", r.Controls)
	}
	if len(r.Pools) != 1 || r.Pools[0].Axiom != "tfc1" {
		t.Errorf("pools %+v", r.Pools)
	}
	if h := r.Headline; h == nil || h.A != Judged || h.B != Augmented || h.Labels != (report.Labels{Train: 2, Dev: 1}) {
		t.Errorf("headline %+v", h)
	}
	if got := r.Protocol; got.Documents != 8 || len(got.Splits) != 3 || got.Splits[2] != (report.Split{Name: "test", Queries: 2}) {
		t.Errorf("protocol %+v", got)
	}
	for _, name := range []string{"result.json", "tables.json", "report.html", "runs/judged.42.txt", "runs/judged-axioms.43.txt"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOfWithoutAxioms: one arm has nothing to be compared with.
func TestOfWithoutAxioms(t *testing.T) {
	r, _ := trained(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Ratio = "", "none" })
	if len(r.Arms) != 1 || r.Headline != nil || len(r.Pools) != 0 {
		t.Errorf("arms %+v, headline %+v, pools %+v", r.Arms, r.Headline, r.Pools)
	}
}

// TestUnanswerable: a test query without a relevant document scores 0 in every system, and the record says so.
func TestUnanswerable(t *testing.T) {
	r, _ := trained(t, func(c *configs.Config) {
		file := filepath.Join(c.Gen.Data, "qrels.test.txt")
		must.Do(t, os.WriteFile(file, []byte("q4 0 d5 1\nq5 0 d7 0\n"), 0o666))
	})
	said, bm25 := strings.Join(r.Findings, "\n"), r.Controls[0]
	if !strings.Contains(said, "1 test query has no relevant document") || bm25.Test["map"] != .5 {
		t.Errorf("%q; BM25 %+v", said, bm25)
	}
}
