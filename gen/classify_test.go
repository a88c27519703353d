package gen_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// classified draws a mixture of the embedded collection.
func classified(t *testing.T, edit func(*configs.Gen)) (*prepare.Preparation, []dataset.SplitPairs, *account.Report, error) {
	t.Helper()
	c := start(t, "demo", demo, func(cfg *configs.Config) {
		g := &cfg.Gen
		g.Vectors, g.Axioms, g.JudgedQueries, g.ClassTest = "", "", 0, 60
		g.Mixture = "ranking=4,m-and=1,tfc1(delta_star=0.3)=1"
		if edit != nil {
			edit(g)
		}
	})
	c = ready(t, c)
	data, report, err := sampled(c)
	return c, data, report, err
}

// byTask counts rows by task, and by class where they have one.
func byTask(rows []pairs.Pair) (tasks map[string]int, classes map[string][sample.Classes]int) {
	tasks, classes = map[string]int{}, map[string][sample.Classes]int{}
	for _, r := range rows {
		tasks[r.Task]++
		if r.Class != nil {
			n := classes[r.Task]
			n[*r.Class]++
			classes[r.Task] = n
		}
	}
	return tasks, classes
}

func equalClasses(n [sample.Classes]int) bool { return slices.Max(n[:])-slices.Min(n[:]) <= 1 }

func TestMixtureByRatios(t *testing.T) {
	_, data, report, err := classified(t, nil)
	must.Do(t, err)
	tasks, classes := byTask(data[0].Rows())
	p := report.Judged("train").Drawn // ranking = 4 sixths of all, so every other task is a quarter of it, by largest remainder
	for _, name := range []string{"m-and", "tfc1(delta_star=0.3)"} {
		if n := tasks[name]; n != p/4 && n != (p+3)/4 {
			t.Errorf("%d rows of %s beside %d ranking pairs", n, name, p)
		}
		if !equalClasses(classes[name]) {
			t.Errorf("classes of %s: %v", name, classes[name])
		}
	}
	if tasks["pairwise"] != p || len(data[0].Rows()) != p*6/4 || report.Mixture()["ranking"] != p {
		t.Errorf("%v of %d rows, mixture %v", tasks, len(data[0].Rows()), report.Mixture())
	}
}

// Every row says what the axiom says of its two documents, the first of which stands first in the collection, and its
// precondition holds.
func TestClassIsTheAxiomsVerdict(t *testing.T) {
	c, data, _, err := classified(t, nil)
	must.Do(t, err)
	texts := map[string]string{}
	for _, s := range c.Splits {
		for _, q := range s.Queries {
			texts[q.ID] = q.Text
		}
	}
	checked := 0
	for _, d := range data {
		for _, r := range d.Rows() {
			if r.Class == nil {
				continue
			}
			a := must.Get(axioms.Parse(r.Task))(t)
			d1, _ := c.Index.Doc(r.PosID)
			d2, _ := c.Index.Doc(r.NegID)
			judge := a.(axioms.Preference).Bind(axioms.Query{Terms: index.AnalyseQuery(c.Index, texts[r.QueryID])},
				&axioms.Collection{Stats: c.Index})
			judge.Load([]axioms.Doc{{Terms: c.Index.Terms(d1)}, {Terms: c.Index.Terms(d2)}})
			v := judge.Compare(0, 1)
			if d1 >= d2 || !v.Precondition() || v.Preference()+1 != int(*r.Class) {
				t.Fatalf("%+v: documents %d and %d, verdict %d", r, d1, d2, v)
			}
			if want := pairs.NewUID(r.Task, r.Task, r.QueryID, r.PosID, r.NegID, 0); r.UID != want || r.Source != pairs.Axiomatic ||
				r.Axiom != r.Task {
				t.Fatalf("%+v: want uid %s", r, want)
			}
			checked++
		}
	}
	if checked < 500 {
		t.Errorf("only %d rows were checked", checked)
	}
}

func TestTestSets(t *testing.T) {
	c, data, report, err := classified(t, nil)
	must.Do(t, err)
	var names []string
	words := map[string]bool{}
	texts := map[string]string{}
	for _, s := range c.Splits {
		for _, q := range s.Queries {
			texts[q.ID] = q.Text
			for _, w := range strings.Fields(q.Text) {
				words[w] = words[w] || s.Name == "train"
			}
		}
	}
	notes, asSaid := map[string]int{}, map[string]int{} // by set, earlier set and task: rows in both
	for _, r := range report.Of(account.Classes) {
		for note, n := range r.Noted {
			asSaid[strings.Join([]string{account.SetName(r.Split, r.Set), note, r.Task}, " ")] = n
		}
	}
	for i, d := range data {
		for _, e := range data[:i] {
			for _, r := range d.Rows() {
				if r.Class != nil && slices.ContainsFunc(e.Rows(), func(other pairs.Pair) bool { return other.UID == r.UID }) {
					notes[strings.Join([]string{account.SetName(d.Split, d.Set), "also_in_" + account.SetName(e.Split, e.Set), r.Task}, " ")]++
				}
			}
		}
	}
	if diff := cmp.Diff(notes, asSaid); diff != "" || len(notes) == 0 {
		t.Error("rows in two sets: ", diff)
	}
	for _, d := range data {
		tasks, classes := byTask(d.Rows())
		names = append(names, strings.TrimSuffix(d.Split+"."+d.Set, "."))
		counted := 0
		for _, r := range report.Rows {
			if (r.What == account.Pairs || r.What == account.Classes) && r.Split == d.Split && r.Set == d.Set {
				counted += r.Drawn
			}
		}
		if counted != len(d.Rows()) {
			t.Errorf("the account says %d rows of %s, there are %d", counted, names[len(names)-1], len(d.Rows()))
		}
		if d.Split == "train" {
			continue
		}
		if d.Set != "" && tasks["pairwise"] != 0 || d.Set == "" && tasks["pairwise"] == 0 {
			t.Errorf("%s %s holds %d ranking pairs", d.Split, d.Set, tasks["pairwise"])
		}
		for task, n := range classes {
			if !strings.HasPrefix(d.Set, "unique") && tasks[task] != 60 || strings.HasSuffix(d.Set, "stratified") && !equalClasses(n) {
				t.Errorf("%s %s: %v of %s", d.Split, d.Set, n, task)
			}
		}
		for _, r := range d.Rows() {
			if strings.HasPrefix(d.Set, "unique") && slices.ContainsFunc(strings.Fields(texts[r.QueryID]), func(w string) bool { return words[w] }) {
				t.Fatalf("%s: query %q shares a word with a training query", d.Set, texts[r.QueryID])
			}
		}
	}
	for _, want := range []string{"train", "dev", "test", "test.stratified", "test.random", "test.unique-stratified", "test.unique-random"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s among %v", want, names)
		}
	}
}

// What a task lacks makes the run fail, and each way out does what it says.
func TestShortage(t *testing.T) {
	short := func(word string) func(*configs.Gen) {
		return func(g *configs.Gen) { g.Mixture, g.OnShortage = "ranking=200,m-and=1000000", word }
	}
	_, _, _, err := classified(t, short("fail"))
	var f *errs.Error
	if !errors.As(err, &f) || f.Kind != errs.Shortfall || !strings.Contains(f.Problem, "m-and: 1,000,000 rows wanted") {
		t.Errorf("fail: %v", err)
	}
	_, data, report, err := classified(t, short("shrink"))
	must.Do(t, err)
	size := 0
	for _, task := range report.Of(account.Classes) {
		if task.Split == "train" {
			size = 3 * slices.Min(task.FoundByClass)
		}
	}
	tasks, classes := byTask(data[0].Rows())
	if tasks["pairwise"] != 200 || tasks["m-and"] < size || tasks["m-and"] > size+2 || !equalClasses(classes["m-and"]) {
		t.Errorf("shrink: %v, %v; the smallest class thrice is %d", tasks, classes, size)
	}
	there := tasks["m-and"]
	said := func(asked, given int, warning string) {
		t.Helper()
		shares := slices.DeleteFunc(report.Of(account.Shares), func(r account.Row) bool { return r.Task != "m-and" })
		if len(shares) != 1 || shares[0].Asked != asked || shares[0].Found != there || shares[0].Drawn != given ||
			!slices.Contains(report.Warnings, warning) {
			t.Errorf("the account tells %+v and %q, want %d of %d and %q", shares, report.Warnings, given, asked, warning)
		}
	}
	said(1000000, there, fmt.Sprintf("m-and: 1,000,000 rows wanted, %s given (on_shortage: shrink)", terminal.Group(there)))
	_, data, report, err = classified(t, short("skip"))
	must.Do(t, err)
	if tasks, _ := byTask(data[0].Rows()); tasks["pairwise"] != 200 || tasks["m-and"] != 0 {
		t.Errorf("skip: %v", tasks)
	}
	said(1000000, 0, "m-and: 1,000,000 rows wanted, 0 given (on_shortage: skip)")
	_, data, report, err = classified(t, func(g *configs.Gen) { short("repeat")(g); g.Mixture = "ranking=200,m-and=40000" })
	must.Do(t, err)
	uids := map[string]bool{}
	for _, r := range data[0].Rows() {
		uids[r.UID] = true
	}
	if tasks, classes := byTask(data[0].Rows()); tasks["m-and"] != 40000 || !equalClasses(classes["m-and"]) || len(uids) != 40200 {
		t.Errorf("repeat: %v, %v, %d different uids", tasks, classes, len(uids))
	}
	said(40000, 40000, fmt.Sprintf("m-and: 40,000 rows wanted, %s there: they come again (on_shortage: repeat)", terminal.Group(there)))
}

// A larger mixture contains the smaller one.
func TestMixtureIsNested(t *testing.T) {
	_, small, _, err := classified(t, func(g *configs.Gen) { g.Mixture, g.ClassTest = "ranking=150,m-and=101", 0 })
	must.Do(t, err)
	_, large, _, err := classified(t, func(g *configs.Gen) { g.Mixture, g.ClassTest = "ranking=300,m-and=404", 0 })
	must.Do(t, err)
	in := map[string]bool{}
	for _, r := range large[0].Rows() {
		in[r.UID] = true
	}
	for _, r := range small[0].Rows() {
		if !in[r.UID] {
			t.Fatalf("%+v is not in the larger mixture", r)
		}
	}
	if len(small[0].Rows()) != 251 || len(large[0].Rows()) != 704 {
		t.Errorf("%d and %d rows", len(small[0].Rows()), len(large[0].Rows()))
	}
}

// A resumed run reads back the same rows, test sets too.
func TestMixtureIsReadBack(t *testing.T) {
	c, data, report, err := classified(t, nil)
	must.Do(t, err)
	out := must.Get(result.Claim(c.Run.Out.Path("."), result.Resume))(t)
	again := must.Get(gen.Start(c.Run.Config, out, nil, "test"))(t)
	defer again.Close()
	again = ready(t, again)
	read, ledger, err := sampled(again)
	must.Do(t, err)
	if len(read) != len(data) {
		t.Fatalf("%d sets were read, %d written", len(read), len(data))
	}
	for i := range data {
		if diff := cmp.Diff(data[i].Rows(), read[i].Rows(), cmpopts.EquateEmpty()); diff != "" || read[i].Split != data[i].Split ||
			read[i].Set != data[i].Set {
			t.Errorf("%s %s differs: %s", data[i].Split, data[i].Set, diff)
		}
	}
	if diff := cmp.Diff(report, ledger, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("ledger differs: %s", diff)
	}
}

// Three-class tasks asked of chosen queries of every split: their rows, and the test sets beside them, are of these queries;
// the unique sets are of training queries that share no word with any of them; dev and test have rows of the queries that
// were not chosen.
func TestClassQueries(t *testing.T) {
	c, data, report, err := classified(t, func(g *configs.Gen) {
		g.Mixture, g.ClassTest, g.ClassQueries, g.UniqueQueries, g.UniqueTest = "ranking=4,m-and=1", 60, "train=4,dev=2,test=3", 5, 20
	})
	must.Do(t, err)
	splitOf, texts := map[string]string{}, map[string]string{}
	for _, s := range c.Splits {
		for _, q := range s.Queries {
			splitOf[q.ID], texts[q.ID] = s.Name, q.Text
		}
	}
	of := func(name string) (queries map[string]map[string]bool, rows, judged int, uids map[string]bool) {
		queries, uids = map[string]map[string]bool{}, map[string]bool{}
		for _, d := range data {
			if strings.TrimSuffix(d.Split+"."+d.Set, ".") != name {
				continue
			}
			for _, r := range d.Rows() {
				if r.Class == nil {
					judged++
					continue
				}
				rows++
				uids[r.UID] = true
				if queries[splitOf[r.QueryID]] == nil {
					queries[splitOf[r.QueryID]] = map[string]bool{}
				}
				queries[splitOf[r.QueryID]][r.QueryID] = true
			}
		}
		return queries, rows, judged, uids
	}
	asked, rows, _, training := of("train")
	if len(asked["train"]) > 4 || len(asked["dev"]) > 2 || len(asked["test"]) > 3 || len(asked) != 3 || rows != report.Mixture()["m-and"] ||
		rows == 0 {
		t.Errorf("%d rows of %v, mixture %v", rows, asked, report.Mixture())
	}
	words := map[string]bool{}
	for _, queries := range asked {
		for id := range queries {
			for _, w := range strings.Fields(texts[id]) {
				words[w] = true
			}
		}
	}
	for _, set := range []string{"test.stratified", "test.random"} {
		queries, rows, judged, drawn := of(set)
		for split, ids := range queries {
			for id := range ids {
				if !asked[split][id] {
					t.Errorf("%s: query %s of %s was not asked", set, id, split)
				}
			}
		}
		again := 0
		for uid := range drawn {
			if training[uid] {
				again++
			}
		}
		if rows != 60 || judged > 0 || again == rows {
			t.Errorf("%s: %d rows and %d judged pairs, %d of them trained on", set, rows, judged, again)
		}
	}
	for _, set := range []string{"test.unique-stratified", "test.unique-random"} {
		queries, rows, _, _ := of(set)
		if rows == 0 || rows > 20 || len(queries) != 1 || len(queries["train"]) > 5 {
			t.Errorf("%s: %d rows of %v", set, rows, queries)
		}
		for id := range queries["train"] {
			if slices.ContainsFunc(strings.Fields(texts[id]), func(w string) bool { return words[w] }) {
				t.Errorf("%s: %q shares a word with a query that was asked", set, texts[id])
			}
		}
	}
	for _, split := range []string{"dev", "test"} {
		queries, rows, judged, _ := of(split)
		if rows != 60 || judged == 0 || len(queries) != 1 {
			t.Errorf("%s: %d rows and %d judged pairs of %v", split, rows, judged, queries)
		}
		for id := range queries[split] {
			if asked[split][id] {
				t.Errorf("%s: query %s is trained on", split, id)
			}
		}
	}
}
