package read

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestRowsReadAsTheyAre: every mock-up of training rows, requests and judges in FORMATS.md is read by its path alone. The values are
// those of testdata/hub/make.py.
func TestRowsReadAsTheyAre(t *testing.T) {
	for _, c := range []struct {
		name, split  string
		grades, sum  int // number of judgements, and the sum of their grades
		columns      string
		hasIDs       bool
		givesOwnRuns bool
	}{
		{name: "miracl", split: "dev", grades: 8, sum: 8, hasIDs: true},
		{name: "judge", split: "test", grades: 12, sum: 3 * (0 + 1 + 2 + 3), hasIDs: true}, // each word stands three times
		{name: "mteb-v1-reranking", split: "test", grades: 20, sum: 8, columns: "positive = positive, negative = negative", givesOwnRuns: true},
		{name: "rankllm", split: AllSplits, columns: "score = candidates.score, document_id = candidates.docid", hasIDs: true,
			givesOwnRuns: true},
		{name: "dpr-results", split: "test", columns: "score = ctxs.score, document_id = ctxs.id", hasIDs: true, givesOwnRuns: true},
		{name: "musique", split: "train", grades: 48, sum: 8, columns: "label = paragraphs.is_supporting", givesOwnRuns: true},
		{name: "bge-scores", split: "train", grades: 20, sum: 8, columns: "positive_score = pos_scores, negative_score = neg_scores",
			givesOwnRuns: true},
		{name: "rlhn", split: "train", grades: 20, sum: 8, columns: "positive_id = positive_passages.docid", hasIDs: true, givesOwnRuns: true},
		{name: "trl", split: "train", grades: 20, sum: 8, columns: "query = prompt, positive = chosen, negative = rejected", givesOwnRuns: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(FormatsPage(), "| "+c.name+" |\n") {
				t.Error("FORMATS.md has no row for it")
			}
			l := must.Get(Discover(filepath.Join("testdata/hub", c.name), Auto))(t)
			if !strings.Contains(strings.Join(l.Columns, "; "), c.columns) {
				t.Errorf("columns %q", l.Columns)
			}
			docs, err := collect(l.Documents, l.Format, Options{}, nil)
			if err != nil || len(docs) != 12 || c.hasIDs != (docs[0].ID == "d0") || !strings.HasPrefix(docs[0].Text, "loud reef") {
				t.Fatalf("%d documents, %v, %v", len(docs), docs, err)
			}
			var rep Report
			queries, qrels, err := l.Split(context.Background(), c.split, Options{}, &rep)
			sum := 0
			for _, q := range qrels {
				sum += q.Grade
			}
			if err != nil || len(queries) != 4 || len(qrels) != c.grades || sum != c.sum || rep.NumSkipped() > 0 && c.name != "trl" {
				t.Errorf("%d queries, %d judgements, sum %d, %s, %v", len(queries), len(qrels), sum, &rep, err)
			}
			if !c.givesOwnRuns {
				return
			}
			run, err := l.Candidates(context.Background(), c.split, Options{})
			want := cmp.Or(map[string]int{"rankllm": 12 + 3*3, "dpr-results": 12 + 3*3, "musique": 48}[c.name], 20)
			if err != nil || len(run) != want {
				t.Errorf("%d candidates, %v", len(run), err)
			}
		})
	}
	_, table, _ := strings.Cut(FormatsPage(), "## Read as it is")
	table, _, _ = strings.Cut(table, "## Rows")
	if rows := strings.Count(table, "\n| "); rows != 26 {
		t.Errorf("the table has %d rows with its head, the tests 25", rows)
	}
}

// TestTeachersScores: scores of positives and negatives order the candidates, and a file of such rows is a run. The values are those of
// testdata/hub/make.py.
func TestTeachersScores(t *testing.T) {
	const path = "testdata/hub/bge-scores/train.jsonl"
	l, err := Discover(path, Auto)
	if err != nil || !l.Taught {
		t.Fatal(l.Taught, err)
	}
	own := must.Get(l.Candidates(context.Background(), "train", Options{}))(t)
	run := must.Get(Run(path, Auto, Options{}, nil))(t)
	for _, rows := range [][]corpus.RunRow{own, run} {
		var scores []float64
		for _, r := range rows[:5] {
			scores = append(scores, r.Score)
		}
		if len(rows) != 20 || !slices.Equal(scores, []float64{.9, .8, .5, .25, -1.5}) {
			t.Errorf("%d candidates, scores %v", len(rows), scores)
		}
	}
	if l, err = Discover("testdata/hub/rlhn", Auto); err != nil || l.Taught {
		t.Error("rows without scores teach them", err)
	}
	for _, c := range []struct{ row, want string }{
		{`{"query":"a b","positive_passages":[{"docid":"1","text":"x","score":1.5}],` +
			`"negative_passages":[{"docid":"2","text":"y","score":-1}]}`, "negative_score = negative_passages.score"},
		{`{"anchor":"a b","positive":"x","negative_1":"y","positive_score":1.5,"negative_1_score":2}`,
			"positive_score = positive_score, negative_score = negative_1_score"},
	} {
		l, err := Discover(put(t, "train.jsonl", c.row+"\n"), Auto)
		if err != nil || !l.Taught || !strings.Contains(fmt.Sprint(l.Columns), c.want) {
			t.Errorf("%v, taught %v, %v", l.Columns, l.Taught, err)
		}
	}
}

// TestWordsAsLabels: words of judges are grades by the scale that has them all. The grades are those of the page.
func TestWordsAsLabels(t *testing.T) {
	rows := func(labels ...string) string {
		text := "query_id,doc_id,judgment\n"
		for i, label := range labels {
			text += fmt.Sprintf("q,d%d,%s\n", i, label)
		}
		return text
	}
	for _, c := range []struct {
		labels []string
		option string
		want   []int
		fault  string
	}{
		{labels: []string{"Not Relevant", "relevant", "highly_relevant", "Perfectly-Relevant"}, want: []int{0, 1, 2, 3}},
		{labels: []string{"irrelevant", "related", "very relevant"}, want: []int{0, 1, 2}},
		{labels: []string{"non-relevant", "partially relevant", "relevant", "highly relevant"}, want: []int{0, 1, 2, 3}},
		{labels: []string{"related", "relevant", "perfectly relevant"}, want: []int{1, 2, 4}},
		{labels: []string{"Exact", "Irrelevant", "Substitute", "Complement"}, want: []int{3, 0, 2, 1}},
		{labels: []string{"relevant", "2", "no"}, want: []int{1, 2, 0}},
		{labels: []string{"relevant", "unsure"}, option: "unsure=", want: []int{1}},
		{labels: []string{"relevant", "irrelevant"}, option: "relevant=3", want: []int{3, 0}},
		{labels: []string{"relevant", "unsure"}, fault: `:3: the label "unsure" has no known grade`},
		{labels: []string{"relevant", "exact"}, fault: "grade that is not a whole number"},
	} {
		var got []int
		qrels, err := Qrels(put(t, "judge.csv", rows(c.labels...)), Auto, Options{Labels: c.option}, nil)
		for _, q := range qrels {
			got = append(got, q.Grade)
		}
		fails := err != nil && c.fault != "" && strings.Contains(err.Error(), c.fault)
		if !fails && (c.fault != "" || err != nil || !slices.Equal(got, c.want)) {
			t.Errorf("%v: grades %v, want %v %s, %v", c.labels, got, c.want, c.fault, err)
		}
	}
}
