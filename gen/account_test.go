package gen_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
	"pgregory.net/rapid"
)

// Candidates become preferences, of which filters, conflicts, limits and the draw leave some out: the rest are rows. In account.json,
// manifest.json and the files each step adds up, whatever the collection and the configuration.
func TestEveryStepAddsUp(t *testing.T) {
	root := t.TempDir()
	sets, empty := 0, 0
	kinds := map[string]int{}
	check := func(t *rapid.T) {
		dir, err := os.MkdirTemp(root, "")
		must.Do(t, err)
		defer os.RemoveAll(dir)
		data := filepath.Join(dir, "data")
		run := writeWorld(t, data)
		loaded := must.Get(configs.Load("", nil))(t)
		c := &loaded.Config
		c.Gen.Data = data
		drawAmounts(t, &c.Gen)
		drawTasks(t, c)
		if run != "" {
			c.Gen.ViolatedBy = rapid.SampledFrom([]string{run, "", ""}).Draw(t, "violated_by")
		}
		c.Tokenize.OutputFormat = "jsonl"
		c.Tokenize.OutputFormat += rapid.SampledFrom([]string{"", "", ",st-listwise,flagembedding,st-ntuple,duobert"}).Draw(t, "formats")
		c.Tokenize.RowsOf = rapid.SampledFrom([]string{"all", "train"}).Draw(t, "rows_of")
		out := must.Get(result.Claim(filepath.Join(dir, "out"), result.Fresh))(t)
		p := must.Get(gen.Start(c, out, nil, "test"))(t)
		defer p.Close()
		if p, err = p.All(context.Background()); err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		made, err := dataset.Sample(context.Background(), p, nil)
		f := new(errs.Error)
		if errors.As(err, &f) && f.Kind == errs.Shortfall && strings.Contains(f.Error(), "the mixture is short") { // nothing is made
			return
		}
		if errors.As(err, &f) && f.Kind == errs.Shortfall { // no pair at all: the account is there all the same
			checkAccount(t, c, p, readReport(t, out))
			empty++
			return
		}
		must.Do(t, err)
		report := readReport(t, out)
		checkAccount(t, c, p, report)
		sets++
		count(kinds, c, report)
		checkRows(t, made, report)
		checkTasks(t, made.Sets, report)
		checkSpares(t, c, made.Sets, report)
		_, err = dataset.Shards(context.Background(), p, made)
		if errors.As(err, &f) && f.Kind == errs.Shortfall { // no row fits a format, or is of rows_of
			return
		}
		must.Do(t, err)
		checkManifest(t, c, out, made.Sets)
	}
	common := []string{"mixture", "groups", "three classes", "spares"} // the others are rarer
	isRare := func(kind string) bool { return kinds[kind] == 0 }
	for round := 0; round < 20 && !t.Failed() && (sets < 10 || empty == 0 || slices.ContainsFunc(common, isRare)); round++ {
		rapid.Check(t, check)
	}
	if sets < 10 || empty == 0 {
		t.Errorf("%d data sets and %d without a pair: the collections test little", sets, empty)
	}
	for _, kind := range common {
		if isRare(kind) {
			t.Errorf("no data set with %s: %v", kind, kinds)
		}
	}
}

// writeWorld writes a small collection as a folder in the form of BEIR, or as a table with a row for each judgement.
// It returns the path of a run over the folder's documents; empty for a table, whose ids are not known.
func writeWorld(t *rapid.T, dir string) (run string) {
	words := []string{"red", "blue", "cat", "dog", "lake", "bird", "stone"}
	text := func(most int) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, most).Draw(t, "text"), " ")
	}
	docs, queries := make([]string, rapid.IntRange(5, 10).Draw(t, "documents")), make([]string, rapid.IntRange(2, 4).Draw(t, "queries"))
	for i := range docs {
		docs[i] = text(9)
	}
	docs[0] = strings.Join(words, " ") // every query has a known term
	for i := range queries {
		queries[i] = text(3)
	}
	for i, word := range []string{"water", "sand"} { // they may be held out, so no other query has their text
		if i < len(queries) {
			queries[i] += " " + word
		}
	}
	grade := func() int { return rapid.SampledFrom([]int{1, 0, 2, 0, 1}).Draw(t, "grade") }
	must.Do(t, os.MkdirAll(filepath.Join(dir, "qrels"), 0o755))
	files := map[string]string{}
	if rapid.Bool().Draw(t, "table") {
		rows := "query,passage,label\n"
		for _, q := range queries {
			for _, d := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(docs)-1), 1, len(docs), rapid.ID[int]).Draw(t, "judged") {
				rows += fmt.Sprintf("%s,%s,%d\n", q, docs[d], grade())
			}
		}
		files["rows.csv"] = rows
	} else {
		for i, d := range docs {
			files["corpus.jsonl"] += fmt.Sprintf(`{"_id": "d%d", "title": "", "text": %q}`+"\n", i, d)
		}
		for i, q := range queries {
			files["queries.jsonl"] += fmt.Sprintf(`{"_id": "q%d", "text": %q}`+"\n", i, q)
		}
		split := func(q int) string { // of so few queries as there may be, the last is one to train with
			if q < len(queries)-1 {
				return []string{"test", "dev", "train"}[q]
			}
			return "train"
		}
		for _, name := range []string{"train", "dev", "test"} {
			qrels := "query-id\tcorpus-id\tscore\n"
			for q := range queries {
				if split(q) != name {
					continue
				}
				for _, d := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(docs)), 1, len(docs), rapid.ID[int]).Draw(t, "judged") {
					qrels += fmt.Sprintf("q%d\td%d\t%d\n", q, d, grade()) // the last document is not there
				}
			}
			if strings.Count(qrels, "\n") > 1 {
				files["qrels/"+name+".tsv"] = qrels
			}
		}
	}
	if files["rows.csv"] == "" {
		run = filepath.Join(filepath.Dir(dir), "run.txt")
		text := ""
		for q := range queries {
			for _, d := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(docs)-1), 0, len(docs), rapid.ID[int]).Draw(t, "scored") {
				text += fmt.Sprintf("q%d Q0 d%d 1 %d x\n", q, d, rapid.IntRange(0, 3).Draw(t, "score"))
			}
		}
		if text == "" {
			text = "q0 Q0 d0 1 1 x\n"
		}
		must.Do(t, os.WriteFile(run, []byte(text), 0o644))
	}
	for name, content := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	if files["rows.csv"] != "" {
		must.Do(t, os.Remove(filepath.Join(dir, "qrels")))
	}
	return run
}

// drawAmounts sets axioms, ratios, limits and filters.
func drawAmounts(t *rapid.T, g *configs.Gen) {
	number := func(key string, usual int) int {
		return rapid.SampledFrom([]int{usual, usual, usual, usual, usual, usual, 1, 2, 3}).Draw(t, key)
	}
	text := func(key string, values ...string) string { return rapid.SampledFrom(values).Draw(t, key) }
	g.Axioms = text("axioms", "", "tfc1", "tfc1, m-and", "tfc1, lnc1, m-tdc, prox1", "tfc3, lnc2, rs-bm25(margin=1)", "length-safe")
	g.Ratio, g.Judged = text("ratio", "1:1", "3:1", "none"), text("judged", "all", "all", "0", "2", "50")
	g.Pairs = text("pairs", "", "", "20", "500")
	g.DeltaStar = text("delta_star", g.DeltaStar, "0.1", "0.5")
	g.Strategy, g.Budget = text("strategy", "paired", "multi-graded", "paired"), text("budget", "append", "replace")
	g.Sample, g.Conflict = text("sample", "balanced", "uniform", "length-balanced"), text("conflict", "drop", "keep", "majority")
	g.Grades = text("grades", "ordered", "ordered", "binary")
	g.Positives, g.Negatives = text("positives", "candidates", "all"), text("negatives", "random", "top")
	g.NegativesPerPositive, g.PositivesPerQuery = text("negatives_per_positive", "auto", "auto", "0", "2"), number("positives_per_query", 0)
	g.NegativesPerQuery, g.SkipTop = number("negatives_per_query", 0), number("skip_top", 0)
	g.WithinTop = number("within_top", 0)
	g.MinScore, g.MaxScore = text("min_score", "none", "none", "0.1"), text("max_score", "none", "none", "1.5")
	g.AbsoluteMargin, g.RelativeMargin = text("absolute_margin", "none", "none", "0.1"), text("relative_margin", "none", "none", "0.05")
	g.NearDuplicates = rapid.SampledFrom([]float64{0, .5}).Draw(t, "near_duplicates")
	g.AssumedNegatives = text("assumed_negatives", "auto", "on", "off")
	g.AddJudged = text("add_judged", "auto", "on", "relevant", "off")
	g.Pool, g.JudgedQueries = text("pool", "all", "judged", "unjudged 3"), number("judged_queries", 0)
	g.MinGrade, g.Hits = number("min_grade", 1), number("hits", 1000)
}

// readReport returns account.json.
func readReport(t *rapid.T, out *result.Dir) *account.Report {
	raw := must.Get(fs.ReadFile(out.FS(), account.Name))(t)
	report := new(account.Report)
	must.Do(t, json.Unmarshal(raw, report))
	return report
}

// checkAccount holds the ledger to itself and to what the queries' candidates and the axioms' counts say.
func checkAccount(t *rapid.T, c *configs.Config, p *prepare.Preparation, report *account.Report) {
	training := must.Get(prepare.Training(&p.Run.Config.Gen, p.Splits))(t)
	drawer := must.Get(dataset.ConfiguredDrawer(p, training))(t)
	checkJudged(t, report, report.Training(), training.Queries, drawer.HasLabels(), drawer.Options)
	for i := range p.Splits {
		split := &p.Splits[i]
		if name := prepare.RowsName(&p.Run.Config.Gen, p.Splits, split.Name); split.Name != training.Name && report.Judged(name).Split != "" {
			all := make([]bool, len(split.Queries))
			for k := range all {
				all[k] = true
			}
			checkJudged(t, report, name, split.Queries, all, drawer.Options)
		}
	}
	counts := must.Get(dataset.Mine(context.Background(), p))(t)
	instances, pools := 0, rankingPools(report)
	for i, number := range p.Axioms.Drawn {
		cell := counts[p.Axioms.All[number].String()][training.Name]
		n := cell.Instances + cell.NotViolated + cell.NotScored
		instances += n
		if c.Gen.Strategy == sample.Paired && pools[i].Found != n {
			t.Errorf("%s: %d instances are counted, the account has %d", pools[i].Axiom, n, pools[i].Found)
		}
	}
	for _, pool := range pools {
		if pool.Found+pool.Added+pool.Again != pool.Drawn+leftOut(pool) || pool.LeftOut["not_used"] < 0 || pool.LeftOut["not_in_mixture"] < 0 {
			t.Errorf("what is found is drawn or left out: %+v", pool)
		}
		if isPaired := c.Gen.Strategy == sample.Paired; isPaired && pool.LeftOut["labelling"]+pool.Added > 0 || !isPaired && pool.Found != instances {
			t.Errorf("%d instances are counted, labels are of multi-graded alone: %+v", instances, pool)
		}
		if taken := pool.Taken(); pool.Asked != taken+pool.LeftOut["other_axiom"]+pool.Short || pool.Short > 0 && taken != pool.InPool() {
			t.Errorf("a pool gives what is wanted, or all it has: %+v", pool)
		}
	}
}

// rankingPools returns the pools of the ranking task.
func rankingPools(report *account.Report) []account.Row {
	return slices.DeleteFunc(report.Pools(), func(r account.Row) bool { return r.Task != "pairwise" })
}

// leftOut returns the number of things that a row leaves out.
func leftOut(r account.Row) (n int) {
	for _, m := range r.LeftOut {
		n += m
	}
	return n
}

// checkJudged holds the account of judged pairs to the candidates of a split, of which labelled says whose labels are in use.
func checkJudged(t *rapid.T, report *account.Report, name string, queries []mine.Query, labelled []bool, o sample.Options) {
	every, stated := 0, 0
	for i := range queries {
		q := &queries[i]
		stated += q.Stated + q.Graded + q.IrrelevantPairs
		if !labelled[i] {
			continue
		}
		var positives, lower []int // grades
		others := 0
		count := func(list []mine.Candidate, outside bool) {
			for _, d := range list {
				isRelevant := d.Judged && int(d.Grade) >= o.MinGrade
				if isRelevant && (!outside || o.Positives != sample.FromCandidates) {
					positives = append(positives, int(d.Grade))
				}
				switch {
				case outside:
				case !isRelevant:
					others++
				case o.Grades == sample.Ordered:
					lower = append(lower, int(d.Grade))
				}
			}
		}
		count(q.Docs, false)
		count(q.Outside, true)
		every += len(positives) * others
		for _, grade := range positives {
			for _, other := range lower {
				if grade > other {
					every++
				}
			}
		}
	}
	r := report.Judged(name)
	if every != r.Found {
		t.Errorf("%s: %d pairs of a relevant document and another candidate: %+v", name, every, r)
	}
	if r.Found+r.Again != r.Drawn+leftOut(r) || r.Asked != r.Taken()+r.LeftOut["displaced"] || r.LeftOut["not_in_mixture"] < 0 {
		t.Errorf("%s: wanted are those taken and those displaced: %+v", name, r)
	}
	var told account.Row
	for _, r := range report.Of(account.Judgements) {
		if r.Split == name {
			told = r
		}
	}
	for reason, n := range told.LeftOut {
		if n < 0 {
			t.Errorf("%s: %d preferences are left out: %s", name, n, reason)
		}
	}
	if told.Found != stated || told.Found != told.Drawn+leftOut(told) || told.Drawn != r.Drawn-r.Again-r.Assumed {
		t.Errorf("%s: %d preferences are stated: %+v of %+v", name, stated, told, r)
	}
}

// checkRows holds the pairs of the ranking task, split by split, to the ledger.
func checkRows(t *rapid.T, made *dataset.Data, report *account.Report) {
	for i, set := range made.Sets {
		if set.Set != "" {
			continue
		}
		byAxiom, judged := map[string]int{}, 0
		for _, r := range set.Rows() {
			if r.Task != "pairwise" || r.Pass > 0 {
				continue
			}
			byAxiom[r.Axiom]++
			if r.Axiom == "" && r.NegativeSource() == pairs.NegativeJudged {
				judged++
			}
		}
		l := report.Judged(set.Split)
		if i == 0 {
			for _, p := range rankingPools(report) {
				if byAxiom[p.Axiom] != p.Drawn-p.Again {
					t.Errorf("%d rows of %+v", byAxiom[p.Axiom], p)
				}
				byAxiom[p.Axiom] = 0
			}
		}
		if byAxiom[""] != l.Drawn-l.Again || judged != l.Drawn-l.Again-l.Assumed {
			t.Errorf("%s has %d judged rows, %d with a judged negative; %+v", set.Split, byAxiom[""], judged, l)
		}
		byAxiom[""] = 0
		for axiom, n := range byAxiom {
			if n != 0 {
				t.Errorf("%s: %d rows of the axiom %q that has no pool", set.Split, n, axiom)
			}
		}
		drawn := 0
		for _, d := range made.Drawn {
			if d.Split == set.Split {
				drawn += d.Rows
			}
		}
		if drawn != set.Pairs.Len() {
			t.Errorf("%s: the pools drawn have %d rows, the split %d", set.Split, drawn, set.Pairs.Len())
		}
	}
}

// checkManifest holds manifest.json to the pairs that were to be written, and to the files' lines.
func checkManifest(t *rapid.T, c *configs.Config, out *result.Dir, sets []dataset.SplitPairs) {
	raw := must.Get(fs.ReadFile(out.FS(), "shards/"+shard.ManifestName))(t)
	m := new(shard.Manifest)
	must.Do(t, json.Unmarshal(raw, m))
	rows, kept, left := 0, 0, 0
	for _, r := range m.Rows {
		rows += r.Rows
	}
	for _, task := range m.Tasks {
		dropped := 0
		for _, n := range task.Dropped {
			dropped += n
		}
		must.Equal(t, task.Mined+task.Added, task.Kept+dropped, "found are those dropped and those kept: %+v", task)
		kept += task.Kept
	}
	for warning, n := range m.Warnings {
		if strings.HasPrefix(warning, "pairs dropped: ") {
			left += n
		}
	}
	all := 0
	for _, set := range sets {
		if set.Set == "" && (c.Tokenize.RowsOf == "all" || set.Split == c.Tokenize.RowsOf) {
			all += set.Pairs.Len()
		}
	}
	lines := 0
	for _, s := range m.Shards {
		if s.Format != "jsonl" {
			continue
		}
		raw := must.Get(fs.ReadFile(out.FS(), "shards/"+s.Path))(t)
		if n := strings.Count(string(raw), "\n"); n != s.Rows {
			t.Errorf("%s has %d lines, the manifest %d", s.Path, n, s.Rows)
		}
		lines += s.Rows
	}
	if rows != kept || rows != lines || rows+left != all {
		t.Errorf("%d pairs: %d rows by the manifest, %d kept by its tasks, %d lines, %d dropped", all, rows, kept, lines, left)
	}
}
