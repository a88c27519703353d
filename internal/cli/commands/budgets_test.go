package commands

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
)

// TestBudgets: a query of too many distinct terms is refused with its file, its line and its name, in every form of topics; repeated words
// are one term. So is a query with too many candidates, with the line of the run.
func TestBudgets(t *testing.T) {
	dir := t.TempDir()
	most := make([]string, safefile.QueryTerms)
	for i := range most {
		most[i] = fmt.Sprintf("word%d", i)
	}
	long := strings.Join(most, " ") + " kite"
	var run, documents strings.Builder
	for i := range safefile.Candidates + 1 {
		fmt.Fprintf(&documents, "d%d\tA blue kite over the lake, and %d more.\n", i, i)
		fmt.Fprintf(&run, "q1 Q0 d%d %d %d x\n", i, i+1, 6000-i)
	}
	keystest.Write(t, dir, map[string]string{
		"lake/collection.tsv": documents.String(), "lake/qrels.txt": "q1 0 d2 1\n", "run.txt": run.String(),
		"lake/queries.tsv": "q1\tkite lake kite lake\n",
		"most.tsv":         "q1\tkite lake\nq2\t" + strings.Repeat(strings.Join(most, " ")+" ", 2) + "\n",
		"topics.tsv":       "q1\tkite lake\nq2\t" + long + "\n",
		"topics.trec": "<top>\n<num> Number: q1\n<title> kite lake\n</top>\n<top>\n<num> Number: q2\n<title> " + long +
			"\n</top>\n",
		"topics.jsonl": `{"_id": "q1", "text": "kite lake"}` + "\n" + `{"_id": "q2", "text": "` + long + "\"}\n",
		"rows.csv":     "query,document,label\nkite lake,A blue kite over the lake.,1\n" + long + ",Wind and water.,1\n",
	})
	for i, c := range []struct{ line, want string }{
		{"gen retrieve --data DIR/lake --topics DIR/topics.tsv --qrels DIR/lake/qrels.txt", "DIR/topics.tsv:2: the query q2 has 4,097 " +
			"distinct terms, more than 4,096; hint: is it a query? shorten it: some axioms compare all pairs of terms"},
		{"gen retrieve --data DIR/lake --topics DIR/topics.trec --qrels DIR/lake/qrels.txt", "DIR/topics.trec:5: the query q2 has 4,097 "},
		{"gen retrieve --data DIR/lake --topics DIR/topics.jsonl --qrels DIR/lake/qrels.txt", "DIR/topics.jsonl:2: the query q2 has 4,097 "},
		{"gen retrieve --data DIR/rows.csv", "DIR/rows.csv:3: the query "},
		{"gen retrieve --data DIR/lake --topics DIR/most.tsv --qrels DIR/lake/qrels.txt", ""},
		{"gen mine --data DIR/lake --axioms tfc1 --run DIR/run.txt --hits 6000", "DIR/run.txt:5001: query q1: 5,001 candidates, more than " +
			"5,000: work grows with their square; hint: cut the run with --hits"},
		{"axioms diagnose DIR/run.txt --data DIR/lake --axioms tfc1", "DIR/run.txt:5001: query q1: 5,001 candidates, more than 5,000"},
		{"gen mine --data DIR/lake --axioms tfc1 --hits 6000", "DIR/lake/queries.tsv:1: query q1: 5,001 candidates"},
	} {
		words := append(strings.Fields(strings.ReplaceAll(c.line, "DIR", dir)), "-q")
		if strings.HasPrefix(c.line, "gen") {
			words = append(words, "-o", filepath.Join(dir, fmt.Sprint("out", i)))
		}
		err, want := execute(t, words...), strings.ReplaceAll(c.want, "DIR", dir)
		if want == "" && err != nil || want != "" && (errs.ExitCode(err) != 3 || !strings.HasPrefix(filepath.ToSlash(err.Error()), filepath.ToSlash(want))) {
			t.Errorf("%s: %.300v, want %s", c.line, err, want)
		}
	}
}
