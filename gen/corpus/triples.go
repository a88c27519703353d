package corpus

import (
	"bytes"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// MS MARCO's training triples are query TAB positive TAB negative, as texts (triples.train.small.tsv) or as ids
// (qidpidtriples.train.full.2.tsv). A file of texts is a collection: its passages are the documents, its queries the topics,
// and each line judges two documents. The texts have no ids, so an id is a hash of the repaired text: equal texts are one
// document.

// triple is a query, a document that should rank high for it and one that should not: texts or ids.
type triple struct{ query, positive, negative string }

// eachTriple calls visit for the lines. With repair, the texts are repaired.
func eachTriple(s *source, repair bool, visit func(triple) error) error {
	return eachFields(s, 3, func(f [][]byte) error {
		if len(f[1]) == 0 || len(f[2]) == 0 {
			return s.skip(s.line, "empty text or id")
		}
		t := triple{string(f[0]), string(f[1]), string(f[2])}
		if repair {
			t = triple{s.repairText(t.query, s.line), s.repairText(t.positive, s.line), s.repairText(t.negative, s.line)}
		}
		return visit(t)
	})
}

func readTripleDocs(s *source, _ Options, emit func(Doc, int) error) error {
	return eachTriple(s, true, func(t triple) error {
		for _, text := range [...]string{t.positive, t.negative} {
			if err := emit(Doc{ID: tabular.ContentID(text), Text: text}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}

// readTripleTopics reads the queries, each once.
func readTripleTopics(s *source, _ Options, emit func(Query, int) error) error {
	ids := map[string]bool{}
	return eachTriple(s, true, func(t triple) error {
		id := tabular.ContentID(t.query)
		if ids[id] {
			return nil
		}
		ids[id] = true
		return emit(Query{ID: id, Text: t.query}, s.line)
	})
}

// readTripleQrels reads each line as two judgements: 1 for the positive, 0 for the negative.
func readTripleQrels(s *source, _ Options, emit func(Qrel, int) error) error {
	return eachTriple(s, true, func(t triple) error {
		return judge(s, tabular.ContentID(t.query), tabular.ContentID(t.positive), tabular.ContentID(t.negative), emit)
	})
}

// readIDTripleQrels reads lines of ids, as readTripleQrels reads texts. It also reads docpairs of
// ir_datasets.
func readIDTripleQrels(s *source, _ Options, emit func(Qrel, int) error) error {
	visit := func(t triple) error { return judge(s, t.query, t.positive, t.negative, emit) }
	if newHead(s).opensWith('{') {
		return eachJSONPair(s, visit)
	}
	return eachTriple(s, false, visit)
}

func judge(s *source, query, positive, negative string, emit func(Qrel, int) error) error {
	if err := emit(Qrel{QueryID: query, DocID: positive, Grade: 1}, s.line); err != nil {
		return err
	}
	return emit(Qrel{QueryID: query, DocID: negative, Grade: 0}, s.line)
}

func fitsTriples(h head) bool {
	return h.most(func(line []byte) bool { return bytes.Count(line, tab) == 2 })
}
