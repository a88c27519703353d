package prepare_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// candidates writes the queries of a run with their candidates: a judged one with its grade, a repeat of a relevant one with ~, and behind
// a bar the relevant documents that are no candidates.
func candidates(p *prepare.Preparation) (lines []string) {
	for _, s := range p.Splits {
		for _, q := range s.Queries {
			words := []string{s.Name, q.ID + ":"}
			for _, d := range q.Docs {
				word := d.ID(p.Index)
				if d.Judged {
					word += fmt.Sprintf("=%d", d.Grade)
				}
				if d.Twin != pairs.NoTwin {
					word += "~"
				}
				words = append(words, word)
			}
			if len(q.Outside) > 0 {
				words = append(words, "|")
			}
			for _, d := range q.Outside {
				words = append(words, fmt.Sprintf("%s=%d", d.ID(p.Index), d.Grade))
			}
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return lines
}

// The candidates of a query hold its word: first the documents with more of it, then the shorter ones, then the earlier ones. All by hand.
func TestCandidates(t *testing.T) {
	const q2, q3, q4, q5 = "train q2: d4=2 d2 d8 d1=0", "dev q3: d3=1 d2 d5 d6 d8", "test q4: d5=1 d4 d7 d3", "test q5: d6=1 d7=0"
	run := func(rows string) func(t *testing.T, g *configs.Gen) {
		return func(t *testing.T, g *configs.Gen) {
			g.Run = filepath.Join(chaintest.Write(t, map[string]string{"run.txt": rows}), "run.txt")
		}
	}
	for _, c := range []struct {
		name string
		edit func(t *testing.T, g *configs.Gen)
		want []string
	}{
		{"as it comes", func(*testing.T, *configs.Gen) {}, []string{"train q1: d1 d2=1 d7 d8~ d3=0 | d6=1", q2, q3, q4, q5}},
		{"two hits", func(_ *testing.T, g *configs.Gen) { g.Hits = 2 },
			[]string{"train q1: d1 d2=1 | d6=1", "train q2: d4=2 d2", "dev q3: d3=1 d2", "test q4: d5=1 d4", q5}},
		{"relevant ones added", func(_ *testing.T, g *configs.Gen) { g.AddJudged = "relevant" },
			[]string{"train q1: d1 d2=1 d7 d8~ d3=0 d6=1", q2, q3, q4, q5}},
		{"judged ones added", func(_ *testing.T, g *configs.Gen) { g.Hits, g.AddJudged = 2, "on" },
			[]string{"train q1: d1 d2=1 d3=0 d6=1", "train q2: d4=2 d2 d1=0", "dev q3: d3=1 d2", "test q4: d5=1 d4", q5}},
		{"grade 2 alone is relevant", func(_ *testing.T, g *configs.Gen) { g.MinGrade = 2 },
			[]string{"train q1: d1 d2=1 d7 d8 d3=0", q2, q3, q4, q5}},
		{"a run of others", run("q1 Q0 d3 1 9 x\nq1 Q0 d4 2 8 x\nq3 Q0 d1 1 1 x\nq4 Q0 d1 1 1 x\n"),
			[]string{"train q1: d3=0 d4 | d2=1 d6=1", "train q2: | d4=2", "dev q3: d1 | d3=1", "test q4: d1 | d5=1", "test q5: | d6=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := chaintest.All(t, func(cfg *configs.Config) { c.edit(t, &cfg.Gen) })
			got := candidates(p)
			if !slices.Equal(got, c.want) {
				t.Errorf("candidates are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A document with the query's id is no candidate, and no query then has more candidates than hits. By hand: d1 would be the first of apple;
// the second one of pear is d2.
func TestDropSelf(t *testing.T) {
	files := maps.Clone(chaintest.Files)
	files["queries.train.tsv"], files["qrels.train.txt"] = "d1\tapple\nq2\tpear\n", "d1 0 d2 1\nq2 0 d4 2\n"
	p := chaintest.All(t, func(c *configs.Config) { c.Gen.Data, c.Gen.DropSelf, c.Gen.Hits = chaintest.Write(t, files), "on", 2 })
	if got, want := candidates(p)[:2], []string{"train d1: d2=1 d7", "train q2: d4=2 d2"}; !slices.Equal(got, want) {
		t.Errorf("candidates are %q, want %q", got, want)
	}
}

// What cannot be prepared is refused in one line.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		edit func(g *configs.Gen)
		want string
	}{
		{func(g *configs.Gen) { g.Retrieval = "bm52" }, `unknown retrieval model "bm52"`},
		{func(g *configs.Gen) { g.Retrieval, g.Mu = "ql", 0 }, "gen.mu: 0 is not positive"},
		{func(g *configs.Gen) { g.Retrieval, g.Lambda = "qljm", 2 }, "gen.lambda: 2 is not above 0 and at most 1"},
		{func(g *configs.Gen) { g.Retrieval, g.Feedback = "rm3", "docs=0" }, `gen.feedback: "docs=0"`},
		{func(g *configs.Gen) { g.Vectors = "/nowhere/glove.txt" }, "no word vectors at /nowhere/glove.txt"},
		{func(g *configs.Gen) { g.Similarity, g.Axioms = "wordnet:/nowhere", "reg" }, "/nowhere"},
		{func(g *configs.Gen) { g.Similarity, g.Axioms = "thesaurus", "reg" }, `gen.similarity: "thesaurus"`},
		{func(g *configs.Gen) { g.Axioms = "run(/nowhere/run.txt)" }, "/nowhere/run.txt"},
		{func(g *configs.Gen) { g.Index = "/nowhere/index" }, "/nowhere/index"},
		{func(g *configs.Gen) {
			g.Run = filepath.Join(chaintest.Write(t, map[string]string{"run.txt": "q1 Q0 d1 1 2 x\nq1 Q0 d99 2 1 x\n"}), "run.txt")
		}, "run.txt:2: "},
	} {
		config := chaintest.Config(t, func(cfg *configs.Config) { c.edit(&cfg.Gen) })
		p, err := prepare.Start(stage.NewRun(config, chaintest.Claim(t), nil, "test"))
		if err == nil {
			if p, err = p.All(t.Context()); err == nil {
				p.Close()
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
