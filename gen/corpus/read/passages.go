package read

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// WikiPassageQA keeps its passages in document_passages.json, {document: {passage number: text}}, and its questions in
// tables of QID TAB Question TAB DocumentID TAB DocumentName TAB RelevantPassages, with or without that header. A
// passage's id is document_number.

// eachNested calls visit for every value of {"outer": {"inner": value}}.
func eachNested(s *source, visit func(outer, inner string, value json.RawMessage, line int) error) error {
	m := newMemberStream(s)
	return m.eachObject(func(outer string) error {
		err := m.eachMember(func(inner string) error {
			value, err := m.value()
			if err != nil {
				return err
			}
			return visit(outer, inner, value, s.line)
		})
		if err == io.EOF { // in the middle
			return errNotJSON
		}
		return err
	})
}

// readPassages reads document_passages.json. The file may be one line; only the current passage is held.
func readPassages(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachNested(s, func(document, number string, text json.RawMessage, line int) error {
		d := corpus.Doc{ID: passageID(document, number)}
		if text[0] != '"' || json.Unmarshal(text, &d.Text) != nil {
			return s.skip(line, "passage that is no text")
		}
		return emit(d, line)
	})
}

func passageID(document, number string) string { return document + "_" + number }

var questionRows = &mapping{names: strings.Fields("QID Question DocumentID DocumentName RelevantPassages"), parse: questionCells,
	roles: "query_id=QID,query=Question,title=DocumentName,document_id=RelevantPassages"}

// questionCells returns what parses a question with its relevant passages, such as 4 or 42,43. All others of the document are not relevant.
func questionCells(m *mapping, s *source) func(line []byte, cells []tabular.Cells) (bad string) {
	fill := fieldCells(m, s)
	return func(line []byte, cells []tabular.Cells) (bad string) {
		if bad := fill(line, cells); bad != "" {
			return bad
		}
		if cells[0].IsEmpty() {
			return emptyID
		}
		var ids []string
		for number := range strings.SplitSeq(cells[4].Texts[0], ",") {
			number = strings.TrimSpace(number)
			if _, err := strconv.ParseUint(number, 10, 64); err != nil {
				return "relevant passages that are no numbers"
			}
			ids = append(ids, passageID(cells[2].Texts[0], number))
		}
		cells[4] = tabular.Cells{Texts: ids, Listed: true}
		return ""
	}
}

func fitsPassages(h head) bool { return h.opensWith('{') && h.name == "document_passages.json" }

func fitsQuestions(h head) bool {
	isQuestion := func(line []byte) bool {
		fields := strings.Split(string(line), "\t")
		if len(fields) != len(questionRows.names) {
			return false
		}
		relevant := strings.NewReplacer(",", "", " ", "").Replace(fields[len(fields)-1])
		return fields[0] == questionRows.names[0] || celltext.IsNumber([]byte(relevant))
	}
	return h.most(isQuestion) && isQuestion(h.lines[0]) // else the first line is another header
}

// dropRennings drops the questions that Rennings, Moraes and Hauff (2019) drop. These are questions whose
// text, or whose document's only text, is {}, and questions on the World Trade Organization that repeat an
// earlier one.
func dropRennings(ctx context.Context, l Layout, file string, queries []corpus.Query, o Options, rep *Report) ([]corpus.Query, error) {
	void := map[string]bool{} // documents; true if all texts so far are {}
	err := eachPassage(ctx, l.Documents, o, func(document string, d corpus.Doc) {
		isVoid, ok := void[document]
		void[document] = (isVoid || !ok) && strings.TrimSpace(d.Text) == braces
	})
	if err != nil {
		return nil, err
	}
	visited, dropped := map[string]bool{}, map[string]bool{}
	o.mapping = questionRows
	err = eachRowOf(file, o, hasPairs, func(_ *source, r tabular.Row) error {
		document, name := documentOf(r.Docs[0].Key()), r.Docs[0].Title
		key := document + "\t" + strings.ToLower(strings.Join(strings.Fields(r.Query), " "))
		again := visited[key] && (strings.Contains(name, "World Trade Organization") || strings.Contains(name, "World_Trade_Organization"))
		visited[key] = true
		switch {
		case strings.TrimSpace(r.Query) == braces || void[document]:
			rep.skip(queriesNoun, "questions of the text {}", file, 0)
		case again:
			rep.repeat(queriesNoun, "questions on the World Trade Organization that repeat another", file, 0)
		default:
			return nil
		}
		dropped[r.Key()] = true
		return nil
	})
	return slices.DeleteFunc(queries, func(q corpus.Query) bool { return dropped[q.ID] }), err
}

// braces is the text of questions and passages that were lost.
const braces = "{}"

// eachPassage calls visit for the passages of WikiPassageQA, which another reader reads with a report.
func eachPassage(ctx context.Context, path string, o Options, visit func(document string, d corpus.Doc)) error {
	o.DocFields = nil
	for d, err := range Documents(ctx, path, wikiPassageQA, o, nil) {
		if err != nil {
			return err
		}
		visit(documentOf(d.ID), d)
	}
	return nil
}

// documentOf returns the document part of a passage's id.
func documentOf(passage string) string { return passage[:max(0, strings.LastIndexByte(passage, '_'))] }

// Candidates returns the candidates that a collection has for the queries of a split, in the order of its
// files. WikiQA has the sentences of the table, triples the documents of the query's lines, WikiPassageQA
// the passages of the question's document. Answers and rows have their own documents, and scores if the
// file has some. Other scores are the negative rank, without meaning.
func (l Layout) Candidates(ctx context.Context, split string, o Options) ([]corpus.RunRow, error) {
	switch {
	case l.Format == Table || mappings[l.Format] != nil && o.QrelsFormat != tripleIDs:
		o.split, o.splitColumns, o.counted, o.mapping = split, l.splitColumns, true, mappings[l.Format]
		file := l.Queries[split]
		if o.mapping != nil {
			file = cmp.Or(l.Qrels[split], file)
		}
		return tableCandidates(ctx, file, o)
	case o.QrelsFormat == tripleIDs || l.Format == wikiPassageQA:
		qrels, err := Qrels(l.Qrels[split], l.Format, o, nil)
		passages := map[string][]string{}
		if err == nil && l.Format == wikiPassageQA {
			err = eachPassage(ctx, l.Documents, o, func(document string, d corpus.Doc) { passages[document] = append(passages[document], d.ID) })
		}
		if err != nil {
			return nil, err
		}
		var c ownCandidates
		for _, q := range qrels {
			switch {
			case l.Format != wikiPassageQA:
				c.add(q.QueryID, q.DocID)
			case c.last[q.QueryID] == 0:
				for _, id := range passages[documentOf(q.DocID)] {
					c.add(q.QueryID, id)
				}
			}
		}
		return c.rows, nil
	}
	return nil, errs.BadUsage(`--run "" retrieves candidates, --run FILE takes those of a run; WikiQA's own files and files of rows name theirs`,
		"a collection of the format %s has no candidates of its own", l.Format)
}

// ownCandidates numbers the candidates of each query, whose rows need not be adjacent.
type ownCandidates struct {
	rows []corpus.RunRow
	last map[string]int
}

func (c *ownCandidates) add(query, doc string) {
	if c.last == nil {
		c.last = map[string]int{}
	}
	c.last[query]++
	c.rows = append(c.rows, corpus.RunRow{QueryID: query, DocID: doc, Rank: c.last[query], Score: -float64(c.last[query])})
}
