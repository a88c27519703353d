package read

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
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

// discoverTriples returns the layout of a file of triples at path, which is a collection by itself. With
// required, the user named the format; else the file must look like triples. Standard input needs required.
func discoverTriples(path string, o Options, required bool) (l Layout, ok bool, err error) {
	if !IsTriplesFile(path, o, required) {
		return l, false, nil
	}
	if path == "-" {
		err = plainfile.KeepInput()
	}
	split := cmp.Or(hubcard.SplitOf(hubcard.WithoutTableEnding(filepath.Base(path))), AllSplits)
	files := map[string]string{split: path}
	return Layout{Format: Triples, Documents: path, Queries: files, Qrels: files}, true, err
}

// IsTriplesFile reports whether a file holds triples: with required any file does, else its content
// decides.
func IsTriplesFile(path string, o Options, required bool) bool {
	if required {
		info, err := os.Stat(path)
		return path == "-" || err == nil && !info.IsDir()
	}
	if path == "-" || o.Columns != "" {
		return false
	}
	s, err := openSource(path, o, nil)
	if err != nil {
		return false // another reader of this path reports the error
	}
	defer s.close()
	if s.table != nil || !fitsTriplesFile(newHead(s)) {
		return false
	}
	_, err = tablePlan(path, o)
	return err != nil // else a table with a header
}

// sentenceWords is the smallest number of words of the first line's passages. Names of columns have fewer.
const sentenceWords = 3

// fitsTriplesFile reports whether lines are three texts: the passages of most lines have several words, and
// so have more than half of the queries. The first line must not be names of columns, unless the file's
// name begins with triples.
func fitsTriplesFile(h head) bool {
	if len(h.lines) == 0 || !fitsTriples(h) {
		return false
	}
	words := func(line []byte, field int) int { return len(bytes.Fields(bytes.Split(line, tab)[field])) }
	first := h.lines[0]
	hasName := strings.HasPrefix(h.name, "triples.")
	if bytes.Count(first, tab) != 2 || !hasName && min(words(first, 1), words(first, 2)) < sentenceWords {
		return false
	}
	questions := 0
	passages := h.most(func(line []byte) bool {
		if bytes.Count(line, tab) != 2 {
			return false
		}
		if words(line, 0) > 1 {
			questions++
		}
		return words(line, 1) > 1 && words(line, 2) > 1
	})
	return passages && questions*2 > len(h.lines)
}
