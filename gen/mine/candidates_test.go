package mine

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// TestPoolJudgements: queries of one text share their judgements, the highest grade counts, and each that is taken over is counted once.
func TestPoolJudgements(t *testing.T) {
	queries := []corpus.Query{{ID: "q1", Text: "Red fox"}, {ID: "q2", Text: "red FOX"}, {ID: "q3", Text: "blue"}}
	qrels := []corpus.Qrel{{QueryID: "q1", DocID: "d1", Grade: 1}, {QueryID: "q2", DocID: "d2", Grade: 2},
		{QueryID: "q2", DocID: "d1", Grade: 0}, {QueryID: "q3", DocID: "d9", Grade: 1}, {QueryID: "q1", DocID: "d3", Grade: 0}}
	all, takenOver := poolJudgements(queries, qrels)
	got := map[string]int{}
	for _, j := range all {
		got[j.QueryID+" "+j.DocID] = j.Grade
	}
	want := map[string]int{"q1 d1": 1, "q2 d1": 1, "q1 d2": 2, "q2 d2": 2, "q1 d3": 0, "q2 d3": 0, "q3 d9": 1}
	if !maps.Equal(got, want) || len(all) != len(want) || takenOver != 3 {
		t.Errorf("%v, %d taken over, want %v and 3", got, takenOver, want)
	}
}

// TestCensusByHand: of six queries two have no term, one none that the collection holds; judgements of unknown queries and
// documents are counted, and rows of left-out queries are no unknown ones.
func TestCensusByHand(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "blue whale"}, corpus.Doc{ID: "b", Text: "sea"})
	topics := []corpus.Query{{ID: "1", Text: "whale"}, {ID: "2", Text: "..."}, {ID: "3", Text: "zebra"}, {ID: "4", Text: "sea"}, {ID: "5",
		Text: "Whale"}, {ID: "6", Text: "!"}}
	qrels := []corpus.Qrel{{QueryID: "1", DocID: "a", Grade: 1}, {QueryID: "2", DocID: "a", Grade: 1}, {QueryID: "9", DocID: "a", Grade: 1},
		{QueryID: "1", DocID: "none", Grade: 1}, {QueryID: "4", DocID: "b", Grade: 0}}
	run := Rows{{QueryID: "1", DocID: "a", Rank: 1}, {QueryID: "3", DocID: "a", Rank: 1},
		{QueryID: "4", DocID: "a", Rank: 1}, {QueryID: "4",
			DocID: "b", Rank: 2}}
	o := CandidateOptions{Hits: 2, MinGrade: 1}
	queries, census, err := Candidates(t.Context(), x, "train", topics, qrels, run, o, nil)
	must.Do(t, err)
	want := Census{Queries: 3, NoTerm: 2, NoKnownTerm: 1, NoCandidate: 1, Short: 1, Candidates: 3, Relevant: 1, UnknownQrelDocs: 1,
		UnknownQrelQueries: 1, CandidatePairs: 1, RelevantOutside: 1, Pooled: 2}
	if census != want {
		t.Errorf("%+v\nwant\n%+v", census, want)
	}
	if queries[0].Relevant != 2 || queries[1].Relevant != 0 || queries[2].Relevant != 0 {
		t.Errorf("relevant documents %d, %d, %d, want 2 (one unknown), 0 and 0 (pooled ones are not measured)", queries[0].Relevant,
			queries[1].Relevant, queries[2].Relevant)
	}
	for _, c := range []struct {
		run  Rows
		want string
	}{{Rows{{QueryID: "9", DocID: "a"}}, "query"}, {Rows{{QueryID: "1", DocID: "none"}}, "document"}} {
		if _, _, err := Candidates(t.Context(), x, "train", topics, nil, c.run, o, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want an unknown %s", c.run, err, c.want)
		}
	}
}

// TestMostTerms: a query may have as many distinct terms as allowed, however often; with one more it is an error with its place.
func TestMostTerms(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "blue whale sea"})
	for text, want := range map[string]string{"blue whale": "", "blue whale blue blue": "",
		"blue whale sea": "topics.tsv:7: the query q has 3 distinct terms, more than 2; hint: is it a query? " +
			"shorten it: some axioms compare all pairs of terms"} {
		o := CandidateOptions{Hits: 1, MaxTerms: 2, Topics: "topics.tsv", Locate: func(string) (string, int) { return "topics.tsv", 7 }}
		got := ""
		if _, _, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "q", Text: text}}, nil, Rows{}, o, nil); err != nil {
			got = err.Error()
		}
		must.Equal(t, got, want, "%s", text)
	}
}

// TestRetrieval: by hand. Four documents are as long as each other, and have the word 3, 2, 1 and 0 times, so that BM25 finds a, b and c in
// this order. A document that is left out makes room for the next one.
func TestRetrieval(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "d", Text: "sea sun salt"}, corpus.Doc{ID: "c", Text: "whale sea sun"},
		corpus.Doc{ID: "b", Text: "whale whale sun"}, corpus.Doc{ID: "a", Text: "whale whale whale"})
	for _, c := range []struct {
		name           string
		options        CandidateOptions
		want           string
		self, excluded int
		short          int
	}{
		{"one", CandidateOptions{Hits: 1}, "a1", 0, 0, 0},
		{"two", CandidateOptions{Hits: 2}, "a1 b2", 0, 0, 0},
		{"all", CandidateOptions{Hits: 4}, "a1 b2 c3", 0, 0, 1},
		{"not the query", CandidateOptions{Hits: 1, DropSelf: SameID}, "b2", 1, 0, 0},
		{"not the query, of two", CandidateOptions{Hits: 2, DropSelf: SameID}, "b2 c3", 1, 0, 0},
		{"not a document", CandidateOptions{Hits: 1, Excluded: map[string][]string{"a": {"a", "d"}}}, "b2", 0, 1, 0},
		{"neither", CandidateOptions{Hits: 1, DropSelf: SameID, Excluded: map[string][]string{"a": {"b", "d"}}}, "c3", 1, 1, 0},
		{"none is the query", CandidateOptions{Hits: 2, DropSelf: SameIDText}, "a1 b2", 0, 0, 0},
	} {
		c.options.Model, c.options.Threads = weighting.BM25{K1: .9, B: .4}, 1
		queries, census, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "a", Text: "whale"}}, nil, Retrieval{}, c.options, nil)
		must.Do(t, err)
		var docs []string
		for i, doc := range queries[0].Docs {
			docs = append(docs, fmt.Sprint(doc.ID(x), doc.Rank))
			if i > 0 && doc.Score >= queries[0].Docs[i-1].Score {
				t.Errorf("%s: scores %v", c.name, queries[0].Docs)
			}
		}
		if got := strings.Join(docs, " "); got != c.want || census.Self != c.self || census.Excluded != c.excluded || census.Short != c.short {
			t.Errorf("%s: %s, %+v; want %s, %d the query, %d excluded, %d short", c.name, got, census, c.want, c.self, c.excluded, c.short)
		}
	}
}

// TestUnknownRow: the error names the query or the document, whichever is unknown.
func TestUnknownRow(t *testing.T) {
	row := corpus.RunRow{QueryID: "q", DocID: "d", Rank: 3}
	for kind, want := range map[string]string{"query": `run.txt:7: the run names the unknown query "q" (query "q", rank 3)`,
		"document": `run.txt:7: the run names the unknown document "d" (query "q", rank 3)`} {
		const hint = "; hint: is it a run over this collection?"
		must.Equal(t, (&UnknownRow{row, kind}).Locate("run.txt", 7).Error(), want+hint, "%s", kind)
	}
}

// TestDoubt: a run with a relevant document of its queries is believed, at any rank; so is one whose queries have none.
func TestDoubt(t *testing.T) {
	run := Rows{{QueryID: "q", DocID: "a"}, {QueryID: "q", DocID: "b"}}
	for doc, doubted := range map[string]bool{"a": false, "b": false, "c": true} {
		qrels := []corpus.Qrel{{QueryID: "q", DocID: doc, Grade: 1}, {QueryID: "q", DocID: "a", Grade: 0}, {QueryID: "r", DocID: "a", Grade: 1}}
		if got := run.Doubt(qrels, 1); strings.HasPrefix(got, "0 of the relevant documents of the run's queries (1) are in it") != doubted || run.Doubt(qrels[1:], 1) != "" {
			t.Errorf("%s is relevant: %q", doc, got)
		}
	}
}

// TestJudgedOutsideTheRun: by hand. The run finds e and a of five documents. Of those judged, b and c are relevant, and d is not.
// They are added by their number, without rank, or are kept apart where they are relevant.
func TestJudgedOutsideTheRun(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale"}, corpus.Doc{ID: "b", Text: "sea"}, corpus.Doc{ID: "c", Text: "sun"},
		corpus.Doc{ID: "d", Text: "salt"}, corpus.Doc{ID: "e", Text: "whale sea"})
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "c", Grade: 2}, {QueryID: "q", DocID: "b", Grade: 1}, {QueryID: "q", DocID: "d", Grade: 0}}
	run := Rows{{QueryID: "q", DocID: "e", Rank: 1}, {QueryID: "q", DocID: "a", Rank: 2}}
	for _, c := range []struct {
		name           string
		options        CandidateOptions
		docs, outside  string
		added, further int
	}{
		{"none", CandidateOptions{}, "e1 a2", "b c", 0, 2},
		{"relevant ones", CandidateOptions{AddRelevant: true}, "e1 a2 b0 c0", "", 2, 0},
		{"judged ones", CandidateOptions{AddJudged: true}, "e1 a2 b0 c0 d0", "", 3, 0},
		{"both", CandidateOptions{AddJudged: true, AddRelevant: true}, "e1 a2 b0 c0 d0", "", 3, 0},
		{"excluded", CandidateOptions{Excluded: map[string][]string{"q": {"e"}}}, "a2", "b c", 0, 2},
		{"excluded of another query", CandidateOptions{Excluded: map[string][]string{"r": {"e"}}}, "e1 a2", "b c", 0, 2},
	} {
		c.options.Hits, c.options.MinGrade = 2, 1
		queries, census, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "q", Text: "whale"}}, qrels, run, c.options, nil)
		must.Do(t, err)
		var docs, outside []string
		for _, doc := range queries[0].Docs {
			docs = append(docs, fmt.Sprint(doc.ID(x), doc.Rank))
		}
		for _, doc := range queries[0].Outside {
			outside = append(outside, doc.ID(x))
		}
		if strings.Join(docs, " ") != c.docs || strings.Join(outside, " ") != c.outside || census.Added != c.added ||
			census.RelevantOutside != c.further || census.Excluded != len(strings.Fields("e1 a2"))-len(strings.Fields(c.docs))+c.added {
			t.Errorf("%s: candidates %q, outside %q, %+v", c.name, docs, outside, census)
		}
	}
	for _, text := range []string{"Wal", "?!"} { // the collection has no term of theirs
		for _, addJudged := range []bool{false, true} {
			queries, census, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "q", Text: text}}, qrels, Rows(nil),
				CandidateOptions{AddJudged: addJudged, AddRelevant: true}, nil)
			must.Do(t, err)
			if dropped := census.NoTerm + census.NoKnownTerm; addJudged != (dropped == 0 && len(queries) == 1 && census.Added == len(qrels)) ||
				addJudged == (dropped == 1 && len(queries) == 0) {
				t.Errorf("%s, judged ones %t: %d queries, %+v", text, addJudged, len(queries), census)
			}
		}
	}
}

// TestStatedPreferences: by hand, of two documents of grade 2, one of 1, two of 0 and two of -1, of which the collection lacks a relevant
// one of grade 2 and one of grade 0. Three are relevant and four are not.
func TestStatedPreferences(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale"}, corpus.Doc{ID: "b", Text: "sea"}, corpus.Doc{ID: "c", Text: "sun"},
		corpus.Doc{ID: "d", Text: "salt"}, corpus.Doc{ID: "e", Text: "moon"})
	var qrels []corpus.Qrel
	for id, grade := range map[string]int{"a": 2, "lost": 2, "b": 1, "c": 0, "lost too": 0, "d": -1, "e": -1} {
		qrels = append(qrels, corpus.Qrel{QueryID: "q", DocID: id, Grade: grade})
	}
	queries, _, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "q", Text: "whale"}}, qrels, Rows{},
		CandidateOptions{Hits: 2, MinGrade: 1}, nil)
	must.Do(t, err)
	q := &queries[0]
	if got := [5]int{q.Stated, q.Held, q.Graded, q.GradedHeld, q.IrrelevantPairs}; got != [5]int{3 * 4, 2 * 3, 2, 1, 4} {
		t.Errorf("stated, held, graded, graded and held, of irrelevant ones: %d, want 12, 6, 2 (grade 2 above 1), 1 and 4 (0 above -1)", got)
	}
}

// TestLookup: every row has the document of its id, at any number of threads and around the ends of the stretches.
func TestLookup(t *testing.T) {
	x := indextest.InMemory(t, indextest.NewZipf(300, 3).Docs(50), analysis.Options{Tokenizer: "alnum", Stemmer: analysis.None,
		Stopwords: analysis.None})
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, lookupRows - 1, lookupRows, lookupRows + 1, 3*lookupRows + 5}).Draw(rt, "rows")
		every := rapid.IntRange(1, 20).Draw(rt, "of which one is unknown")
		run, want := make([]corpus.RunRow, n), make([]uint32, n)
		for i := range run {
			want[i] = uint32(i*7) % 50
			run[i] = corpus.RunRow{QueryID: fmt.Sprint(i / 7), DocID: x.DocID(want[i]), Rank: i}
			if i%every == every-1 {
				run[i].DocID, want[i] = "nowhere", unknownDoc
			}
		}
		for _, threads := range []int{1, 3} {
			got, err := lookup(context.Background(), x, run, threads)
			if err != nil || len(got) != n {
				rt.Fatalf("%d threads: %d documents, want %d: %v", threads, len(got), n, err)
			}
			for i := range got {
				if got[i] != want[i] {
					rt.Fatalf("%d threads: row %d: %d, want %d", threads, i, got[i], want[i])
				}
			}
		}
	})
}
