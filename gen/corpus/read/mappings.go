package read

import (
	"bytes"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// mapping is a format of rows whose columns stand in a fixed order: fields between TABs, in which quotes are text. The first line may name
// the columns.
type mapping struct {
	names   []string
	filled  []string // columns that are never empty
	roles   string   // of the columns, as in --columns
	repairs bool     // texts are repaired before ids are made of them
}

var (
	wikiQARows = &mapping{names: strings.Fields("QuestionID Question DocumentID DocumentTitle SentenceID Sentence Label"),
		filled: []string{"QuestionID", "SentenceID"},
		roles:  "query_id=QuestionID,query=Question,title=DocumentTitle,document_id=SentenceID,document=Sentence,label=Label"}
	tripleRows = &mapping{names: strings.Fields("query positive negative"), filled: strings.Fields("query positive negative"),
		roles: "query=query,positive=positive,negative=negative", repairs: true}
	top1000Rows = &mapping{names: strings.Fields("qid pid query passage"), filled: []string{"qid", "pid"},
		roles: "query_id=qid,document_id=pid,query=query,document=passage"}
)

// mappings are the formats of collections that are rows with a mapping.
var mappings = map[Format]*mapping{wikiQA: wikiQARows, Triples: tripleRows}

// emptyField is the reason for a line with an empty field that is never so.
const emptyField = "empty text or id"

// mapped returns a reader of rows with a mapping.
func mapped[T any](m *mapping, read func(*source, Options, func(T, int) error) error) func(*source, Options, func(T, int) error) error {
	return func(s *source, o Options, emit func(T, int) error) error {
		o.mapping = m
		return read(s, o, emit)
	}
}

// plan returns the roles of the columns.
func (m *mapping) plan(path string, o Options) (*tabular.Plan, error) {
	choice, err := tabular.ParseColumns(m.roles)
	if err != nil {
		return nil, err
	}
	labels, err := tabular.ParseLabels(o.Labels)
	if err != nil {
		return nil, err
	}
	p, err := tabular.PlanColumns(path, m.names, false, choice, labels)
	if err == nil {
		p.KeepsSpace = true
	}
	return p, err
}

func (m *mapping) columns() (names []string, loose bool) { return m.names, false }

// visitRows calls visit for the lines with as many fields as there are columns.
func (m *mapping) visitRows(s *source, names []string, visit func(values []tabular.Cells) error) error {
	values, header := make([]tabular.Cells, len(names)), strings.Join(m.names, "\t")
	places, isFilled := make([]int, len(m.names)), make([]bool, len(m.names)) // by column
	for column, name := range m.names {
		places[column], isFilled[column] = slices.Index(names, name), slices.Contains(m.filled, name)
	}
	return eachLine(s, func(line []byte) error {
		switch {
		case s.line == 1 && string(line) == header:
			s.rep.header()
			return nil
		case bytes.Count(line, tab) != len(m.names)-1:
			return s.skipRow(s.line, wrongFields)
		}
		column := 0
		for field := range bytes.SplitSeq(line, tab) {
			if len(field) == 0 && isFilled[column] {
				return s.skipRow(s.line, emptyField)
			}
			if place := places[column]; place >= 0 {
				text := string(field)
				if m.repairs {
					text = s.repairText(text, s.line)
				}
				values[place] = tabular.Scalar([]string{text})
			}
			column++
		}
		return visit(values)
	})
}

// fitsWikiQA reports whether lines are those of WikiQA's own files: questions, sentences and labels.
func fitsWikiQA(h head) bool {
	isAnswer := func(line []byte) bool {
		fields := bytes.Split(line, tab)
		return len(fields) == len(wikiQARows.names) && celltext.IsNumber(fields[len(fields)-1])
	}
	return len(h.lines) > 0 && bytes.HasPrefix(h.lines[0], []byte("QuestionID\tQuestion\tDocumentID\t")) ||
		h.most(isAnswer) && isAnswer(h.lines[0]) // else the first line is another header
}
