package read

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// Generated answers are JSON lines {"query": TEXT or {"id", "text"}, "answers": [TEXT or {"id", "text", "score", "label"}, ..]}.
// Every answer is a separate document, even if another query has an answer of the same text. Its document id is the query's id,
// a # and the answer's id or number, from 1. A query without an id gets a hash of its text. The answers are the candidates.

// answersLine is one line of a file of generated answers.
type answersLine struct {
	query   corpus.Query
	answers []answer
}

// answer is one document of such a line.
type answer struct {
	id, text string
	score    *float64 // nil: none
	grade    *int     // nil: not judged
}

// Reasons of the readers of answers.
const (
	noAnswersQuery  = "answers without a query"
	markedQuery     = "query whose id holds a #"
	repeatedQuery   = "query with answers in an earlier line"
	noAnswersList   = "query without a list of answers"
	noAnswerText    = "answer that is no text, nor an object with one"
	repeatedAnswer  = "query with two answers of one id"
	scoresHere      = "query of whose answers some have a score and some have none"
	answersLook     = `{"query": TEXT or {"id", "text"}, "answers": [TEXT or {"id", "text", "score", "label"}]}`
	answerSeparator = "#"
)

// eachAnswers calls visit for each line. A line whose query id occurred in an earlier line is skipped and
// counted.
func eachAnswers(s *source, visit func(l *answersLine) error) error {
	visited := map[string]bool{}
	return eachLine(s, func(line []byte) error {
		l, bad := readAnswersLine(line)
		if bad == "" && visited[l.query.ID] {
			bad = repeatedQuery
		}
		if bad != "" {
			return s.skipRow(s.line, bad)
		}
		visited[l.query.ID] = true
		return visit(l)
	})
}

// readAnswersLine parses a line. bad is the reason if the line is malformed, else "".
func readAnswersLine(line []byte) (l *answersLine, bad string) {
	var raw struct {
		ID      jsonID          `json:"id"`
		QueryID jsonID          `json:"query_id"`
		Query   json.RawMessage `json:"query"`
		Answers json.RawMessage `json:"answers"`
	}
	if json.Unmarshal(line, &raw) != nil {
		return nil, malformedJSON
	}
	id, text, ok := textWithID(raw.Query)
	if !ok || strings.TrimSpace(text) == "" {
		return nil, noAnswersQuery
	}
	l = &answersLine{query: corpus.Query{ID: cmp.Or(id, string(raw.QueryID), string(raw.ID), tabular.ContentID(text)), Text: text}}
	if strings.Contains(l.query.ID, answerSeparator) {
		return nil, markedQuery // else two answers could be called the same
	}
	var list []json.RawMessage
	if json.Unmarshal(raw.Answers, &list) != nil || list == nil {
		return nil, noAnswersList
	}
	ids := map[string]bool{}
	for i, item := range list {
		a, bad := readAnswer(item)
		if bad != "" {
			return nil, bad
		}
		a.id = l.query.ID + answerSeparator + cmp.Or(a.id, strconv.Itoa(i+1))
		if ids[a.id] {
			return nil, repeatedAnswer
		}
		if ids[a.id] = true; i > 0 && (a.score == nil) != (l.answers[0].score == nil) {
			return nil, scoresHere
		}
		l.answers = append(l.answers, a)
	}
	return l, ""
}

// textWithID parses a JSON string, or an object with the member text and optionally id. ok is false for
// other values.
func textWithID(raw json.RawMessage) (id, text string, ok bool) {
	var alone *string
	if json.Unmarshal(raw, &alone) == nil && alone != nil {
		return "", *alone, true
	}
	var object struct {
		ID   jsonID  `json:"id"`
		Text *string `json:"text"`
	}
	if json.Unmarshal(raw, &object) != nil || object.Text == nil {
		return "", "", false
	}
	return string(object.ID), *object.Text, true
}

// readAnswer parses one answer. Its id is "" if the answer has none; bad is the reason if it is malformed.
func readAnswer(raw json.RawMessage) (a answer, bad string) {
	var ok bool
	if a.id, a.text, ok = textWithID(raw); !ok {
		return a, noAnswerText
	}
	var members struct {
		Score json.RawMessage `json:"score"`
		Label any             `json:"label"`
	}
	if bytes.HasPrefix(raw, []byte("{")) {
		_ = json.Unmarshal(raw, &members) // an object: textWithID has parsed it
	}
	if len(members.Score) > 0 && json.Unmarshal(members.Score, &a.score) != nil {
		return a, wrongScore
	}
	switch label := members.Label.(type) {
	case nil:
	case bool:
		grade := 0
		if label {
			grade = 1
		}
		a.grade = &grade
	case float64:
		if label != math.Trunc(label) || math.Abs(label) > math.MaxInt32 {
			return a, tabular.WrongGrade
		}
		grade := int(label)
		a.grade = &grade
	default:
		return a, tabular.WrongGrade
	}
	return a, ""
}

func readAnswersDocs(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachAnswers(s, func(l *answersLine) error {
		for _, a := range l.answers {
			if err := emit(corpus.Doc{ID: a.id, Text: a.text}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}

func readAnswersTopics(s *source, _ Options, emit func(corpus.Query, int) error) error {
	return eachAnswers(s, func(l *answersLine) error { return emit(l.query, s.line) })
}

// readAnswersQrels reads the labels as judgements. Answers without a label are not judged.
func readAnswersQrels(s *source, _ Options, emit func(corpus.Qrel, int) error) error {
	return eachAnswers(s, func(l *answersLine) error {
		for _, a := range l.answers {
			if a.grade == nil {
				continue
			}
			if err := emit(corpus.Qrel{QueryID: l.query.ID, DocID: a.id, Grade: *a.grade}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}

// discoverAnswers returns the layout of generated answers at path, a file or "-" for standard input. With
// required, the file is accepted unseen; else the first line decides.
func discoverAnswers(path string, o Options, required bool) (l Layout, ok bool, err error) {
	if path == "-" {
		if err := plainfile.KeepInput(); err != nil {
			return l, false, err
		}
	}
	s, err := openSource(path, o, nil)
	if err != nil {
		if !required {
			err = nil // another reader of this path reports the error
		}
		return l, false, err
	}
	fits := required || fitsAnswers(newHead(s))
	s.close()
	if !fits {
		return l, false, nil
	}
	l = Layout{Format: Answers, Documents: path, Queries: map[string]string{AllSplits: path}, Qrels: map[string]string{}}
	o.counted, o.Strict = true, false // malformed lines are reported when the answers are read
	if s, err = openSource(path, o, nil); err != nil {
		return l, false, err
	}
	defer s.close()
	err = eachAnswers(s, func(line *answersLine) error {
		if slices.ContainsFunc(line.answers, func(a answer) bool { return a.grade != nil }) {
			l.Qrels[AllSplits] = path
			return errStop
		}
		return nil
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return l, true, err
}

// fitsAnswers reports whether the first object has a query, a list of answers and no other list at any depth.
// Questions of MS MARCO with answers have other lists, those of the passages.
func fitsAnswers(h head) bool {
	if !h.opensWith('{') || len(h.lines) == 0 {
		return false
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(h.lines[0], &members) != nil {
		return false
	}
	for name, value := range members {
		if name != "answers" && celltext.HasList(value) {
			return false
		}
	}
	return len(members["query"]) > 0 && bytes.HasPrefix(members["answers"], []byte("["))
}

// answersColumns are the members of the lines that are read, those of queries and answers with a dot.
var answersColumns = strings.Fields("id query_id query query.id query.text answers answers.id answers.text answers.score answers.label")

// unreadAnswers returns the members of the lines in a head that are not read.
func unreadAnswers(h head) []string {
	r := newRecords(h)
	if r == nil {
		return nil
	}
	return slices.DeleteFunc(r.names, func(name string) bool { return slices.Contains(answersColumns, name) })
}

// answersCandidates returns the answers of each query as its candidates: by descending score if they have
// scores, else in the file's order.
func answersCandidates(ctx context.Context, file string, o Options) ([]corpus.RunRow, error) {
	s, err := openSource(file, o, nil)
	if err != nil {
		return nil, err
	}
	defer s.close()
	var c ownCandidates
	err = eachAnswers(s, func(line *answersLine) error {
		if len(line.answers) > 0 && line.answers[0].score != nil {
			slices.SortStableFunc(line.answers, func(a, b answer) int { return cmp.Compare(*b.score, *a.score) })
		}
		for i, a := range line.answers {
			if a.score == nil {
				c.add(line.query.ID, a.id)
			} else {
				c.rows = append(c.rows, corpus.RunRow{QueryID: line.query.ID, DocID: a.id, Rank: i + 1, Score: *a.score})
			}
		}
		return ctx.Err()
	})
	return c.rows, err
}
