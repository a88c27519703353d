package dataset_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// rows writes the rows of a data set, sorted: split, query, preferred document > other one, and the axiom.
func rows(data *dataset.Data) (lines []string) {
	for _, s := range data.Sets {
		for _, r := range s.Pairs.All() {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s>%s %s", s.Split, r.QueryID, r.PosID, r.NegID, r.Axiom)))
		}
	}
	slices.Sort(lines)
	return lines
}

func sampled(t *testing.T, edit func(*configs.Config)) *dataset.Data {
	t.Helper()
	return must.Get(dataset.Sample(t.Context(), chaintest.All(t, edit), nil))(t)
}

// held are the rows of dev and test: each relevant candidate above each other one.
var held = []string{"dev q3 d3>d2", "dev q3 d3>d5", "dev q3 d3>d6", "dev q3 d3>d8", "test q4 d5>d3", "test q4 d5>d4", "test q4 d5>d7",
	"test q5 d6>d7"}

// The rows by hand. Judged: d2 is relevant to q1 and d8 repeats it; d4 is relevant to q2. tfc1 prefers d1 to d2 (judged the opposite), d8
// (suspect), d3 and d7 for q1, and d4 to all for q2 (judged pairs already). lnc1 prefers what has no word exactly once more.
func TestRows(t *testing.T) {
	judged := []string{"train q1 d2>d1", "train q1 d2>d3", "train q1 d2>d7", "train q2 d4>d1", "train q2 d4>d2", "train q2 d4>d8"}
	for _, c := range []struct {
		name string
		edit func(g *configs.Gen)
		want [][]string
	}{
		{"judged pairs alone", func(g *configs.Gen) { g.Axioms = "" }, [][]string{judged, held}},
		{"tfc1", func(*configs.Gen) {}, [][]string{judged, held, {"train q1 d1>d3 tfc1", "train q1 d1>d7 tfc1"}}},
		{"lnc1", func(g *configs.Gen) { g.Axioms = "lnc1" },
			[][]string{judged, held, {"train q1 d3>d7 lnc1", "train q2 d1>d2 lnc1", "train q2 d1>d8 lnc1"}}},
		{"judged negatives", func(g *configs.Gen) { g.Axioms, g.AssumedNegatives, g.AddJudged = "", "off", "on" },
			[][]string{{"train q1 d2>d3", "train q1 d6>d3", "train q2 d4>d1", "test q5 d6>d7"}}}, // d6 is a candidate then
	} {
		t.Run(c.name, func(t *testing.T) {
			got, want := rows(sampled(t, func(cfg *configs.Config) { c.edit(&cfg.Gen) })), slices.Sorted(slices.Values(slices.Concat(c.want...)))
			if !slices.Equal(got, want) {
				t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// The account of a pool says where each preference went. By hand, as in TestRows.
func TestAccount(t *testing.T) {
	p := sampled(t, nil).Report.Pools()[0]
	left := p.LeftOut
	got := []int{p.Found, left["non_relevant_over_relevant"], left["already_judged"], left["same_text"], p.InPool(), p.Drawn, p.Asked, p.Short}
	if want := []int{7, 1, 3, 1, 2, 2, 6, 4}; !slices.Equal(got, want) {
		t.Errorf("mined, against judgements, judged already, suspect, in the pool, taken, wanted, short: %d, want %d", got, want)
	}
}

// Counts are those of every split: for each query its document with two or three of the word above each with one.
func TestMine(t *testing.T) {
	p := chaintest.All(t, nil)
	counts := must.Get(dataset.Mine(t.Context(), p))(t)
	for split, want := range map[string]int{"train": 4 + 3, "dev": 4, "test": 3 + 1} {
		must.Equal(t, counts["tfc1"][split].Instances, want, "%s: instances", split)
	}
	// of train's preferences one is between two judged documents, d4 above d1; the others with one relevant document do not count
	if got := counts["tfc1"]["train"].Agreement; got == nil || *got != 1 {
		t.Errorf("agreement %v", got)
	}
	for _, name := range []string{account.Name, dataset.CountsPage} {
		if _, err := fs.ReadFile(p.Run.Out.FS(), name); err != nil {
			t.Error(err)
		}
	}
}

// A second run over the same folder reads the rows that the first one drew.
func TestRowsAreReadAgain(t *testing.T) {
	checkReadAgain(t, chaintest.Config(t, nil), chaintest.Claim(t))
}

// So does one over test sets of three-class tasks.
func TestSetsAreReadAgain(t *testing.T) {
	c, out := chaintest.Config(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.ClassTest, c.Gen.OnShortage = "", "ranking=2,tfc1=1,tfc1(delta=2)=1", 4, "accept"
	}), chaintest.Claim(t)
	names := checkReadAgain(t, c, out)
	for _, set := range []string{"test.stratified", "test.random"} {
		if !slices.Contains(names, set) {
			t.Errorf("no set %s among %q", set, names)
		}
	}
}

// checkReadAgain draws rows twice into one folder, compares them, and returns the names of their sets.
func checkReadAgain(t *testing.T, c *configs.Config, out *result.Dir) (names []string) {
	t.Helper()
	var seen []string
	for range 2 {
		p := chaintest.AllIn(t, c, out)
		data := must.Get(dataset.Sample(t.Context(), p, nil))(t)
		names = nil
		for _, s := range data.Sets {
			names = append(names, account.SetName(s.Split, s.Set))
		}
		seen = append(seen, strings.Join(append(rows(data), names...), "\n"))
		p.Close()
	}
	if seen[0] != seen[1] {
		t.Errorf("first\n%s\nthen\n%s", seen[0], seen[1])
	}
	return names
}

// In a three-class task of tfc1 the class of two documents is how the counts of the query's word compare: 0 fewer, 1 as many, 2 more.
func TestThreeClasses(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Mixture, c.Gen.ClassTest, c.Gen.OnShortage = "", "ranking=2,tfc1=1,pairs:lnc1=1", 4, "accept"
	})
	data := must.Get(dataset.Sample(t.Context(), p, nil))(t)
	words := map[string]string{}
	for _, s := range p.Splits {
		for _, q := range s.Queries {
			words[q.ID] = q.Text
		}
	}
	count := func(id, word string) int {
		d, ok := p.Index.Doc(id)
		if !ok {
			t.Fatalf("no document %s", id)
		}
		return strings.Count(p.Index.Texts().FullText(d), word)
	}
	tasks := map[string]int{}
	for _, s := range data.Sets {
		for _, r := range s.Pairs.All() {
			tasks[s.Split+" "+r.Task]++
			if r.Class == nil {
				continue
			}
			word := words[r.QueryID]
			if want := cmp.Compare(count(r.PosID, word), count(r.NegID, word)) + 1; int(*r.Class) != want {
				t.Errorf("%s: %s and %s are of class %d, want %d", word, r.PosID, r.NegID, *r.Class, want)
			}
		}
	}
	// six judged pairs: two of ranking for each of the others, as far as pools reach: lnc1 has three
	if tasks["train pairwise"] != 6 || tasks["train tfc1"] != 3 || tasks["train pairs:lnc1"] != 3 || tasks["dev tfc1"] == 0 {
		t.Errorf("rows by split and task: %v", tasks)
	}
}
