package read

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// mapping is a format of rows whose columns have a fixed order and known roles. The first line may name the columns.
type mapping struct {
	names      []string
	filled     []string // columns that are never empty
	roles      string   // of the columns, as in --columns
	repairs    bool     // texts are repaired before ids are made of them
	ids        bool     // texts are ids
	keepsEmpty bool     // documents may be empty, and queries have none
	objects    bool     // a row is an object, no line
	told       string   // of training rows: what the columns are
	// parse returns what fills the cells of all columns from a line or object, and says why it cannot; nil for fields between TABs, in which quotes
	// are text.
	parse func(m *mapping, s *source) func(line []byte, cells []tabular.Cells) (bad string)
}

var (
	wikiQARows = &mapping{names: strings.Fields("QuestionID Question DocumentID DocumentTitle SentenceID Sentence Label"),
		filled: []string{"QuestionID", "SentenceID"},
		roles:  "query_id=QuestionID,query=Question,title=DocumentTitle,document_id=SentenceID,document=Sentence,label=Label"}
	tripleRows = &mapping{names: strings.Fields("query positive negative"), filled: strings.Fields("query positive negative"),
		roles: "query=query,positive=positive,negative=negative", repairs: true}
	top1000Rows = &mapping{names: strings.Fields("qid pid query passage"), filled: []string{"qid", "pid"},
		roles: "query_id=qid,document_id=pid,query=query,document=passage"}
	trainingTriples   = &mapping{names: tripleRows.names, roles: tripleRows.roles, told: "query TAB positive TAB negative"}
	trainingIDTriples = &mapping{names: tripleRows.names, roles: tripleRows.roles, ids: true, told: "query id TAB positive id TAB negative id"}
)

// mappings are the formats of collections that are rows with a mapping.
var mappings = map[Format]*mapping{wikiQA: wikiQARows, Triples: tripleRows, Answers: answerRows}

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
	choice.Training = o.training
	p, err := tabular.PlanColumns(path, m.names, false, choice, labels)
	if err == nil {
		p.KeepsSpace, p.Form.QueryIDs, p.Form.DocumentIDs = !o.training, m.ids, m.ids
	}
	return p, err
}

func (m *mapping) columns() (names []string, loose bool) { return m.names, false }

// visitRows calls visit for the lines.
func (m *mapping) visitRows(s *source, names []string, visit func(values []tabular.Cells) error) error {
	values, cells, header := make([]tabular.Cells, len(names)), make([]tabular.Cells, len(m.names)), strings.Join(m.names, "\t")
	places := make([]int, len(names))
	for i, name := range names {
		places[i] = slices.Index(m.names, name)
	}
	parse := fieldCells
	if m.parse != nil {
		parse = m.parse
	}
	fill := parse(m, s)
	each := eachLine
	if m.objects {
		each = func(s *source, visit func([]byte) error) error {
			return eachObject(s, func(object []byte, _ int) error { return visit(object) })
		}
	}
	return each(s, func(line []byte) error {
		if s.line == 1 && string(line) == header {
			s.rep.header()
			return nil
		}
		if bad := fill(line, cells); bad != "" {
			return s.skipRow(s.line, bad)
		}
		for i, place := range places {
			values[i] = cells[place]
		}
		return visit(values)
	})
}

// fieldCells returns what fills cells with the fields of a line.
func fieldCells(m *mapping, s *source) func(line []byte, cells []tabular.Cells) (bad string) {
	isFilled := make([]bool, len(m.names)) // by column
	for column, name := range m.names {
		isFilled[column] = slices.Contains(m.filled, name)
	}
	return func(line []byte, cells []tabular.Cells) (bad string) {
		if bytes.Count(line, tab) != len(m.names)-1 {
			return wrongFields
		}
		column := 0
		for field := range bytes.SplitSeq(line, tab) {
			if len(field) == 0 && isFilled[column] {
				return emptyField
			}
			text := string(field)
			if m.repairs {
				text = s.repairText(text, s.line)
			}
			cells[column] = tabular.Scalar([]string{text})
			column++
		}
		return ""
	}
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

// MS MARCO's training triples are query TAB positive TAB negative, as texts (triples.train.small.tsv) or as ids
// (qidpidtriples.train.full.2.tsv). A file of texts is a collection: its passages are the documents, its queries the topics,
// and each line judges two documents. The texts have no ids, so an id is a hash of the repaired text: equal texts are one
// document.

// readIDTripleQrels reads each line as two judgements: 1 for the positive, 0 for the negative. It also reads docpairs of ir_datasets, where
// document a is preferred to document b.
func readIDTripleQrels(s *source, _ Options, emit func(corpus.Qrel, int) error) error {
	visit := func(query, positive, negative, bad string, line int) error {
		if query == "" || positive == "" || negative == "" {
			return s.skip(line, bad)
		}
		if err := emit(corpus.Qrel{QueryID: query, DocID: positive, Grade: 1}, line); err != nil {
			return err
		}
		return emit(corpus.Qrel{QueryID: query, DocID: negative, Grade: 0}, line)
	}
	if newHead(s).opensWith('{') {
		return eachObject(s, func(object []byte, line int) error {
			fields, bad := textFields(object)
			return visit(firstValue(fields, "query_id", "qid"), fields["doc_id_a"], fields["doc_id_b"], cmp.Or(bad, emptyID), line)
		})
	}
	return eachFields(s, 3, func(f [][]byte) error { return visit(string(f[0]), string(f[1]), string(f[2]), emptyField, s.line) })
}

func fitsTriples(h head) bool {
	return h.most(func(line []byte) bool { return bytes.Count(line, tab) == 2 })
}

// discoverTriples returns the layout of a file of triples at path, which is a collection by itself. With
// required, the user named the format; else the file must look like triples. Standard input needs required.
func discoverTriples(path string, o Options, required bool) (l Layout, ok bool, err error) {
	if !IsTriplesFile(path, o, required) {
		return l, false, nil
	}
	if path == "-" {
		err = plainfile.KeepInput()
	}
	split := cmp.Or(hubcard.SplitOf(hubcard.WithoutTableEnding(filepath.Base(path))), AllSplits)
	files := map[string]string{split: path}
	return Layout{Format: Triples, Documents: path, Queries: files, Qrels: files,
		tables: []ReadTable{{Name: path, Columns: trainingTriples.told}}}, true, err
}

// IsTriplesFile reports whether a file holds triples: with required any file does, else its content
// decides.
func IsTriplesFile(path string, o Options, required bool) (fits bool) {
	if required {
		info, err := os.Stat(path)
		return path == "-" || err == nil && !info.IsDir()
	}
	if path == "-" || o.Columns != "" {
		return false
	}
	_ = visitFile(path, o, func(s *source) error { // another reader of this path reports the error
		fits = s.table == nil && fitsTriplesFile(newHead(s))
		return nil
	})
	if !fits {
		return false
	}
	_, err := tablePlan(path, o)
	return err != nil // else a table with a header
}

// sentenceWords is the smallest number of words of the first line's passages. Names of columns have fewer.
const sentenceWords = 3

// fitsTriplesFile reports whether lines are three texts: the passages of most lines have several words, and
// so have more than half of the queries. The first line must not be names of columns, unless the file's
// name begins with triples.
func fitsTriplesFile(h head) bool {
	if len(h.lines) == 0 || !fitsTriples(h) {
		return false
	}
	words := func(line []byte, field int) int { return len(bytes.Fields(bytes.Split(line, tab)[field])) }
	first := h.lines[0]
	hasName := strings.HasPrefix(h.name, "triples.")
	if bytes.Count(first, tab) != 2 || !hasName && min(words(first, 1), words(first, 2)) < sentenceWords {
		return false
	}
	questions := 0
	passages := h.most(func(line []byte) bool {
		if bytes.Count(line, tab) != 2 {
			return false
		}
		if words(line, 0) > 1 {
			questions++
		}
		return words(line, 1) > 1 && words(line, 2) > 1
	})
	return passages && questions*2 > len(h.lines)
}
