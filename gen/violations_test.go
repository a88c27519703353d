package gen_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// scrambled writes a run over the candidates of the training queries with scores that have nothing to do with their order,
// many of them equal; every fifth candidate is left out.
func scrambled(t *testing.T, c *prepare.Preparation) (path string, scores map[[2]string]float64) {
	t.Helper()
	scores = map[[2]string]float64{}
	var run strings.Builder
	for _, s := range c.Splits {
		if s.Name != "train" {
			continue
		}
		for _, q := range s.Queries {
			for i, d := range q.Docs {
				if i%5 == 4 {
					continue
				}
				id, score := c.Index.DocID(d.Doc), i*7%11
				fmt.Fprintf(&run, "%s Q0 %s %d %d x\n", q.ID, id, i+1, score)
				scores[[2]string{q.ID, id}] = float64(score)
			}
		}
	}
	path = filepath.Join(t.TempDir(), "run.txt")
	must.Do(t, os.WriteFile(path, []byte(run.String()), 0o666))
	return path, scores
}

// Under violated_by every axiomatic row is one that the run orders wrongly (by less than the margin rightly), judged rows
// stay, and the ledger adds up: what was left out is what the same sample without the run had more.
func TestViolatedBy(t *testing.T) {
	ctx := context.Background()
	prepared := func(edit func(*configs.Gen)) *prepare.Preparation {
		c := start(t, "demo", demo, func(cfg *configs.Config) {
			cfg.Gen.Vectors, cfg.Gen.Axioms, cfg.Gen.Ratio, cfg.Gen.Conflict = "", "tfc1, m-and, tf-lnc", "none", "keep"
			edit(&cfg.Gen)
		})
		c = ready(t, c)
		return c
	}
	plain := prepared(func(*configs.Gen) {})
	run, scores := scrambled(t, plain)
	_, all, err := sampled(plain)
	must.Do(t, err)
	for _, margin := range []float64{0, 2} {
		c := prepared(func(g *configs.Gen) { g.ViolatedBy, g.ViolatedMargin = run, margin })
		data, report, err := sampled(c)
		must.Do(t, err)
		if judged, want := report.Judged("train"), all.Judged("train"); !reflect.DeepEqual(judged, want) {
			t.Errorf("judged pairs %+v, without the run %+v", judged, want)
		}
		for i, p := range report.Pools() {
			if p.Found != leftOut(p)+p.Drawn || p.Found != all.Pools()[i].Found {
				t.Errorf("the account does not add up: %+v, without the run %+v", p, all.Pools()[i])
			}
			if p.LeftOut["not_violated"] == 0 || p.LeftOut["not_scored"] == 0 || p.InPool() == 0 {
				t.Errorf("nothing was left out, or all: %+v", p)
			}
		}
		counts := must.Get(dataset.Mine(ctx, c))(t)
		for _, p := range report.Pools() {
			cell := counts[p.Axiom]["train"]
			if cell.NotViolated != p.LeftOut["not_violated"] || cell.NotScored != p.LeftOut["not_scored"] ||
				cell.Instances != p.Found-cell.NotViolated-cell.NotScored {
				t.Errorf("counts %+v, account %+v", cell, p)
			}
			if dev := counts[p.Axiom]["dev"]; dev.Instances != 0 || dev.NotViolated != 0 || dev.NotScored == 0 {
				t.Errorf("the run scores no dev query, but %+v", dev)
			}
		}
		for _, r := range data[0].Rows() {
			if r.Axiom == "" {
				continue
			}
			pos, inPos := scores[[2]string{r.QueryID, r.PosID}]
			neg, inNeg := scores[[2]string{r.QueryID, r.NegID}]
			if !inPos || !inNeg || pos > neg && pos-neg >= margin {
				t.Fatalf("margin %g: %+v has scores %g and %g", margin, r, pos, neg)
			}
		}
	}
}

func TestViolatedByFaults(t *testing.T) {
	for _, c := range []struct {
		by     string
		margin float64
		kind   errs.Kind
		want   string
	}{
		{"judged", 0, errs.Usage, "axiomine train"},
		{"no-such-run.txt", 0, errs.Input, "no-such-run.txt"},
		{filepath.Join(demo, "qrels.train.txt"), -1, errs.Usage, "violated_margin"},
		{filepath.Join(demo, "qrels.train.txt"), 0, errs.Input, "qrels.train.txt"}, // not a run
	} {
		loaded := must.Get(configs.Load("demo", nil))(t)
		loaded.Gen.Data, loaded.Gen.Vectors, loaded.Gen.ViolatedBy, loaded.Gen.ViolatedMargin = demo, "", c.by, c.margin
		out := must.Get(result.Claim(t.TempDir(), result.Fresh))(t)
		chain, err := gen.Start(&loaded.Config, out, nil, "test")
		if err == nil {
			if chain, err = chain.All(context.Background()); err == nil {
				_, _, err = sampled(chain)
				chain.Close()
			}
		}
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
