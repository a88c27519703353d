package read

import (
	"bytes"

	"github.com/axiomine/axiomine/gen/corpus"
)

// MS MARCO's training triples are query TAB positive TAB negative, as texts (triples.train.small.tsv) or as ids
// (qidpidtriples.train.full.2.tsv). A file of texts is a collection: its passages are the documents, its queries the topics,
// and each line judges two documents. The texts have no ids, so an id is a hash of the repaired text: equal texts are one
// document.

// triple holds the ids of a query, of a document that should rank high for it and of one that should not.
type triple struct{ query, positive, negative string }

// readIDTripleQrels reads each line as two judgements: 1 for the positive, 0 for the negative. It also reads docpairs of ir_datasets.
func readIDTripleQrels(s *source, _ Options, emit func(corpus.Qrel, int) error) error {
	visit := func(t triple) error {
		if err := emit(corpus.Qrel{QueryID: t.query, DocID: t.positive, Grade: 1}, s.line); err != nil {
			return err
		}
		return emit(corpus.Qrel{QueryID: t.query, DocID: t.negative, Grade: 0}, s.line)
	}
	if newHead(s).opensWith('{') {
		return eachJSONPair(s, visit)
	}
	return eachFields(s, 3, func(f [][]byte) error {
		if len(f[1]) == 0 || len(f[2]) == 0 {
			return s.skip(s.line, emptyField)
		}
		return visit(triple{string(f[0]), string(f[1]), string(f[2])})
	})
}

func fitsTriples(h head) bool {
	return h.most(func(line []byte) bool { return bytes.Count(line, tab) == 2 })
}
