package corpus

import (
	"bytes"
	"strconv"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// WikiQA's own files hold documents, queries and judgements in one table, under a header:
// QuestionID TAB Question TAB DocumentID TAB DocumentTitle TAB SentenceID TAB Sentence TAB Label.
const (
	wikiqaQuestionID = iota
	wikiqaQuestion
	_
	wikiqaTitle
	wikiqaSentenceID
	wikiqaSentence
	wikiqaLabel
	wikiqaFields
)

// eachWikiQA calls visit for the rows of the table.
func eachWikiQA(s *source, visit func(fields [][]byte) error) error {
	return eachFields(s, wikiqaFields, func(f [][]byte) error {
		if s.line == 1 && string(f[wikiqaQuestionID]) == "QuestionID" {
			s.rep.header()
			return nil
		}
		if len(f[wikiqaSentenceID]) == 0 {
			return s.skip(s.line, emptyID)
		}
		return visit(f)
	})
}

// readWikiQADocs reads the sentences. A candidate of several questions occurs once for each.
func readWikiQADocs(s *source, _ Options, emit func(Doc, int) error) error {
	return eachWikiQA(s, func(f [][]byte) error {
		return emit(Doc{ID: string(f[wikiqaSentenceID]), Title: string(f[wikiqaTitle]), Text: string(f[wikiqaSentence])}, s.line)
	})
}

// readWikiQATopics reads the questions, each once.
func readWikiQATopics(s *source, _ Options, emit func(Query, int) error) error {
	var last Query
	return eachWikiQA(s, func(f [][]byte) error {
		if string(f[wikiqaQuestionID]) == last.ID && string(f[wikiqaQuestion]) == last.Text {
			return nil // rows of a question are adjacent
		}
		last = Query{ID: string(f[wikiqaQuestionID]), Text: string(f[wikiqaQuestion])}
		return emit(last, s.line)
	})
}

// readWikiQAQrels reads the labels, 1 for an answer and 0 for another sentence.
func readWikiQAQrels(s *source, _ Options, emit func(Qrel, int) error) error {
	return eachWikiQA(s, func(f [][]byte) error {
		grade, err := strconv.Atoi(string(f[wikiqaLabel]))
		if err != nil {
			return s.skip(s.line, tabular.WrongGrade)
		}
		return emit(Qrel{QueryID: string(f[wikiqaQuestionID]), DocID: string(f[wikiqaSentenceID]), Grade: grade}, s.line)
	})
}

func fitsWikiQA(h head) bool {
	isAnswer := func(line []byte) bool {
		fields := bytes.Split(line, tab)
		return len(fields) == wikiqaFields && celltext.IsNumber(fields[wikiqaLabel])
	}
	return len(h.lines) > 0 && bytes.HasPrefix(h.lines[0], []byte("QuestionID\tQuestion\tDocumentID\t")) ||
		h.most(isAnswer) && isAnswer(h.lines[0]) // else the first line is another header
}
