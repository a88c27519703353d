package mine

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
)

// TestCountDifferent: pairs of different grades, by hand and by looking at each pair.
func TestCountDifferent(t *testing.T) {
	for _, c := range []struct {
		byGrade map[int]int
		want    int
	}{{nil, 0}, {map[int]int{1: 5}, 0}, {map[int]int{1: 2, 2: 3}, 6}, {map[int]int{1: 1, 2: 1, 3: 1}, 3}, {map[int]int{0: 4, 2: 2, 7: 1},
		14}} {
		if got := countDifferent(c.byGrade); got != c.want {
			t.Errorf("%v: %d, want %d", c.byGrade, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		grades := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 12).Draw(t, "grades")
		byGrade, want := map[int]int{}, 0
		for i, grade := range grades {
			byGrade[grade]++
			for _, other := range grades[:i] {
				if other != grade {
					want++
				}
			}
		}
		if got := countDifferent(byGrade); got != want {
			t.Fatalf("%v: %d, want %d", grades, got, want)
		}
	})
}

// TestNearAtTheThreshold: by hand. The other document has the four runs of the words 1 to 6. One of four words has the first two of
// them, so that their resemblance is 2/4; one of three words has one run, and 1/4.
func TestNearAtTheThreshold(t *testing.T) {
	other := appendRuns(nil, []uint32{1, 2, 3, 4, 5, 6})
	four, three := []uint32{1, 2, 3, 4}, []uint32{2, 3, 4}
	for _, c := range []struct {
		name      string
		terms     []uint32
		threshold float64
		grade     int32
		want      bool
	}{
		{"just alike", four, .5, 1, true}, {"not quite", four, .5000001, 1, false}, {"of the same grade", four, .5, 2, false},
		{"of a higher grade", four, .5, 3, false}, {"one run of four", three, .25, 1, true}, {"one run, not quite", three, .26, 1, false},
		{"the same", []uint32{1, 2, 3, 4, 5, 6}, 1, 1, true}, {"other words", []uint32{7, 8, 9, 10}, .01, 1, false}, {"none", nil, .01, 1, false},
	} {
		w := &twins{threshold: c.threshold, grades: []int32{2}, relevant: [][]uint64{other}}
		if got := w.isNear(c.terms, c.grade); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	w := &twins{threshold: .5, grades: []int32{3, 3, 2}, relevant: [][]uint64{nil, appendRuns(nil, []uint32{9, 9, 9}), other}}
	if !w.isNear(four, 1) { // the first two are no reason to stop
		t.Error("a document after others is not seen")
	}
	short := &twins{threshold: 1, grades: []int32{2}, relevant: [][]uint64{appendRuns(nil, []uint32{1, 2})}} // of two words: one run
	if !short.isNear([]uint32{1, 2}, 1) || short.isNear([]uint32{2, 1}, 1) || short.isNear([]uint32{1}, 1) {
		t.Error("documents of two words are alike where they are the same, and only there")
	}
}

// TestCheckLooksAtAll: an axiom whose file is there does not end the check, and a file that was not read is an error.
func TestCheckLooksAtAll(t *testing.T) {
	parsed := func(text string) axioms.Axiom {
		a, err := axioms.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	run := parsed("run(model.txt)")
	name := axioms.Files(run)[0].Name()
	read := &axioms.Collection{Runs: map[string]axioms.RunScores{name: nil}}
	for _, c := range []struct {
		name       string
		list       []axioms.Axiom
		collection *axioms.Collection
		want       string
	}{
		{"read", []axioms.Axiom{run}, read, ""},
		{"not read", []axioms.Axiom{run}, &axioms.Collection{}, "asks the file model.txt, which was not read; hint: name it in gen.axioms"},
		{"a lack behind it", []axioms.Axiom{run, parsed("stmc1")}, read,
			"axiom stmc1 needs word vectors; hint: give word vectors with --vectors"},
	} {
		got := ""
		if err := (&Miner{Axioms: c.list, Collection: c.collection}).Check(); err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestCollectionDocs: made documents follow those of the collection, of which there may be none.
func TestCollectionDocs(t *testing.T) {
	for made, want := range map[string]int{"": 0, "+": 0, ".": 1, "..": 2, ".+": 1, "..++": 2} {
		var q Query
		for _, c := range made {
			q.Docs = append(q.Docs, Candidate{Made: map[rune]int32{'+': 2}[c]})
		}
		if got := q.CollectionDocs(); got != want {
			t.Errorf("%q: %d, want %d", made, got, want)
		}
	}
}

// threeDocs are a query of one word and its candidates: a has it twice, b once and c not at all.
func threeDocs(t *testing.T) (index.Reader, []Query) {
	t.Helper()
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale whale"}, corpus.Doc{ID: "b", Text: "whale sea"}, corpus.Doc{ID: "c", Text: "sea sun"})
	run := Rows{{QueryID: "q", DocID: "b", Rank: 1, Score: 2}, {QueryID: "q", DocID: "a", Rank: 2, Score: 1},
		{QueryID: "r", DocID: "b", Rank: 1, Score: 2}, {QueryID: "r", DocID: "c", Rank: 2, Score: 1}, {QueryID: "q", DocID: "c", Rank: 3}}
	queries, _, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "q", Text: "whale"}, {ID: "r", Text: "sea"}}, nil, run,
		CandidateOptions{Hits: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x, queries
}

// TestWins: by hand. Of b, a and c, a wins both its preferences, b one of two, c none; of the sea, b and c have it as often.
func TestWins(t *testing.T) {
	x, queries := threeDocs(t)
	list, err := axioms.ParseList("tfc1")
	if err != nil {
		t.Fatal(err)
	}
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	wins := m.Wins()
	for i, want := range [][]int32{{0, 2, -2}, {0, 0}, {0, 2, -2}} { // the first query is asked again
		if got := wins(&queries[i%2])[0]; !slices.Equal(got, want) {
			t.Errorf("query %d: %d, want %d", i%2, got, want)
		}
	}
	found := map[string][2]int{}
	err = m.Run(t.Context(), queries, nil, func(_ int, q *Query, _ int, f *Found) error {
		found[q.ID] = f.Undecided[0]
		return nil
	})
	if err != nil || found["q"] != [2]int{} || found["r"] != [2]int{1, 0} {
		t.Errorf("%v undecided, %v; want b and c of r", found, err)
	}
}

// TestUndecidedWithoutPrecondition: documents whose lengths differ by more than delta are counted apart.
func TestUndecidedWithoutPrecondition(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale"}, corpus.Doc{ID: "b", Text: "whale sea"}, corpus.Doc{ID: "c", Text: "sea whale"})
	list, err := axioms.ParseList("tfc1(delta=0)")
	if err != nil {
		t.Fatal(err)
	}
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	q := []Query{{ID: "q", Terms: index.AnalyseQuery(x, "whale"), Docs: []Candidate{{Doc: 0}, {Doc: 1}, {Doc: 2}}}}
	err = m.Run(t.Context(), q, nil, func(_ int, _ *Query, _ int, f *Found) error {
		if f.Undecided[0] != [2]int{1, 2} {
			t.Errorf("%d undecided, want b and c, and two whose lengths differ", f.Undecided[0])
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestModelScores: a retrieval model scores candidates as its search does.
func TestModelScores(t *testing.T) {
	x, queries := threeDocs(t)
	model := weighting.BM25{K1: .9, B: .4}
	byDoc := map[uint32]float64{}
	for _, hit := range retrieve.New(x, model).Searcher().Search(queries[0].Terms, 3) {
		byDoc[hit.Doc] = hit.Score
	}
	got := NewModelScorer(x, model).Scores(&queries[0], 0)
	for i, c := range queries[0].Docs {
		if got[i] != byDoc[c.Doc] {
			t.Errorf("%s: %v, want %v", c.ID(x), got[i], byDoc[c.Doc])
		}
	}
	if len(byDoc) != 2 || got[1] <= got[0] {
		t.Errorf("%v: want a above b, and nothing of c", got)
	}
}

// TestExplainWhatCanBe: a condition has its numbers. There is none of a document that is no candidate, of an axiom of three documents, or
// of one that lacks what it needs.
func TestExplainWhatCanBe(t *testing.T) {
	x, queries := threeDocs(t)
	m := &Miner{Index: x, Collection: &axioms.Collection{Stats: x}}
	for _, c := range []struct {
		axiom, first, second string
		want                 bool
	}{{"tfc1", "a", "b", true}, {"tfc1", "a", "none", false}, {"tfc1", "none", "a", false},
		{"stmc1", "a", "b", false}, {"tfc2", "a", "b", false}} {
		a, err := axioms.Parse(c.axiom)
		if err != nil {
			t.Fatal(err)
		}
		e := m.Explain(&queries[0], a, [2]string{c.first, c.second}, [2]string{"d1", "d2"})
		if (e != nil) != c.want {
			t.Errorf("%s on %s and %s: %+v", c.axiom, c.first, c.second, e)
		}
	}
}
