package audit

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// testSet holds the queries and documents that must not be in the rows.
type testSet struct {
	index       *check.TestIndex
	idFile      string          // the first file whose queries are ids without texts; "" if there is none
	noTexts     map[string]bool // the ids of the documents without text
	noQuery     int             // number of rows without a query
	noQueryFile string          // the file of the first row without a query
	splits      []string        // the lines of Report.testSplits
}

// readTest reads the test sets, which are files of rows, judgements or queries. It returns nil if there is none.
func (r *reader) readTest(ctx context.Context) (*testSet, error) {
	if len(r.o.Test) == 0 {
		return nil, nil
	}
	t := &testSet{index: check.NewTestIndex(), noTexts: map[string]bool{}}
	if err := safefile.RefuseTwice(r.o.Test); err != nil {
		return nil, err
	}
	for _, path := range r.o.Test {
		reports := []*read.Report{{}}
		sources, err := sourcesOf(path, r.o.Reading, reports[0])
		if err != nil {
			return nil, err
		}
		texts, noTexts := r.givenTexts(ctx, sources)
		before, _ := t.index.Len()
		isTest := false // only the split test of the collection is read
		for _, s := range sources {
			if s.layout != nil && judgesTest(s.layout) {
				s.split, isTest = testSplit, true
			}
			rowsRep := new(read.Report)
			err := noTexts
			if err == nil {
				_, err = s.visitRows(ctx, r.o.Reading, rowsRep, func(row *corpus.TrainingRow) error {
					texts.fill(row)
					t.add(s.file, row)
					return nil
				})
			}
			if err != nil {
				if s.layout != nil || ctx.Err() != nil {
					return nil, err
				}
				rowsRep = new(read.Report)
				var noQueries error
				if isTest, noQueries = t.addQueries(ctx, s.file, r.o.Reading, rowsRep); noQueries != nil {
					return nil, fmt.Errorf("%w; nor are they queries: %w", err, noQueries)
				}
			}
			reports = append(reports, rowsRep)
		}
		if after, _ := t.index.Len(); isTest {
			t.splits = append(t.splits, "--test "+path+": "+terminal.Plural(after-before, "query", "queries")+" that its split test judges")
		}
		for _, rep := range reports {
			r.notes.tell("--test: ", rep)
		}
	}
	if t.noQuery > 0 {
		r.notes.remarks = append(r.notes.remarks, Reason{Reason: "--test: row without a query", Count: t.noQuery,
			Places: []string{t.noQueryFile}})
	}
	if queries, documents := t.index.Len(); queries+documents == 0 {
		return nil, errs.BadInput(r.o.Test[0], 0, "name a file of queries or rows", "the test set has no query and no document")
	}
	return t, nil
}

func (t *testSet) add(file string, row *corpus.TrainingRow) {
	switch {
	case row.Query == "" && row.QueryID == "":
		t.noQuery++
		t.noQueryFile = cmp.Or(t.noQueryFile, file)
	case row.Query == "":
		t.idFile = cmp.Or(t.idFile, file)
	}
	t.index.AddQuery(cmp.Or(row.Query, row.QueryID))
	for _, d := range row.Docs {
		if d.Text == "" && d.ID != "" {
			t.noTexts[d.ID] = true
		}
		t.index.AddDocument(cmp.Or(d.Text, d.ID))
	}
}

// testSplit is the split of a collection that --test reads, if the collection has judgements for it.
const testSplit = "test"

// judgesTest reports whether a collection has queries and judgements for testSplit.
func judgesTest(l *read.Layout) bool { return l.Qrels[testSplit] != "" && l.Queries[testSplit] != "" }

// addQueries adds the queries of a file. If the file belongs to a collection with judgements for a split test, it adds only the queries of
// that split and returns true.
func (t *testSet) addQueries(ctx context.Context, path string, o read.Options, rep *read.Report) (isTest bool, err error) {
	var queries []corpus.Query
	layout, noLayout := read.Search{Format: read.Auto, Options: o}.In(filepath.Dir(path))
	isTest = noLayout == nil && judgesTest(&layout) && layout.Queries[testSplit] == filepath.Clean(path)
	if isTest {
		queries, _, err = layout.Split(ctx, testSplit, o, rep)
	} else {
		queries, err = read.Queries(ctx, path, read.Auto, o, rep)
	}
	for _, q := range queries {
		t.index.AddQuery(q.Text)
	}
	return isTest, err
}

// compare returns an error if the queries of the test set cannot be compared with those of the rows. It adds a note on documents without
// text: only their ids are compared.
func (t *testSet) compare(set *trainset.Set, n *notes) error {
	if t.idFile != "" && set.IDs == 0 {
		return errs.BadInput(t.idFile, 0, "name the file of its queries, or add it as --topics", "its queries are ids, and the rows hold texts")
	}
	if count := len(t.noTexts); count > 0 {
		n.notChecked = append(n.notChecked, terminal.Plural(count, "document of the test set has no text: its id alone was compared",
			"documents of the test set have no text: their ids alone were compared")+"; --collection names the file of texts.")
	}
	return nil
}
