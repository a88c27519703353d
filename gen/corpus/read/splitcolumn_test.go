package read

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// splitsRead returns the ids of the queries and the number of judgements of each split of a layout, and what is not read.
func splitsRead(t *testing.T, l Layout) string {
	t.Helper()
	var list []string
	for _, split := range l.Splits() {
		queries, qrels, err := l.Split(t.Context(), split, Options{}, &Report{})
		if err != nil {
			return err.Error()
		}
		var ids []string
		for _, q := range queries {
			ids = append(ids, q.ID)
		}
		list = append(list, fmt.Sprintf("%s %s %d", split, strings.Join(ids, "+"), len(qrels)))
	}
	return strings.Join(append(list, l.Unread.Lines()...), "; ")
}

// TestSplitColumn: rows of a table whose column names another split than the one that the table is given as are not read, and counted, in
// every form of a table, for queries and judgements, whatever the documents' format. Other values, such as names of domains, choose none.
func TestSplitColumn(t *testing.T) {
	const lost = "rows of FILE without a split (1): the file was not given as such a split; " +
		"rows of FILE of the split test (2): the file was not given as such a split"
	names := []string{"query_id", "query", "doc_id", "label", "Split"}
	domains := "column Split of FILE: its values are no names of splits"
	for form, write := range tableForms {
		table := func(splits string) string {
			var rows [][]string
			for i, split := range strings.Split(splits, ",") {
				rows = append(rows, []string{fmt.Sprint("q", i), fmt.Sprint("text ", i), "x", "1", split})
			}
			return write(t, names, rows)
		}
		for _, c := range []struct{ queries, qrels, column, want string }{
			{"train", "train", "train,train,test,Testing,", "train q0+q1 2; " + lost},
			{"train", "", "train,train,test,Testing,", "train q0+q1 0; " + lost},
			{"train,test", "train,test", "training,test,train", "train q0+q2 2; test q1 1"},
			{"", "", "training,test,train", "train q0+q2 2; test q1 1"},
			{"", "", "test,test", "test q0+q1 2"},
			{"", "", "train,test,hard", "train q0 1; test q1 1; hard q2 1"},
			{"", "", "law,training", "all q0+q1 2; " + domains},
			{"", "", "law,health", "all q0+q1 2; " + domains},
			{"train", "train", "law,health", "train q0+q1 2; " + domains},
			{"train", "train", strings.Repeat("law,health,", 100) + "end", ""},
			{"train", "train", "train,hard", "train q0+q1 2; " + domains},
			{"test", "test", "dev,validation", "FILE: it is given as test, and its column Split names dev; hint: name one of these, as in dev=FILE"},
			{"easy", "easy", "train,test",
				"FILE: it is given as easy, and its column Split names test, train; hint: name one of these, as in test=FILE"},
		} {
			file := table(c.column)
			for _, format := range []Format{Auto, Table} {
				given := func(splits string) map[string]string {
					part := map[string]string{}
					for split := range strings.SplitSeq(cmp.Or(splits, AllSplits), ",") {
						part[split] = file
					}
					return part
				}
				l := Layout{Format: format, Documents: "docs.csv", Queries: given(c.queries), Qrels: given(c.qrels)}
				if c.qrels == "" && c.queries != "" {
					l.Qrels = nil
				}
				got := ""
				if err := l.divideByColumn(Options{}); err != nil {
					got = err.Error()
				} else {
					got = splitsRead(t, l)
				}
				folder, base := file[:strings.LastIndexByte(file, '/')+1], file[strings.LastIndexByte(file, '/')+1:]
				got = strings.ReplaceAll(strings.ReplaceAll(got, folder, ""), base, "FILE")
				if c.want != "" && got != c.want || c.want == "" && !strings.HasSuffix(got, domains) {
					t.Errorf("%s, %s: --topics %s --qrels %s of %q:\n%s, want\n%s", form, format, c.queries, c.qrels, c.column, got, c.want)
				}
			}
		}
	}
}

// TestGivenTablesAreCounted: what cannot be read of judgements that are given beside rows is counted, and that of the rows once.
func TestGivenTablesAreCounted(t *testing.T) {
	dir := putAll(t, map[string]string{"rows.csv": "query_id,query,doc_id,passage,label\nq1,a,x,one,1\nq1,a,y,two,bad\n",
		"qrels.csv": "query_id,doc_id,label\nq1,x,1\nq1,y,worse\n"})
	rows, judged := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "qrels.csv")
	for _, c := range []struct{ qrels, want string }{{judged, "worse"}, {"", "bad"}} {
		search := Search{Format: Auto}
		if c.qrels != "" {
			search.Qrels = map[string]string{AllSplits: c.qrels}
		}
		l, err := search.In(rows)
		must.Do(t, err)
		var rep Report
		_, err = collect(rows, l.Format, Options{}, &rep)
		if _, _, splitErr := l.Split(t.Context(), AllSplits, Options{}, &rep); errors.Join(err, splitErr) != nil {
			t.Fatal(err, splitErr)
		}
		lines := strings.Join(rep.Lines(), "\n")
		if strings.Count(lines, "skipped 1 judgement: "+tabular.WrongGrade) != 1 || !strings.Contains(lines, c.want) {
			t.Errorf("qrels %q: %s, want one skipped for %q", c.qrels, lines, c.want)
		}
	}
}
