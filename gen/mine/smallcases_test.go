package mine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/tokenize/pairs"
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
		{"stmc1", "a", "b", false}, {"tfc2", "a", "b", false}, {"lnc2(variant=camara)", "a", "b", false}} {
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

// TestExplainNumbers: the conditions have the numbers of the two documents, wherever they are among the candidates, b, a and c.
func TestExplainNumbers(t *testing.T) {
	x, queries := threeDocs(t)
	m := &Miner{Index: x, Collection: &axioms.Collection{Stats: x}}
	a, err := axioms.Parse("tfc1")
	if err != nil {
		t.Fatal(err)
	}
	for ids, want := range map[[2]string]string{
		{"b", "c"}: "c(whale): 1 >= 0", {"a", "b"}: "c(whale): 2 >= 1", {"a", "c"}: "c(whale): 2 >= 0"} {
		e := m.Explain(&queries[0], a, ids, [2]string{"d1", "d2"})
		if text := fmt.Sprintf("%+v", *e); !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", ids, text, want)
		}
	}
}

// TestVotes: by hand, of b, a and c. tfc1 prefers a to b and to c, and b to c; lnc1 nothing, since no two have the same counts.
func TestVotes(t *testing.T) {
	x, queries := threeDocs(t)
	var list []axioms.Preference
	for _, name := range []string{"tfc1", "lnc1", "m-tdc", "tfc1"} {
		a, err := axioms.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a.(axioms.Preference))
	}
	votes := (&Miner{Index: x, Collection: &axioms.Collection{Stats: x}}).Votes(&queries[0], list)
	for places, want := range map[[2]int]int{{1, 0}: 2, {0, 1}: 0, {1, 2}: 2, {0, 2}: 2, {2, 0}: 0} {
		if got := votes(places[0], places[1]); got != want {
			t.Errorf("%d: %d votes, want %d", places, got, want)
		}
	}
}

// TestWordOf: a term of the collection has its word, another one that of the query's text. Where a stop word is missing from it, or for a
// term that neither has, there is none.
func TestWordOf(t *testing.T) {
	x, _ := threeDocs(t)
	m := &Miner{Index: x}
	q := &Query{Text: "zebra whale yak", Terms: index.AnalyseQuery(x, "zebra whale yak")}
	for i, want := range []string{"zebra", "whale", "yak"} {
		if got := m.wordOf(q, q.Terms[i]); got != want {
			t.Errorf("term %d: %s, want %s", i, got, want)
		}
	}
	if got := m.wordOf(q, q.Terms[2]+1); got != "?" {
		t.Errorf("a term of nobody: %s", got)
	}
	q.Text = "zebra whale yak eel"
	if got := m.wordOf(q, q.Terms[2]); got != "?" {
		t.Errorf("a text of more words: %s", got)
	}
}

// TestCandidateNumbers: the numbers of drawn pairs go through the candidates, and then through those outside.
func TestCandidateNumbers(t *testing.T) {
	q := &Query{Docs: []Candidate{{Doc: 7}, {Doc: 8}}, Outside: []Candidate{{Doc: 3}, {Doc: 4}}}
	for number, want := range []uint32{7, 8, 3, 4} {
		if got := q.Candidate(int32(number)).Doc; got != want {
			t.Errorf("number %d: document %d, want %d", number, got, want)
		}
	}
}

// TestNeedsOf: a list needs what any of its axioms needs, wherever it is in the list.
func TestNeedsOf(t *testing.T) {
	for names, want := range map[string]needs{"tfc1": {}, "run(r.txt), tfc1": {ids: true}, "tfc1, run(r.txt)": {ids: true},
		"asl, tfc1": {sentences: true}, "asl, run(r.txt), tfc1": {true, true}} {
		list, err := axioms.ParseList(names)
		if err != nil {
			t.Fatal(err)
		}
		if got := needsOf(list...); got != want {
			t.Errorf("%s: %+v, want %+v", names, got, want)
		}
		x, queries := threeDocs(t)
		doc := queries[0].docs(x, want, nil, nil)[1]
		if doc.ID != map[bool]string{true: "a"}[want.ids] || (doc.Sentences != prose.Counts{}) != want.sentences {
			t.Errorf("%s: %+v", names, doc)
		}
	}
}

// TestSentenceCache: a document is read once. One whose number shares the place is another, and a made document has its own sentences.
func TestSentenceCache(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "A whale. The sea."})
	var cache sentenceCache
	once := cache.read(x, &Candidate{Doc: 0})
	if want := prose.Read("A whale. The sea."); once != want || (*sentenceCache)(nil).read(x, &Candidate{Doc: 0}) != want {
		t.Errorf("%+v, want %+v", once, want)
	}
	if twice := cache.read(x, &Candidate{Doc: 0, Made: 2}); twice != prose.Read("A whale. The sea. A whale. The sea.") || twice == once {
		t.Errorf("%+v of a document made by repeating it", twice)
	}
	cache[0].sentences = prose.Counts{}
	if got := cache.read(x, &Candidate{Doc: 0}); got != (prose.Counts{}) {
		t.Errorf("%+v: the document was read again", got)
	}
	cache[0].doc = readingsKept
	if got := cache.read(x, &Candidate{Doc: 0}); got != once {
		t.Errorf("%+v of another document, whose number shares the place; want %+v", got, once)
	}
}

// TestSameTextOfBareIndex: a collection without texts has the same text where it has the same terms.
func TestSameTextOfBareIndex(t *testing.T) {
	x := bareReader{indexOf(t, corpus.Doc{ID: "a", Text: "blue whale"}, corpus.Doc{ID: "b", Text: "blue whale"},
		corpus.Doc{ID: "c", Text: "sea whale"}, corpus.Doc{ID: "d", Text: "blue sea"})}
	queries := []Query{{Docs: []Candidate{{Doc: 0, Judged: true, Grade: 1}, {Doc: 1}, {Doc: 2, Twin: pairs.SameText}, {Doc: 3}}}}
	if err := MarkTwins(t.Context(), x, queries, 1, 0, 1, nil); err != nil {
		t.Fatal(err)
	}
	for i, want := range []pairs.Twin{pairs.NoTwin, pairs.SameText, pairs.NoTwin, pairs.NoTwin} {
		if got := queries[0].Docs[i].Twin; got != want {
			t.Errorf("document %d: %d, want %d", i, got, want)
		}
	}
}
