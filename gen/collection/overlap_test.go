package collection

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
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
		overlapKeep: {4, "overlap: 1 query of test is in train too, and stay in both (--set on_overlap=keep)"},
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
