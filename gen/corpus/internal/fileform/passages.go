package fileform

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// WikiPassageQA keeps its passages in document_passages.json, {document: {passage number: text}}, and its questions in
// tables of QID TAB Question TAB DocumentID TAB DocumentName TAB RelevantPassages, with or without that header. A
// passage's id is document_number.

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

var QuestionRows = &rowtable.Mapping{Names: strings.Fields("QID Question DocumentID DocumentName RelevantPassages"), Amend: splitRelevant,
	Roles: "query_id=QID,query=Question,title=DocumentName,document_id=RelevantPassages"}

// splitRelevant makes the relevant passages of a question, such as 4 or 42,43, their ids. All others of the document are not relevant.
func splitRelevant(cells []tabular.Cells) (bad string) {
	if cells[0].IsEmpty() {
		return sourcefile.EmptyID
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
	return h.Most(isQuestion) && isQuestion(h.Lines[0]) // else the first line is another header
}
