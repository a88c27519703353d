package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// Generated answers are JSON lines {"query": TEXT or {"id", "text"}, "answers": [TEXT or {"id", "text", "score", "label"}, ..]}.
// Every answer is a separate document, even if another query has an answer of the same text. Its document id is the query's id,
// a # and the answer's id or number, from 1. A query without an id gets a hash of its text. The answers are the candidates.

var answerRows = &mapping{names: strings.Fields("query_id query document_id document score label"), keepsEmpty: true, objects: true,
	parse: answerCells,
	roles: "query_id=query_id,query=query,document_id=document_id,document=document,score=score,label=label"}

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

// answer is a text, or an object with one.
type answer struct {
	ID    jsonID   `json:"id"`
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
	err := decodeNumbers(raw, &value)
	*c = jsonCell(plainText(value))
	return err
}

// answerCells returns what parses the lines of a file.
func answerCells(*mapping, *source) func(line []byte, cells []tabular.Cells) (bad string) {
	visited := map[string]bool{}
	return func(line []byte, cells []tabular.Cells) (bad string) {
		var raw struct {
			ID      jsonID          `json:"id"`
			QueryID jsonID          `json:"query_id"`
			Query   answer          `json:"query"`
			Answers json.RawMessage `json:"answers"`
		}
		if json.Unmarshal(line, &raw) != nil {
			return malformedJSON
		}
		if raw.Query.Text == nil || strings.TrimSpace(*raw.Query.Text) == "" {
			return noAnswersQuery
		}
		query := cmp.Or(string(raw.Query.ID), string(raw.QueryID), string(raw.ID), tabular.ContentID(*raw.Query.Text))
		var answers []answer
		switch {
		case strings.Contains(query, answerSeparator):
			return markedQuery // else two answers could be called the same
		case json.Unmarshal(raw.Answers, &answers) != nil || answers == nil:
			return noAnswersList
		case visited[query]:
			return repeatedQuery
		}
		cells[0], cells[1] = tabular.Scalar([]string{query}), tabular.Scalar([]string{*raw.Query.Text})
		lists, ids := make([][]string, 4), map[string]bool{}
		for i, a := range answers {
			if a.Text == nil {
				return noAnswerText
			}
			id := query + answerSeparator + cmp.Or(string(a.ID), strconv.Itoa(i+1))
			_, isNumber := tabular.ParseNumber(string(a.Score), false)
			_, isGrade := parseGrade(string(a.Label))
			switch {
			case ids[id]:
				return repeatedAnswer
			case a.Score != "" && !isNumber:
				return wrongScore
			case !isGrade && !slices.Contains([]jsonCell{"", "true", "false"}, a.Label):
				return tabular.WrongGrade
			case (a.Score == "") != (answers[0].Score == ""):
				return scoresHere
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

// discoverAnswers returns the layout of generated answers at path, a file or "-" for standard input. With
// required, the file is accepted unseen; else the first line decides.
func discoverAnswers(path string, o Options, required bool) (l Layout, ok bool, err error) {
	if path == "-" {
		if err := plainfile.KeepInput(); err != nil {
			return l, false, err
		}
	}
	o.Strict, o.mapping = false, answerRows // malformed lines are reported when the answers are read
	if !required {
		err = visitFile(path, o, func(s *source) error {
			ok = fitsAnswers(newHead(s))
			return nil
		})
		if err != nil || !ok {
			return l, false, nil // another reader of this path reports the error
		}
	}
	l = Layout{Format: Answers, Documents: path, Queries: map[string]string{AllSplits: path}, Qrels: map[string]string{}}
	err = eachRowOf(path, o, hasTexts, func(_ *source, r tabular.Row) error {
		if slices.ContainsFunc(r.Docs, func(d tabular.Document) bool { return d.Label != "" }) {
			l.Qrels[AllSplits] = path
			return errStop
		}
		return nil
	})
	if err == errStop {
		err = nil
	}
	return l, err == nil, err
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
