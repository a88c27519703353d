package read

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
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
			return visit(outer, inner, value, m.line())
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

const (
	wpqaQID = iota
	wpqaQuestion
	wpqaDocument
	wpqaName
	wpqaRelevant
	wpqaFields
)

// Fields of a question.
const (
	documentField     = "document"
	documentNameField = "name"
)

func eachQuestion(s *source, visit func(fields [][]byte) error) error {
	return eachFields(s, wpqaFields, func(f [][]byte) error {
		if s.line == 1 && string(f[wpqaQID]) == "QID" {
			return nil
		}
		return visit(f)
	})
}

// readQuestions reads the questions of WikiPassageQA.
func readQuestions(s *source, o Options, emit func(corpus.Query, int) error) error {
	return eachQuestion(s, func(f [][]byte) error {
		fields := map[string]string{"title": string(f[wpqaQuestion]), documentField: string(f[wpqaDocument]),
			documentNameField: string(f[wpqaName])}
		return emit(corpus.Query{ID: string(f[wpqaQID]), Text: topicText(fields, o.TopicFields), Fields: fields}, s.line)
	})
}

// readAnswers reads the relevant passages of the same table, such as 4 or 42,43. All others of the document
// are not relevant.
func readAnswers(s *source, _ Options, emit func(corpus.Qrel, int) error) error {
	return eachQuestion(s, func(f [][]byte) error {
		var numbers []string
		for number := range strings.SplitSeq(string(f[wpqaRelevant]), ",") {
			number = strings.TrimSpace(number)
			if _, err := strconv.ParseUint(number, 10, 64); err != nil {
				return s.skip(s.line, "relevant passages that are no numbers")
			}
			numbers = append(numbers, number)
		}
		for _, number := range numbers {
			q := corpus.Qrel{QueryID: string(f[wpqaQID]), DocID: passageID(string(f[wpqaDocument]), number), Grade: 1}
			if err := emit(q, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}

func fitsPassages(h head) bool { return h.opensWith('{') && h.name == "document_passages.json" }

func fitsQuestions(h head) bool {
	isQuestion := func(line []byte) bool {
		fields := strings.Split(string(line), "\t")
		if len(fields) != wpqaFields {
			return false
		}
		relevant := strings.NewReplacer(",", "", " ", "").Replace(fields[wpqaRelevant])
		return fields[wpqaQID] == "QID" || celltext.IsNumber([]byte(relevant))
	}
	return h.most(isQuestion) && isQuestion(h.lines[0]) // else the first line is another header
}

// dropRennings drops the questions that Rennings, Moraes and Hauff (2019) drop. These are questions whose
// text, or whose document's only text, is {}, and questions on the World Trade Organization that repeat an
// earlier one.
func dropRennings(file string, queries []corpus.Query, void map[string]bool, rep *Report) (remaining []corpus.Query) {
	visited := map[string]bool{}
	for _, q := range queries {
		name := q.Fields[documentNameField]
		key := q.Fields[documentField] + "\t" + strings.ToLower(strings.Join(strings.Fields(q.Text), " "))
		again := visited[key] && (strings.Contains(name, "World Trade Organization") || strings.Contains(name, "World_Trade_Organization"))
		visited[key] = true
		switch {
		case strings.TrimSpace(q.Text) == braces || void[q.Fields[documentField]]:
			rep.skip(queriesNoun, "questions of the text {}", file, 0)
		case again:
			rep.repeat(queriesNoun, "questions on the World Trade Organization that repeat another", file, 0)
		default:
			remaining = append(remaining, q)
		}
	}
	return remaining
}

// braces is the text of questions and passages that were lost.
const braces = "{}"

// voidDocuments returns the documents whose passages all have the text {}.
func voidDocuments(ctx context.Context, path string, o Options) (map[string]bool, error) {
	void := map[string]bool{} // true if all texts so far are {}
	err := eachPassage(ctx, path, o, func(document string, d corpus.Doc) {
		isVoid, ok := void[document]
		void[document] = (isVoid || !ok) && strings.TrimSpace(d.Text) == braces
	})
	return void, err
}

// eachPassage calls visit for the passages of WikiPassageQA, which another reader reads with a report.
func eachPassage(ctx context.Context, path string, o Options, visit func(document string, d corpus.Doc)) error {
	o.DocFields = nil
	for d, err := range Documents(ctx, path, wikiPassageQA, o, nil) {
		if err != nil {
			return err
		}
		document, _ := documentOf(d.ID)
		visit(document, d)
	}
	return nil
}

// documentOf returns the document part of a passage's id; ok is false if there is none.
func documentOf(passage string) (string, bool) {
	i := strings.LastIndexByte(passage, '_')
	if i < 0 {
		return "", false
	}
	return passage[:i], true
}

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
	case o.QrelsFormat == tripleIDs:
		qrels, err := Qrels(l.Qrels[split], l.Format, o, nil)
		if err != nil {
			return nil, err
		}
		var c ownCandidates
		for _, q := range qrels {
			c.add(q.QueryID, q.DocID)
		}
		return c.rows, nil
	case l.Format == wikiPassageQA:
		queries, err := Queries(ctx, l.Queries[split], l.Format, o, nil)
		if err != nil {
			return nil, err
		}
		passages := map[string][]string{}
		if err := eachPassage(ctx, l.Documents, o, func(document string, d corpus.Doc) {
			passages[document] = append(passages[document], d.ID)
		}); err != nil {
			return nil, err
		}
		var c ownCandidates
		for _, q := range queries {
			for _, id := range passages[q.Fields[documentField]] {
				c.add(q.ID, id)
			}
		}
		return c.rows, nil
	}
	return nil, errs.BadUsage("name a run's file, or leave it out to retrieve",
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
