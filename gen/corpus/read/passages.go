package read

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
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
