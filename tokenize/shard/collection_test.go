package shard

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// shared finds a file of the data beside the module, and skips the test where there is none.
func shared(t testing.TB, path ...string) string {
	t.Helper()
	full := filepath.Join(append([]string{"..", "..", "..", "shared"}, path...)...)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("no %s beside the module", filepath.Join(path...))
	}
	return full
}

func inputOf(c *shardtest.Collection, splits ...plan.Split) Input {
	tok, err := tokenize.New(c.Vocab, tokenize.Defaults())
	if err != nil {
		panic(err)
	}
	return Input{Data: Data{Splits: splits, Tokenizer: tok,
		Query: func(id string) (string, bool) { text, ok := c.Queries[id]; return text, ok },
		Doc:   func(id string) (string, string, bool) { d, ok := c.Docs[id]; return d[0], d[1], ok }},
		Manifest: Manifest{ToolVersion: "test", Command: "test", Seed: 42},
	}
}

// edit changes the pairs of a split, in a table of its own.
func editPairs(s *plan.Split, change func(i int, p *pairs.Pair)) {
	before := s.Pairs
	s.Pairs = new(pairs.Table)
	for i, p := range before.All() {
		change(i, &p)
		s.Pairs.Append(&p)
	}
}

// sort puts the pairs of a split in order, in a table of its own; equal ones stay as they stand.
func sortPairs(s *plan.Split, compare func(a, b pairs.Pair) int) {
	var rows []pairs.Pair
	for _, p := range s.Pairs.All() {
		rows = append(rows, p)
	}
	slices.SortStableFunc(rows, compare)
	s.Pairs = pairs.TableOf(rows)
}

// editPair changes one pair.
func editPair(s *plan.Split, number int, change func(p *pairs.Pair)) {
	editPairs(s, func(i int, p *pairs.Pair) {
		if i == number {
			change(p)
		}
	})
}

// mixedSample is an input of two pairwise and two three-class tasks.
func mixedSample(t testing.TB) (*shardtest.Collection, Input) { return mixedOf(t, 650, 100) }

// fewer is mixedSample with an eighth of the rows, but for the night: for what is done with every format.
func fewer(t testing.TB) (*shardtest.Collection, Input) {
	part := nightly.Stride(t, "rows", 8)
	return mixedOf(t, 650/part, 100/part)
}

// mixedOf is mixedSample with so many pairs for training and to develop, and half as many triples of classes.
func mixedOf(t testing.TB, train, dev int) (*shardtest.Collection, Input) {
	c := shardtest.NewCollection(t, 20, 80)
	rows := func(n int, seed uint64) []pairs.Pair {
		all := append(c.Pairs(n, seed), c.ClassRows(n/2, seed+10)...)
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows(train, 1))}, plan.Split{Name: "dev", Pairs: pairs.TableOf(rows(dev,
		2))})
	in.Rankings, in.Lists = toEvaluate, toLearn
	return c, in
}

// toEvaluate are rankings over any collection of newCollection.
var toEvaluate = []plan.Ranking{{Split: "dev", QueryID: "q0", Docs: []plan.RankedDoc{{DocID: "d5", Relevant: true}, {DocID: "d2",
	Relevant: false}}}, {Split: "dev", QueryID: "q1", Docs: []plan.RankedDoc{{DocID: "d0", Relevant: false}}}}

// toLearn are lists over any collection of newCollection; the features of a document are its place and a half, and minus a third.
var toLearn = &plan.Lists{Features: []string{"place", "third"}, Basis: "here", Queries: []plan.List{
	{Split: "train", QueryID: "q2", Docs: []plan.Listing{{DocID: "d5", Grade: 2, Score: 3}, {DocID: "d2", Score: 1}}},
	{Split: "train", QueryID: "q3", Docs: []plan.Listing{{DocID: "d1", Score: 1}}},
	{Split: "dev", QueryID: "q0", Docs: []plan.Listing{{DocID: "d7", Score: 2}, {DocID: "d3", Grade: 1, Score: math.NaN()}}}},
	Describer: func() func(l plan.List) [][]float64 {
		return func(l plan.List) (features [][]float64) {
			for i := range l.Docs {
				features = append(features, []float64{float64(i) + .5, -1.0 / 3})
			}
			return features
		}
	}}

// files reads every file below dir but the journal.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	must.Do(t, filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() || item.Name() == ".journal" {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(raw)
		return err
	}))
	return out
}

func sortedNames(m map[string]string) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
