package corpus

import (
	"encoding/json"
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// eachNested calls visit for every value of {"outer": {"inner": value}}. This is the form of pytrec_eval, ranx and BEIR, where a query has
// documents and their numbers, and that of WikiPassageQA's passages.
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

// readNestedQrels reads {"query": {"document": grade}}.
func readNestedQrels(s *source, _ Options, emit func(Qrel, int) error) error {
	return eachNested(s, func(query, doc string, number json.RawMessage, line int) error {
		if query == "" || doc == "" {
			return s.skip(line, emptyID)
		}
		grade, ok := parseGrade(string(number))
		if !ok {
			return s.skip(line, tabular.WrongGrade)
		}
		return emit(Qrel{QueryID: query, DocID: doc, Grade: grade}, line)
	})
}

// nestedRow returns a row of {"query": {"document": score}}; bad is the reason if it is malformed.
func nestedRow(query, doc string, number json.RawMessage) (r row, bad string) {
	if query == "" || doc == "" {
		return row{}, emptyID
	}
	score, ok := parseScore(number)
	if !ok {
		return row{}, wrongScore
	}
	return row{query: []byte(query), doc: []byte(doc), unranked: true, score: score}, ""
}
