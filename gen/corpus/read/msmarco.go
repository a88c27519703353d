package read

import (
	"bytes"

	"github.com/axiomine/axiomine/gen/corpus"
)

// readDocsTSV reads msmarco-docs.tsv: docid TAB url TAB title TAB body. Title and body may be empty.
func readDocsTSV(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachFields(s, 4, func(f [][]byte) error {
		return emit(corpus.Doc{ID: string(f[0]), URL: string(f[1]), Title: string(f[2]), Text: string(f[3])}, s.line)
	})
}

// readTop1000Row parses a candidate of top1000.dev.tsv, which holds neither scores nor ranks.
func readTop1000Row(line []byte, _ bool) (row, string) {
	fields := bytes.SplitN(line, tab, 3)
	if len(fields) != 3 || len(fields[0]) == 0 || len(fields[1]) == 0 || bytes.Count(fields[2], tab) != 1 {
		return row{}, wrongFields
	}
	return row{query: fields[0], doc: fields[1], unranked: true}, ""
}

// eachFields calls visit for the lines with exactly n TAB-separated fields whose first is not empty.
func eachFields(s *source, n int, visit func(fields [][]byte) error) error {
	fields := make([][]byte, 0, n)
	return eachLine(s, func(line []byte) error {
		fields = fields[:0]
		for field := range bytes.SplitSeq(line, tab) {
			if len(fields) == n {
				return s.skip(s.line, wrongFields)
			}
			fields = append(fields, field)
		}
		switch {
		case len(fields) != n:
			return s.skip(s.line, wrongFields)
		case len(fields[0]) == 0:
			return s.skip(s.line, emptyID)
		}
		return visit(fields)
	})
}
