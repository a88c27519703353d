package shard

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// collection is a small one made up of words, with pairs over it.
type collection struct {
	queries map[string]string
	docs    map[string][2]string // title, text
	vocab   *tokenize.Vocab
}

func (c *collection) input(splits ...Split) Input {
	tok, err := tokenize.New(c.vocab, tokenize.Defaults())
	if err != nil {
		panic(err)
	}
	return Input{Splits: splits, Tokenizer: tok,
		Query:    func(id string) (string, bool) { text, ok := c.queries[id]; return text, ok },
		Doc:      func(id string) (string, string, bool) { d, ok := c.docs[id]; return d[0], d[1], ok },
		Manifest: Manifest{ToolVersion: "test", Command: "test", Seed: 42},
	}
}

// words are those of the vocabulary of newCollection; the last two need "##" pieces.
var words = strings.Fields("red blue kite boat flies floats above lake hill wind calm water kites windy")

// newCollection makes queries q0.. and documents d0.. of random words. A third of the documents has a title; texts have
// capitals, accents, tabs and line breaks in places.
func newCollection(t testing.TB, queries, docs int) *collection {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = words[r.IntN(len(words))]
			switch r.IntN(40) {
			case 0:
				out[i] = strings.ToUpper(out[i])
			case 1:
				out[i] += ",\n"
			case 2:
				out[i] += "\tÄ"
			}
		}
		return strings.Join(out, " ")
	}
	c := &collection{queries: map[string]string{}, docs: map[string][2]string{}}
	for i := range queries {
		c.queries[fmt.Sprintf("q%d", i)] = text(2 + r.IntN(3))
	}
	for i := range docs {
		d := [2]string{"", fmt.Sprint("a", i%10, " ") + text(5+r.IntN(30))}
		if i%3 == 0 {
			d[0] = text(2)
		}
		c.docs[fmt.Sprintf("d%d", i)] = d
	}
	raw := "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n,\na\n##s\n##y\n" + strings.Join(words[:len(words)-2], "\n")
	for i := range 10 {
		raw += fmt.Sprintf("\n##%d", i)
	}
	v, err := tokenize.ParseVocab("vocab.txt", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	c.vocab = v
	return c
}

// edit changes the pairs of a split, in a table of its own.
func (s *Split) edit(change func(i int, p *pairs.Pair)) {
	before := s.Pairs
	s.Pairs = new(pairs.Table)
	for i, p := range before.All() {
		change(i, &p)
		s.Pairs.Append(&p)
	}
}

// sort puts the pairs of a split in order, in a table of its own; equal ones stay as they stand.
func (s *Split) sort(compare func(a, b pairs.Pair) int) {
	var rows []pairs.Pair
	for _, p := range s.Pairs.All() {
		rows = append(rows, p)
	}
	slices.SortStableFunc(rows, compare)
	s.Pairs = pairs.TableOf(rows)
}

// editOne changes one pair.
func (s *Split) editOne(number int, change func(p *pairs.Pair)) {
	s.edit(func(i int, p *pairs.Pair) {
		if i == number {
			change(p)
		}
	})
}

// pairs makes n pairs over the collection in a random order, some judged and some by an axiom.
func (c *collection) pairs(n int, seed uint64) []pairs.Pair {
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]pairs.Pair, n)
	for i := range out {
		p := pairs.Pair{Task: "pairwise", QueryID: fmt.Sprintf("q%d", r.IntN(len(c.queries))), Weight: 1, Margin: 1, PosLabel: 2, Source: pairs.Judged,
			PosID: fmt.Sprintf("d%d", r.IntN(len(c.docs)/2)), NegID: fmt.Sprintf("d%d", len(c.docs)/2+r.IntN(len(c.docs)/2))}
		if i%3 > 0 {
			p.Task, p.Axiom, p.Variant, p.Source, p.PosLabel = "ranking", "tfc1", "rennings", pairs.Axiomatic, 1
			p.PosRank, p.NegRank, p.PosScore, p.NegScore = new(int32(i)), new(int32(0)), new(1.5), new(0.0)
		} else {
			p.PosGrade, p.NegGrade = new(int32(1)), new(int32(0))
		}
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, i)
		out[i] = p
	}
	return out
}

// classed makes n rows of three-class tasks over the collection.
func (c *collection) classed(n int, seed uint64) []pairs.Pair {
	out := c.pairs(n, seed)
	for i := range out {
		p := &out[i]
		p.Axiom, p.Variant, p.Source, p.PosLabel, p.PosGrade, p.NegGrade = "reg", "klose", pairs.Axiomatic, 0, nil, nil
		p.Task, p.Class = [...]string{"reg", "anti_reg"}[i%2], new(int32(i%3))
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, i)
	}
	return out
}

// mixedSample is an input of two pairwise and two three-class tasks.
func mixedSample(t testing.TB) (*collection, Input) {
	c := newCollection(t, 20, 80)
	rows := func(n int, seed uint64) []pairs.Pair {
		all := append(c.pairs(n, seed), c.classed(n/2, seed+10)...)
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	in := c.input(Split{Name: "train", Pairs: pairs.TableOf(rows(650, 1))}, Split{Name: "dev", Pairs: pairs.TableOf(rows(100, 2))})
	in.Rankings = toEvaluate
	return c, in
}

// toEvaluate are rankings over any collection of newCollection.
var toEvaluate = []Ranking{{"dev", "q0", []Ranked{{"d5", true}, {"d2", false}}}, {"dev", "q1", []Ranked{{"d0", false}}}}

// files reads every file below dir but the journal.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() || item.Name() == ".journal" {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sortedNames(m map[string]string) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
