package read

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// dropRennings returns the queries without the questions that Rennings, Moraes and Hauff (2019) drop. These are questions whose text, or
// all of whose document's texts, are {}, and questions on the World Trade Organization that repeat an earlier one.
func dropRennings(ctx context.Context, l Layout, file string, queries []corpus.Query, o Options, rep *Report) ([]corpus.Query, error) {
	void := map[string]bool{} // by document: true if all its texts so far are {}
	err := eachPassage(ctx, l.Documents, o, func(document string, d corpus.Doc) {
		isVoid, ok := void[document]
		void[document] = (isVoid || !ok) && strings.TrimSpace(d.Text) == braces
	})
	if err != nil {
		return nil, err
	}
	visited, dropped := map[string]bool{}, map[string]bool{}
	o.mapping = fileform.QuestionRows
	err = eachRowOf(file, o, hasPairs, func(_ *sourcefile.Source, r tabular.Row) error {
		document, name := documentOf(r.Docs[0].Key()), r.Docs[0].Title
		key := document + "\t" + strings.ToLower(strings.Join(strings.Fields(r.Query), " "))
		again := visited[key] && (strings.Contains(name, "World Trade Organization") || strings.Contains(name, "World_Trade_Organization"))
		visited[key] = true
		switch {
		case strings.TrimSpace(r.Query) == braces || void[document]:
			rep.Skip(sourcefile.QueriesNoun, "questions of the text {}", file, 0)
		case again:
			rep.Repeat(sourcefile.QueriesNoun, "questions on the World Trade Organization that repeat another", file, 0)
		default:
			return nil
		}
		dropped[r.Key()] = true
		return nil
	})
	return slices.DeleteFunc(queries, func(q corpus.Query) bool { return dropped[q.ID] }), err
}

// braces is the text of questions and passages whose text was lost.
const braces = "{}"

// eachPassage calls visit with the passages of WikiPassageQA. It has no report, since another reader of the file has one.
func eachPassage(ctx context.Context, path string, o Options, visit func(document string, d corpus.Doc)) error {
	o.DocFields = nil
	for d, err := range Documents(ctx, path, fileform.WikiPassageQA, o, nil) {
		if err != nil {
			return err
		}
		visit(documentOf(d.ID), d)
	}
	return nil
}

// documentOf returns the document part of a passage's id.
func documentOf(passage string) string { return passage[:max(0, strings.LastIndexByte(passage, '_'))] }

// Candidates returns the candidates that a collection has for the queries of a split, in the order of its files. They are the sentences in
// the table of WikiQA, the documents in the lines of triples with the query, the passages of the question's document in WikiPassageQA, and
// the documents in rows with the query. Rows may have scores. Other scores are the negative rank.
func (l Layout) Candidates(ctx context.Context, split string, o Options) ([]corpus.RunRow, error) {
	switch {
	case l.Format == Table || fileform.Mappings[l.Format] != nil && o.QrelsFormat != fileform.TripleIDs:
		o.split, o.splitColumns, o.counted, o.mapping = split, l.splitColumns, true, fileform.Mappings[l.Format]
		file := l.Queries[split]
		if o.mapping != nil {
			file = cmp.Or(l.Qrels[split], file)
		}
		return tableCandidates(ctx, file, o)
	case o.QrelsFormat == fileform.TripleIDs || l.Format == fileform.WikiPassageQA:
		qrels, err := Qrels(l.Qrels[split], l.Format, o, nil)
		passages := map[string][]string{}
		if err == nil && l.Format == fileform.WikiPassageQA {
			err = eachPassage(ctx, l.Documents, o, func(document string, d corpus.Doc) { passages[document] = append(passages[document], d.ID) })
		}
		if err != nil {
			return nil, err
		}
		var rows []corpus.RunRow
		last := map[string]int{} // last rank of each query; its rows need not be adjacent
		add := func(query string, docs ...string) {
			for _, doc := range docs {
				last[query]++
				rows = append(rows, corpus.RunRow{QueryID: query, DocID: doc, Rank: last[query], Score: -float64(last[query])})
			}
		}
		for _, q := range qrels {
			switch {
			case l.Format != fileform.WikiPassageQA:
				add(q.QueryID, q.DocID)
			case last[q.QueryID] == 0:
				add(q.QueryID, passages[documentOf(q.DocID)]...)
			}
		}
		return rows, nil
	}
	return nil, errs.BadUsage(`--run "" retrieves candidates, --run FILE takes those of a run; WikiQA's own files and files of rows name theirs`,
		"a collection of the format %s has no candidates of its own", l.Format)
}
