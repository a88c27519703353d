package explain

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// parsed returns axioms.
func parsed(t *testing.T, expressions ...string) (list []axioms.Axiom) {
	t.Helper()
	for _, text := range expressions {
		a := must.Get(axioms.Parse(text))(t)
		list = append(list, a)
	}
	return list
}

// settings returns the default configuration as edit changes it.
func settings(t *testing.T, edit func(*configs.Config)) *configs.Config {
	t.Helper()
	l := must.Get(configs.Load("", nil))(t)
	if edit != nil {
		edit(&l.Config)
	}
	return &l.Config
}

// answers writes the explanations of a report as AXIOM DOCS PREFERENCE.
func answers(r *Report) string {
	var lines []string
	for _, e := range r.Explanations {
		lines = append(lines, strings.TrimSpace(fmt.Sprint(e.Axiom, " ", strings.Join(e.Docs, ","), " ", string(e.Preference))))
	}
	return strings.Join(lines, "; ")
}

// TestOfTexts: the texts are the collection. By hand: the stop word "the" is no term; red is in two of three documents, so that its idf is
// ln(3 / 2), and kite in one: ln 3.
func TestOfTexts(t *testing.T) {
	r, err := ExplainTexts(t.Context(), settings(t, nil), parsed(t, "tfc1"), &Request{Query: "the red kite kites", Docs: []string{"red red boats",
		"The red kite.", "hills"}})
	must.Do(t, err)
	terms, err := json.Marshal(r.Terms)
	want := fmt.Sprintf(`[{"term":"red","in_query":1,"df":2,"idf":%v,"counts":[2,1,0]},`+
		`{"term":"kite","in_query":2,"df":1,"idf":%v,"counts":[0,1,0]}]`, r.Terms[0].IDF, r.Terms[1].IDF)
	if err != nil || string(terms) != want || math.Abs(r.Terms[0].IDF-math.Log(1.5)) > 1e-12 ||
		math.Abs(r.Terms[1].IDF-math.Log(3)) > 1e-12 {
		t.Errorf("%s, want %s with idf %g and %g", terms, want, math.Log(1.5), math.Log(3))
	}
	docs, err := json.Marshal(r.Docs)
	if want := `[{"name":"d1","length":3},{"name":"d2","length":2},{"name":"d3","length":1}]`; err != nil || string(docs) != want {
		t.Errorf("%s, want %s", docs, want)
	}
	if len(r.Explanations) != 3 || r.Explanations[2].Docs[0] != "d2" || r.Explanations[2].Docs[1] != "d3" {
		t.Errorf("%s, want the three pairs of documents in their order", answers(r))
	}
}

// TestPreferences: of pairs a preference is 1, -1 or 0, and null where the precondition does not hold; triples and documents that are made
// have none.
func TestPreferences(t *testing.T) {
	r := must.Get(ExplainTexts(t.Context(), settings(t, nil), parsed(t, "tfc1(delta_star=0)", "tfc2", "lnc2"), &Request{Query: "red",
		Docs: []string{"red boat",
			"red red", "red boat hill lake"}}))(t)
	var got []string
	for _, e := range r.Explanations {
		got = append(got, e.Axiom[:4]+" "+strings.Join(e.Docs, ",")+" "+string(e.Preference))
	}
	// d1 and d2 have the same length and once and twice the term; d3 is longer than both, which tfc1 does not compare.
	const want = "tfc1 d1,d2 -1; tfc1 d1,d3 null; tfc1 d2,d3 null; tfc2 d1,d2,d3 ; lnc2 d1 ; lnc2 d2 ; lnc2 d3 "
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}

// TestRequestOverrides: scores, ranks, grades and lengths in pieces are those of the request, and axioms decide by them.
func TestRequestOverrides(t *testing.T) {
	r, err := ExplainTexts(t.Context(), settings(t, nil), parsed(t, "oracle", "orig"), &Request{Query: "red", Docs: []string{"red", "boat"},
		Scores: []float64{1, 2}, Ranks: []int{2, 1}, Grades: []int{3, 0}})
	must.Do(t, err)
	docs, err := json.Marshal(r.Docs)
	want := `[{"name":"d1","length":1,"score":1,"rank":2,"grade":3},{"name":"d2","length":1,"score":2,"rank":1}]`
	if err != nil || string(docs) != want {
		t.Errorf("%s, want %s", docs, want)
	}
	if got := string(r.Explanations[0].Preference) + string(r.Explanations[1].Preference); got != "1-1" {
		t.Errorf("oracle and orig prefer %s, want 1 (a higher grade) and -1 (a better rank)", got)
	}
}

// TestVectors: word vectors of a file answer how similar terms are; a pattern without a file is an error.
func TestVectors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "v.txt")
	must.Do(t, os.WriteFile(file, []byte("3 2\nred 1 0\ncrimson 1 0.1\nboat 0 1\n"), 0o666))
	request := &Request{Query: "red", Docs: []string{"crimson", "boat"}}
	c := settings(t, func(c *configs.Config) { c.Gen.Vectors = "none*.txt, " + file })
	r, err := ExplainTexts(t.Context(), c, parsed(t, "stmc1"), request)
	if err != nil || string(r.Explanations[0].Preference) != "1" {
		t.Errorf("%s, want that crimson is preferred (%v)", answers(r), err)
	}
	c.Gen.Vectors = "none*.txt"
	want := "no word vectors at none*.txt; hint: name a file; they cannot be trained on a few texts"
	if _, err := ExplainTexts(t.Context(), c, parsed(t, "stmc1"), request); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestRefused: too few documents, and too many terms, are errors with a hint.
func TestRefused(t *testing.T) {
	long := make([]string, safefile.QueryTerms+1)
	for i := range long {
		long[i] = fmt.Sprintf("word%d", i)
	}
	for _, c := range []struct {
		axiom   string
		request Request
		want    string
	}{
		{"tfc1", Request{Query: "red", Docs: []string{"red"}}, " is about 2 documents, and 1 are given; hint: give one more with -d"},
		{"tfc2", Request{Query: "red", Docs: []string{"red", "boat"}}, " is about 3 documents, and 2 are given; hint: give one more with -d"},
		{"tfc1", Request{Query: strings.Join(long, " "), Docs: []string{"red", "boat"}},
			"the query has 4,097 distinct terms, more than 4,096; hint: shorten it"},
	} {
		_, err := ExplainTexts(t.Context(), settings(t, nil), parsed(t, c.axiom), &c.request)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.axiom, err, c.want)
		}
	}
}

// TestOfCollection: ids of a collection have its texts, statistics, ranks and grades; others are texts. By hand: of the eight documents of
// chaintest five have apple (d1, d2, d3, d7, d8), and q1 is that word. d2 is judged relevant.
func TestOfCollection(t *testing.T) {
	start := func() *configs.Config { return chaintest.Config(t, nil) }
	r, err := ExplainDocuments(t.Context(), chaintest.Start(t, start()), parsed(t, "tfc1"), &Request{Query: "q1", Docs: []string{"d1", "d2",
		"apple zebra"}})
	must.Do(t, err)
	if len(r.Terms) != 1 || r.Terms[0].Term != "appl" || r.Terms[0].DocFreq != 5 ||
		fmt.Sprint(r.Terms[0].Counts) != "[3 1 1]" || r.Query != "apple" {
		t.Errorf("query %s, terms %+v, want appl in five documents, counts 3, 1 and 1", r.Query, r.Terms)
	}
	d1, d2, other := r.Docs[0], r.Docs[1], r.Docs[2]
	if d1.Name != "d1" || d1.Rank != 1 || d1.Score == nil || d1.Grade != 0 || d1.Length != 4 {
		t.Errorf("%+v, want d1 of four words at rank 1, not judged", d1)
	}
	if d2.Name != "d2" || d2.Rank == 0 || d2.Score == nil || *d2.Score >= *d1.Score || d2.Grade != 1 {
		t.Errorf("%+v, want d2 below d1, of grade 1", d2)
	}
	if other.Name != "d3" || other.Rank != 0 || other.Score != nil || other.Length != 2 {
		t.Errorf("%+v, want a text of two words without a rank", other)
	}
	if r, err := ExplainDocuments(t.Context(), chaintest.Start(t, start()), parsed(t, "tfc1"), &Request{Query: "zebra pear", Docs: []string{"d1",
		"d4"}}); err != nil || len(r.Terms) != 2 || r.Terms[0].DocFreq != 0 || fmt.Sprint(r.Terms[1].Counts) != "[1 2]" {
		t.Errorf("%+v, %v: want a word that is nowhere, and pear once and twice", r, err)
	}
}
