package gen_test

import (
	"bytes"
	"context"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// demo is the embedded collection's folder in the source tree.
var demo = filepath.Join("..", "configs", "demo")

// drawn runs the chain over the embedded collection up to pairs.
func drawn(t *testing.T, edit func(*configs.Config)) (*prepare.Preparation, []dataset.SplitPairs, *account.Report) {
	t.Helper()
	c := ready(t, start(t, "demo", demo, func(cfg *configs.Config) {
		cfg.Gen.Vectors = ""
		if edit != nil {
			edit(cfg)
		}
	}))
	data, report, err := sampled(c)
	must.Do(t, err)
	return c, data, report
}

// whole runs the chain up to shards and gives its folder, pairs and account.
func whole(t *testing.T, edit func(*configs.Config)) (dir string, data []dataset.SplitPairs, report *account.Report) {
	t.Helper()
	c, data, report := drawn(t, edit)
	must.Get(dataset.Shards(context.Background(), c, &dataset.Data{Sets: data, Report: report}))(t)
	return c.Run.Out.Path("."), data, report
}

// files reads every file below a folder but the journal and the lock.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	must.Do(t, filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() || item.Name() == ".journal" || item.Name() == ".lock" {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		out[rel], err = os.ReadFile(path)
		return err
	}))
	return out
}

func TestSameBytesAtAnyThreadCount(t *testing.T) {
	one, _, _ := whole(t, func(c *configs.Config) { c.Gen.Threads = 1 })
	eight, _, _ := whole(t, func(c *configs.Config) { c.Gen.Threads = 8 })
	a, b := files(t, one), files(t, eight)
	if len(a) < 20 || len(a) != len(b) {
		t.Fatalf("%d and %d files", len(a), len(b))
	}
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			t.Errorf("%s differs between 1 and 8 threads", name)
		}
	}
}

// Every tenth of a file holds each pool's share within four standard deviations of a draw without replacement.
func TestEveryTenthHoldsEachPoolsShare(t *testing.T) {
	_, data, _ := drawn(t, func(c *configs.Config) { c.Gen.JudgedQueries, c.Gen.Ratio = 0, "none" })
	rows := data[0].Rows()
	total := map[string]int{}
	for _, r := range rows {
		total[r.Axiom]++
	}
	if len(total) != 4 {
		t.Fatalf("pools of the training split: %v, want judged pairs and three axioms", total)
	}
	n := float64(len(rows))
	for tenth := range 10 {
		part := rows[tenth*len(rows)/10 : (tenth+1)*len(rows)/10]
		in := map[string]int{}
		for _, r := range part {
			in[r.Axiom]++
		}
		m := float64(len(part))
		for pool, size := range total {
			p := float64(size) / n
			sigma := math.Sqrt(m * p * (1 - p) * (n - m) / (n - 1)) // hypergeometric
			if math.Abs(float64(in[pool])-m*p) > 4*sigma {
				t.Errorf("tenth %d holds %d pairs of %q, expected %.0f with standard deviation %.1f", tenth, in[pool], pool, m*p, sigma)
			}
		}
	}
}

func TestAccountMatchesRows(t *testing.T) {
	_, data, report := drawn(t, nil)
	count := map[string]int{}
	for _, r := range data[0].Rows() {
		count[r.Axiom]++
		if want := pairs.NewUID("pairwise", r.Axiom, r.QueryID, r.PosID, r.NegID, 0); r.UID != want {
			t.Fatalf("uid of %+v: want %s", r, want)
		}
	}
	if count[""] != report.Judged("train").Drawn {
		t.Errorf("%d judged rows, the account says %d", count[""], report.Judged("train").Drawn)
	}
	for _, p := range report.Pools() {
		if count[p.Axiom] != p.Drawn || p.Found != leftOut(p)+p.Drawn || p.Short != p.Asked-p.Drawn {
			t.Errorf("%d rows of %s, account %+v", count[p.Axiom], p.Axiom, p)
		}
	}
	for _, d := range data[1:] {
		for _, r := range d.Rows() {
			if r.Source != pairs.Judged || r.PosLabel != 2 || r.NegLabel != 0 {
				t.Fatalf("%s holds %+v: dev and test keep the labels 2 and 0", d.Split, r)
			}
		}
	}
}

func TestMadeDocumentsBecomeText(t *testing.T) {
	dir, data, _ := whole(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Ratio, c.Tokenize.OutputFormat = "lnc2", "none", "triples"
	})
	texts := map[string]string{}
	raw := must.Get(os.ReadFile(filepath.Join(demo, "collection.tsv")))(t)
	for line := range strings.Lines(string(raw)) {
		id, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		texts[id] = text
	}
	want := map[string]bool{}
	for _, r := range data[0].Rows() {
		if r.Axiom == "lnc2" {
			source, times, ok := strings.Cut(r.PosID, "~")
			if !ok || source != r.NegID {
				t.Fatalf("pair of lnc2: %s over %s", r.PosID, r.NegID)
			}
			k := int(times[0] - '0')
			want[strings.TrimSuffix(strings.Repeat(texts[source]+" ", k), " ")+"\t"+texts[source]] = true
		}
	}
	if len(want) < 100 {
		t.Fatalf("only %d pairs of lnc2", len(want))
	}
	for name, content := range files(t, filepath.Join(dir, "shards", "triples")) {
		if strings.HasPrefix(name, "train") {
			for line := range strings.Lines(string(content)) {
				_, texts, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
				delete(want, texts)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("%d pairs of lnc2 are not in the triples", len(want))
	}
}

func TestAxiomsOnlyNeedsNoJudgements(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"collection.tsv", "queries.train.tsv"} {
		raw := must.Get(os.ReadFile(filepath.Join(demo, name)))(t)
		must.Do(t, os.WriteFile(filepath.Join(dir, name), raw, 0o666))
	}
	c := start(t, "demo", dir, func(c *configs.Config) {
		c.Gen.Vectors, c.Gen.Judged, c.Gen.Pairs, c.Gen.JudgedQueries = "", "0", "300", 0
	})
	c = ready(t, c)
	data, _, err := sampled(c)
	must.Do(t, err)
	if len(data) != 1 || len(data[0].Rows()) != 300 {
		t.Errorf("%d splits, %d rows; want 300 rows of the only split: 100 of each of three axioms", len(data), len(data[0].Rows()))
	}
}

// Under curriculum every pair of an axiom stands before every judged one, the rows are those of the mixed order, and each
// phase is shuffled as if it were alone.
func TestCurriculum(t *testing.T) {
	dir, data, _ := whole(t, func(c *configs.Config) { c.Gen.Order, c.Tokenize.OutputFormat = "curriculum", "jsonl" })
	_, mixed, _ := drawn(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "jsonl" })
	var phases [2][]pairs.Pair
	for _, r := range mixed[0].Rows() {
		if r.Source == pairs.Axiomatic {
			phases[0] = append(phases[0], r)
		} else {
			phases[1] = append(phases[1], r)
		}
	}
	if want := append(phases[0], phases[1]...); !reflect.DeepEqual(data[0].Rows(), want) || len(phases[0]) == 0 || len(phases[1]) == 0 {
		t.Error("the rows are not those of the mixed order, phase by phase")
	}
	if check, err := shard.Verify(context.Background(), filepath.Join(dir, "shards"), nil); err != nil {
		t.Error(err, check)
	}
}

// ready is a run with its candidates.
func ready(t testing.TB, c *prepare.Preparation) *prepare.Preparation {
	t.Helper()
	c = must.Get(c.All(context.Background()))(t)
	t.Cleanup(func() { c.Close() })
	return c
}

// sampled is a run's data set.
func sampled(c *prepare.Preparation) ([]dataset.SplitPairs, *account.Report, error) {
	data, err := dataset.Sample(context.Background(), c, nil)
	if err != nil {
		return nil, nil, err
	}
	return data.Sets, data.Report, nil
}

// A run is worth the same after its shards are written: its candidates are there, and it draws and writes the same once more.
func TestShardsLeaveTheRun(t *testing.T) {
	// Positives of all judgements: a warning that some are in no row would be counted once a draw.
	run := ready(t, start(t, "demo", demo, func(c *configs.Config) { c.Gen.Vectors, c.Gen.Positives = "", "all" }))
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
