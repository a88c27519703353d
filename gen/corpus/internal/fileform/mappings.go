package fileform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// The mappings of columns to roles in formats that are tables. MS MARCO's training triples are query TAB positive TAB negative, as texts
// (triples.train.small.tsv) or as ids (qidpidtriples.train.full.2.tsv). A file of texts is also a collection: its passages are the
// documents, its queries the topics, and each line judges two documents. The texts have no ids, so an id is a hash of the repaired text:
// equal texts are one document. TrainingTriples and TrainingIDTriples are for lines that are training rows.
var (
	wikiQARows = &rowtable.Mapping{Names: strings.Fields("QuestionID Question DocumentID DocumentTitle SentenceID Sentence Label"),
		Filled: []string{"QuestionID", "SentenceID"},
		Roles:  "query_id=QuestionID,query=Question,title=DocumentTitle,document_id=SentenceID,document=Sentence,label=Label"}
	tripleRows = &rowtable.Mapping{Names: strings.Fields("query positive negative"), Filled: strings.Fields("query positive negative"),
		Roles: "query=query,positive=positive,negative=negative", Repairs: true}
	top1000Rows = &rowtable.Mapping{Names: strings.Fields("qid pid query passage"), Filled: []string{"qid", "pid"},
		Roles: "query_id=qid,document_id=pid,query=query,document=passage"}
	TrainingTriples   = &rowtable.Mapping{Names: tripleRows.Names, Roles: tripleRows.Roles, Told: "query TAB positive TAB negative"}
	TrainingIDTriples = &rowtable.Mapping{Names: tripleRows.Names, Roles: tripleRows.Roles, Ids: true, Told: "query id TAB positive id TAB negative id"}
)

// Mappings has the mapping of each format of whole collections that is a table.
var Mappings = map[Format]*rowtable.Mapping{WikiQA: wikiQARows, Triples: tripleRows}

// mapRows returns a reader of rows whose columns have the roles of m. If m is nil, the names of the columns decide their roles.
func mapRows[T any](m *rowtable.Mapping, read func(*sourcefile.Source, rowtable.Options, func(T, int) error) error) reader[T] {
	return func(s *sourcefile.Source, o Options, emit func(T, int) error) error {
		o.Mapping = m
		return read(s, o, emit)
	}
}

// fitsWikiQA reports whether lines are those of WikiQA's own files: questions, sentences and labels.
func fitsWikiQA(h sourcefile.Head) bool {
	isAnswer := func(line []byte) bool {
		fields := bytes.Split(line, sourcefile.Tab)
		return len(fields) == len(wikiQARows.Names) && celltext.IsNumber(fields[len(fields)-1])
	}
	return len(h.Lines) > 0 && bytes.HasPrefix(h.Lines[0], []byte("QuestionID\tQuestion\tDocumentID\t")) ||
		h.Most(isAnswer) && isAnswer(h.Lines[0]) // the first line may be the header of another table
}

// readIDTripleQrels reads each line as two judgements: 1 for the positive, 0 for the negative. It also reads docpairs of ir_datasets, in
// which document a is preferred to document b.
func readIDTripleQrels(s *sourcefile.Source, _ Options, emit func(corpus.Qrel, int) error) error {
	emitBoth := func(query, positive, negative, reason string, line int) error {
		if query == "" || positive == "" || negative == "" {
			return s.Skip(line, reason)
		}
		if err := emit(corpus.Qrel{QueryID: query, DocID: positive, Grade: 1}, line); err != nil {
			return err
		}
		return emit(corpus.Qrel{QueryID: query, DocID: negative, Grade: 0}, line)
	}
	if sourcefile.NewHead(s).OpensWith('{') {
		return sourcefile.EachObject(s, func(object []byte, line int) error {
			fields, bad := textFields(object)
			return emitBoth(cmp.Or(fields["query_id"], fields["qid"]), fields["doc_id_a"], fields["doc_id_b"], cmp.Or(bad, sourcefile.EmptyID), line)
		})
	}
	return sourcefile.EachFields(s, 3, func(f [][]byte) error {
		return emitBoth(string(f[0]), string(f[1]), string(f[2]), rowtable.EmptyField, s.Line)
	})
}

// FitsRowDocs reports whether a head is that of a table with documents. A table in JSON must also have queries, or ids of its documents if
// no other format reads it.
func FitsRowDocs(h sourcefile.Head) bool {
	return fitsRows(h, tabular.Wanted{Documents: true}, func(p *tabular.Plan, json bool) bool {
		c := p.Content()
		return c.Texts && (c.Queries || !json || c.Collection && !fitsJSONLDocs(h) && !fitsAnserini(h))
	})
}

// fitsRowTopics reports whether a head is that of a table with queries. A table in JSON must also have judgements, splits, or
// queries that are objects.
func fitsRowTopics(h sourcefile.Head) bool {
	return fitsRows(h, tabular.Wanted{}, func(p *tabular.Plan, json bool) bool {
		isObject := p.Query >= 0 && strings.Contains(p.Names[p.Query], ".")
		return (p.HasQuery() || p.TakeQueries()) && (p.Content().Judgements || p.Split >= 0 || !json || isObject)
	})
}

// FitsRowQrels reports whether a head is that of a table with judgements.
func FitsRowQrels(h sourcefile.Head) bool {
	return fitsRows(h, tabular.Wanted{IDs: true}, func(p *tabular.Plan, _ bool) bool { return p.Content().Queries && p.JudgesAll() })
}

// gradesOfWords returns ", " and the roles of the columns of a table whose labels are words, which include the grades of the words. It
// returns "" for any other table.
func gradesOfWords(h sourcefile.Head) string {
	t, p, err := rowtable.PlanOf(h, rowtable.Options{Columns: h.Columns})
	if err != nil || t == nil || !p.Content().Words {
		return ""
	}
	return ", " + p.Columns.String()
}

// fitsRows reports whether a head is that of a table with two or more recognised or chosen columns which accept accepts. json is true for a
// table in JSON whose columns were not chosen. Tables of other formats are excluded.
func fitsRows(h sourcefile.Head, wanted tabular.Wanted, accept func(p *tabular.Plan, json bool) bool) bool {
	if h.Columns == "" && (fitsWikiQA(h) || fitsQuestions(h)) {
		return false
	}
	t, p, err := rowtable.PlanOf(h, rowtable.Options{Columns: h.Columns, Wanted: wanted})
	if t == nil || err != nil || len(p.Names) < 2 {
		return false
	}
	_, json := t.(*rowtable.Records)
	return accept(p, json && h.Columns == "")
}

// WikiPassageQA has its passages in document_passages.json, {document: {passage number: text}}. Its questions are in tables of QID TAB
// Question TAB DocumentID TAB DocumentName TAB RelevantPassages, with or without that header. A passage's id is document_number.

// readPassages reads document_passages.json. The file may be one line.
func readPassages(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	return sourcefile.EachNested(s, func(document, number string, text json.RawMessage) error {
		d := corpus.Doc{ID: passageID(document, number)}
		if text[0] != '"' || json.Unmarshal(text, &d.Text) != nil {
			return s.Skip(s.Line, "passage that is no text")
		}
		return emit(d, s.Line)
	})
}

func passageID(document, number string) string { return document + "_" + number }

// QuestionRows is the mapping of WikiPassageQA's questions.
var QuestionRows = &rowtable.Mapping{Names: strings.Fields("QID Question DocumentID DocumentName RelevantPassages"), Amend: splitRelevant,
	Roles: "query_id=QID,query=Question,title=DocumentName,document_id=RelevantPassages"}

// splitRelevant replaces the numbers of relevant passages, such as 4 or 42,43, by ids. It returns the reason if a row cannot be read.
func splitRelevant(cells []tabular.Cells) (bad string) {
	const id, document, relevant = 0, 2, 4 // indexes in QuestionRows.Names
	if cells[id].IsEmpty() {
		return sourcefile.EmptyID
	}
	var ids []string
	for number := range strings.SplitSeq(cells[relevant].Texts[0], ",") {
		number = strings.TrimSpace(number)
		if _, err := strconv.ParseUint(number, 10, 64); err != nil {
			return "relevant passages that are no numbers"
		}
		ids = append(ids, passageID(cells[document].Texts[0], number))
	}
	cells[relevant] = tabular.Cells{Texts: ids, Listed: true}
	return ""
}

func fitsPassages(h sourcefile.Head) bool {
	return h.OpensWith('{') && h.Name == "document_passages.json"
}

func fitsQuestions(h sourcefile.Head) bool {
	isQuestion := func(line []byte) bool {
		fields := strings.Split(string(line), "\t")
		if len(fields) != len(QuestionRows.Names) {
			return false
		}
		relevant := strings.NewReplacer(",", "", " ", "").Replace(fields[len(fields)-1])
		_, isScore := tabular.ParseNumber(fields[1], false)
		return fields[0] == QuestionRows.Names[0] || celltext.IsNumber([]byte(relevant)) && !isScore
	}
	return h.Most(isQuestion) && isQuestion(h.Lines[0]) // the first line may be the header of another table
}
