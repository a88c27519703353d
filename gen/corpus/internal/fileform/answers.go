package fileform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// Generated answers are JSON lines {"query": TEXT or {"id", "text"}, "answers": [TEXT or {"id", "text", "score", "label"}, ..]}.
// Every answer is a separate document, even if another query has an answer of the same text. Its document id is the query's id,
// a # and the answer's id or number, from 1. A query without an id gets a hash of its text. The answers are the candidates.

var AnswerRows = &rowtable.Mapping{Names: strings.Fields("query_id query document_id document score label"), KeepsEmpty: true, Objects: true,
	Parse: answerCells,
	Roles: "query_id=query_id,query=query,document_id=document_id,document=document,score=score,label=label"}

// Reasons of the readers of answers.
const (
	NoAnswersQuery  = "answers without a query"
	MarkedQuery     = "query whose id holds a #"
	RepeatedQuery   = "query with answers in an earlier line"
	NoAnswersList   = "query without a list of answers"
	NoAnswerText    = "answer that is no text, nor an object with one"
	RepeatedAnswer  = "query with two answers of one id"
	ScoresHere      = "query of whose answers some have a score and some have none"
	answersLook     = `{"query": TEXT or {"id", "text"}, "answers": [TEXT or {"id", "text", "score", "label"}]}`
	answerSeparator = "#"
)

// answer is a text, or an object with one.
type answer struct {
	ID    JSONID   `json:"id"`
	Text  *string  `json:"text"`
	Score jsonCell `json:"score"`
	Label jsonCell `json:"label"`
}

// UnmarshalJSON leaves Text nil if the value is no text, nor an object with one.
func (a *answer) UnmarshalJSON(raw []byte) error {
	type object answer
	if raw[0] == '"' {
		return json.Unmarshal(raw, &a.Text)
	}
	if json.Unmarshal(raw, (*object)(a)) != nil {
		a.Text = nil
	}
	return nil
}

// jsonCell is a number, a text or a truth value as a cell of a table; "" for another value.
type jsonCell string

func (c *jsonCell) UnmarshalJSON(raw []byte) error {
	var value any
	err := rowtable.DecodeNumbers(raw, &value)
	*c = jsonCell(rowtable.PlainText(value))
	return err
}

// answerCells returns what parses the lines of a file.
func answerCells(*rowtable.Mapping, *sourcefile.Source) func(line []byte, cells []tabular.Cells) (bad string) {
	visited := map[string]bool{}
	return func(line []byte, cells []tabular.Cells) (bad string) {
		var raw struct {
			ID      JSONID          `json:"id"`
			QueryID JSONID          `json:"query_id"`
			Query   answer          `json:"query"`
			Answers json.RawMessage `json:"answers"`
		}
		if json.Unmarshal(line, &raw) != nil {
			return sourcefile.MalformedJSON
		}
		if raw.Query.Text == nil || strings.TrimSpace(*raw.Query.Text) == "" {
			return NoAnswersQuery
		}
		query := cmp.Or(string(raw.Query.ID), string(raw.QueryID), string(raw.ID), tabular.ContentID(*raw.Query.Text))
		var answers []answer
		switch {
		case strings.Contains(query, answerSeparator):
			return MarkedQuery // else two answers could be called the same
		case json.Unmarshal(raw.Answers, &answers) != nil || answers == nil:
			return NoAnswersList
		case visited[query]:
			return RepeatedQuery
		}
		cells[0], cells[1] = tabular.Scalar([]string{query}), tabular.Scalar([]string{*raw.Query.Text})
		lists, ids := make([][]string, 4), map[string]bool{}
		for i, a := range answers {
			if a.Text == nil {
				return NoAnswerText
			}
			id := query + answerSeparator + cmp.Or(string(a.ID), strconv.Itoa(i+1))
			_, isNumber := tabular.ParseNumber(string(a.Score), false)
			_, isGrade := ParseGrade(string(a.Label))
			switch {
			case ids[id]:
				return RepeatedAnswer
			case a.Score != "" && !isNumber:
				return WrongScore
			case !isGrade && !slices.Contains([]jsonCell{"", "true", "false"}, a.Label):
				return tabular.WrongGrade
			case (a.Score == "") != (answers[0].Score == ""):
				return ScoresHere
			}
			ids[id] = true
			for j, text := range []string{id, *a.Text, string(a.Score), string(a.Label)} {
				lists[j] = append(lists[j], text)
			}
		}
		for i, list := range lists {
			cells[2+i] = tabular.Cells{Texts: list, Listed: true}
		}
		visited[query] = true
		return ""
	}
}

// FitsAnswers reports whether the first object has a query, a list of answers and no other list at any depth.
// Questions of MS MARCO with answers have other lists, those of the passages.
func FitsAnswers(h sourcefile.Head) bool {
	if !h.OpensWith('{') || len(h.Lines) == 0 {
		return false
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(h.Lines[0], &members) != nil {
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

// UnreadAnswers returns the members of the lines in a head that are not read.
func UnreadAnswers(h sourcefile.Head) []string {
	r := rowtable.NewRecords(h)
	if r == nil {
		return nil
	}
	return slices.DeleteFunc(r.Names, func(name string) bool { return slices.Contains(answersColumns, name) })
}
