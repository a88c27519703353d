package corpus

import (
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// eachNested calls visit for every number of {"query": {"document": number}}, the form of pytrec_eval, ranx and BEIR.
func eachNested(s *source, visit func(query, doc, number string, line int) error) error {
	m := newMemberStream(s)
	return m.eachObject(func(query string) error {
		err := m.eachMember(func(doc string) error {
			value, err := m.value()
			if err != nil {
				return err
			}
			return visit(query, doc, string(value), m.line())
		})
		if err == io.EOF { // in the middle
			return errNotJSON
		}
		return err
	})
}

// readNestedQrels reads {"query": {"document": grade}}.
func readNestedQrels(s *source, _ Options, emit func(Qrel, int) error) error {
	return eachNested(s, func(query, doc, number string, line int) error {
		if query == "" || doc == "" {
			return s.skip(line, emptyID)
		}
		grade, ok := parseGrade(number)
		if !ok {
			return s.skip(line, tabular.WrongGrade)
		}
		return emit(Qrel{QueryID: query, DocID: doc, Grade: grade}, line)
	})
}

// nestedRow returns a row of {"query": {"document": score}}; bad is the reason if it is malformed.
func nestedRow(query, doc, number string) (r row, bad string) {
	if query == "" || doc == "" {
		return row{}, emptyID
	}
	score, ok := parseScore([]byte(number))
	if !ok {
		return row{}, wrongScore
	}
	return row{query: []byte(query), doc: []byte(doc), unranked: true, score: score}, ""
}
