package corpus

import (
	"encoding/json"
	"io"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// eachNested calls visit for every number of {"query": {"document": number}}, the form of pytrec_eval, ranx and BEIR.
func eachNested(s *source, visit func(query, doc, number string, line int) error) error {
	in := &jsonStream{source: s}
	dec := json.NewDecoder(in)
	dec.UseNumber()
	in.taken = dec.InputOffset
	here := func() int { return max(in.lineOf(dec.InputOffset()-1), 1) }
	broken := func() error {
		if in.failed != nil {
			return in.failed
		}
		return s.skip(here(), brokenJSON)
	}
	for {
		opening, err := dec.Token()
		if err == io.EOF && in.failed == nil {
			return nil
		}
		if err != nil || opening != json.Delim('{') {
			return broken()
		}
		for dec.More() {
			query, err := dec.Token()
			if err != nil {
				return broken()
			}
			if inside, err := dec.Token(); err != nil || inside != json.Delim('{') {
				return broken()
			}
			for dec.More() {
				doc, err := dec.Token()
				if err != nil {
					return broken()
				}
				var value json.RawMessage
				if dec.Decode(&value) != nil {
					return broken()
				}
				if err := visit(query.(string), doc.(string), string(value), here()); err != nil {
					return err
				}
			}
			if _, err := dec.Token(); err != nil {
				return broken()
			}
		}
		if _, err := dec.Token(); err != nil {
			return broken()
		}
	}
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

// nestedRow returns a row of {"query": {"document": score}}; bad says what is wrong with it.
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
