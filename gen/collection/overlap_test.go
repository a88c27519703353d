package collection

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// split returns a split whose queries have the given texts and ids of the split's name and a number, each with a judgement and a run row.
func split(name string, texts ...string) Topics {
	t := Topics{Split: name}
	for i, text := range texts {
		id := fmt.Sprint(name, i)
		t.Queries = append(t.Queries, corpus.Query{ID: id, Text: text})
		t.Qrels = append(t.Qrels, corpus.Qrel{QueryID: id, DocID: "d", Grade: 1})
		t.Run = append(t.Run, corpus.RunRow{QueryID: id, DocID: "d", Rank: 1})
	}
	return t
}

// copyOf returns topics with slices of their own.
func copyOf(topics []Topics) []Topics {
	list := slices.Clone(topics)
	for i := range list {
		list[i].Queries, list[i].Qrels, list[i].Run = slices.Clone(list[i].Queries), slices.Clone(list[i].Qrels), slices.Clone(list[i].Run)
	}
	return list
}

// TestDivideChangesNothing: whatever a configuration leaves out, what it is given stays as it is; an experiment divides it again.
func TestDivideChangesNothing(t *testing.T) {
	for name, edit := range map[string]func(*configs.Gen){
		"limit":    func(g *configs.Gen) { g.Limit = 1 },
		"share":    func(g *configs.Gen) { g.QuerySample = "0.3" },
		"overlaps": func(g *configs.Gen) { g.OnOverlap = overlapDrop },
		"all": func(g *configs.Gen) {
			g.Limit, g.QuerySample, g.OnOverlap, g.TrainOn = 1, "dev=0.5", overlapDrop, "dev"
		},
	} {
		for _, splits := range []Splits{{Given: true}, {Folds: 2}, {Hash: [3]int{50, 25, 25}}} {
			given := []Topics{split("train", "a", "b", "c", "A"), split("dev", "b", "e"), split("test", "f", "a")}
			before := copyOf(given)
			g := &configs.Gen{}
			edit(g)
			first, _, err := Divide(g, given, splits, 0)
			if err != nil {
				if splits.Given {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if !reflect.DeepEqual(given, before) {
				t.Errorf("%s, %+v: the given topics are other ones", name, splits)
			}
			second, _, err := Divide(g, given, splits, 0)
			if err != nil || !reflect.DeepEqual(first, second) {
				t.Errorf("%s, %+v: divided again they are other ones, %v", name, splits, err)
			}
		}
	}
}

// TestLimit: the first queries of each split, with what belongs to them alone.
func TestLimit(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 3: 2} {
		topics := split("dev", "a", "b")
		topics.limit(n)
		if len(topics.Queries) != want || len(topics.Qrels) != want || len(topics.Run) != want || topics.Qrels[0].QueryID != "dev0" {
			t.Errorf("%d: %+v", n, topics)
		}
	}
}

// TestOverlaps counts by hand: train has "b" of dev, and "a" twice, once in capitals, of test.
func TestOverlaps(t *testing.T) {
	topics := []Topics{split("test", "f", "a"), split("train", "a", "b", "c", "A"), split("dev", " B ", "e", "f")}
	var found []string
	for _, o := range FindOverlaps(topics) {
		found = append(found, o.String())
	}
	want := []string{"overlap: 1 query of dev is in train", "overlap: 1 query of test is in train", "overlap: 1 query of test is in dev"}
	if !slices.Equal(found, want) {
		t.Errorf("%q, want %q", found, want)
	}
	for word, c := range map[string]struct {
		queries int // of train
		said    string
	}{
		overlapDrop: {1, "overlap: 1 query of test is in train too (same text but for case and white space): 2 left out of train; " +
			"--set on_overlap=keep leaves them"},
		OverlapKeep: {4, "overlap: 1 query of test is in train too, and stay in both (--set on_overlap=keep)"},
	} {
		g := &configs.Gen{}
		g.OnOverlap = word
		out, list, err := dropOverlaps(g, topics)
		if err != nil || len(list) != 3 || len(out[1].Queries) != c.queries || list[0].Sentence() != c.said || len(out[0].Queries) != 2 {
			t.Errorf("%s: %q, %v, %+v", word, list[0].Sentence(), err, out)
		}
	}
	g := &configs.Gen{}
	g.OnOverlap = overlapError
	if _, _, err := dropOverlaps(g, topics); err == nil || !strings.Contains(err.Error(), "overlap: 1 query of test is in train") {
		t.Errorf("%v", err)
	}
	g.OnOverlap = overlapDrop
	if _, _, err := dropOverlaps(g, []Topics{split("train", "a"), split("test", "A")}); err == nil ||
		!strings.Contains(err.Error(), "none of them is left") {
		t.Errorf("%v", err)
	}
}

// Queries of one text are one group under the smallest id.
func TestGroups(t *testing.T) {
	queries := []corpus.Query{{ID: "b", Text: "Red Fox"}, {ID: "a", Text: "red  fox"}, {ID: "c", Text: "blue"}, {ID: "e"}, {ID: "d"}}
	got, n := rankByHash(queries, 1)
	want, _ := rankByHash([]corpus.Query{{ID: "a"}, {ID: "c"}, {ID: "d"}, {ID: "e"}}, 1)
	want["b"] = want["a"]
	if n != 4 || !maps.Equal(got, want) {
		t.Errorf("%d groups, %v, want 4, %v", n, got, want)
	}
}

// However queries are divided, one folded text is on one side, whatever ids its copies have.
func TestOneTextOneSide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(10, 60).Draw(t, "queries")
		given := Topics{Split: read.AllSplits}
		for i := range n {
			text := fmt.Sprintf("whale number %d", rapid.IntRange(0, n/2).Draw(t, "text"))
			forms := []string{text, strings.ToUpper(text), " " + text + "\t", strings.ReplaceAll(text, " ", "\u00a0")}
			id := fmt.Sprintf("%s%d", rapid.StringMatching("[a-z]").Draw(t, "id"), i)
			given.Queries = append(given.Queries, corpus.Query{ID: id, Text: rapid.SampledFrom(forms).Draw(t, "form")})
		}
		text := rapid.SampledFrom([]string{"hash 70/15/15", "hash 80/0/20", "folds 5", "test from train 30"}).Draw(t, "splits")
		s := must.Get(ParseSplits(text))(t)
		check := func(parts []Topics) {
			side, total := map[string]string{}, 0
			for _, part := range parts {
				total += len(part.Queries)
				for _, q := range part.Queries {
					folded := pairs.FoldCase(q.Text)
					if other, met := side[folded]; met && other != part.Split {
						t.Fatalf("%q is in %s and in %s", folded, other, part.Split)
					}
					side[folded] = part.Split
				}
			}
			if total != n {
				t.Fatalf("%d of %d queries are left", total, n)
			}
		}
		check(s.Divide([]Topics{given}, rapid.IntRange(0, max(s.Folds-1, 0)).Draw(t, "fold"), 42))
		train := given
		train.Split = configs.TrainSplit
		check(devByHash([]Topics{train}, 42))
	})
}

// What a held-out split has too is left out of training, and what test has out of dev. Test stays as it is.
func TestWithoutOverlaps(t *testing.T) {
	topics := func() []Topics {
		var list []Topics
		for _, split := range []struct{ name, texts string }{{"train", "a b c d"}, {"dev", "B e f"}, {"test", "C f g"}} {
			of := Topics{Split: split.name}
			for _, text := range strings.Fields(split.texts) {
				of.Queries = append(of.Queries, corpus.Query{ID: split.name + text, Text: text})
			}
			list = append(list, of)
		}
		return list
	}
	for _, c := range []struct{ how, trainOn, train, dev, test, said string }{
		{"drop", "", "a d", "B e", "C f g", "1 of dev in train, 1 left; 1 of test in train, 1 left; 1 of test in dev, 1 left"},
		{"keep", "", "a b c d", "B e f", "C f g", "1 of dev in train, 0 left; 1 of test in train, 0 left; 1 of test in dev, 0 left"},
		{"drop", "dev", "a b c d", "e", "C f g", "1 of train in dev, 1 left; 1 of test in dev, 1 left"},
	} {
		g := &configs.Gen{QueryOptions: configs.QueryOptions{OnOverlap: c.how, TrainOn: c.trainOn}}
		got, overlaps, err := dropOverlaps(g, topics())
		must.Do(t, err)
		var said []string
		for _, o := range overlaps {
			said = append(said, fmt.Sprintf("%d of %s in %s, %d left", o.Queries, o.HeldOut, o.In, o.Left))
		}
		if strings.Join(said, "; ") != c.said {
			t.Errorf("%s: %v", c.how, said)
		}
		for i, want := range []string{c.train, c.dev, c.test} {
			var texts []string
			for _, q := range got[i].Queries {
				texts = append(texts, q.Text)
			}
			if strings.Join(texts, " ") != want {
				t.Errorf("%s, trained on %q: %s has %v, want %s", c.how, c.trainOn, got[i].Split, texts, want)
			}
		}
	}
	if _, _, err := dropOverlaps(&configs.Gen{QueryOptions: configs.QueryOptions{OnOverlap: "error"}}, topics()); err == nil {
		t.Error("no error")
	}
}
