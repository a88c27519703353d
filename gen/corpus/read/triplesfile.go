package read

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/partname"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
)

// discoverTriples returns the layout of a file of triples at path, which is a collection by itself. With
// required, the user named the format; else the file must look like triples. Standard input needs required.
func discoverTriples(path string, o Options, required bool) (l Layout, ok bool, err error) {
	if !IsTriplesFile(path, o, required) {
		return l, false, nil
	}
	if path == "-" {
		err = plainfile.KeepInput()
	}
	split := cmp.Or(partname.SplitOf(partname.WithoutTableEnding(filepath.Base(path))), AllSplits)
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
	if _, err := tablePlan(path, o); err == nil {
		return false // a table with a header
	}
	s, err := openSource(path, o, nil)
	if err != nil {
		return false // another reader of this path reports the error
	}
	defer s.close()
	return s.table == nil && fitsTriplesFile(newHead(s))
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
