package read

import (
	"bytes"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

var tab = []byte("\t")

// eachLine calls visit for the lines that are not empty.
func eachLine(s *source, visit func(line []byte) error) error {
	for {
		line, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err == nil && len(line) > 0 {
			err = visit(line)
		}
		if err != nil {
			return err
		}
	}
}

// twoFields splits a line with exactly one TAB. Quotes are text; there is no escape.
func twoFields(line []byte) (id, text []byte, fault string) {
	id, text, ok := bytes.Cut(line, tab)
	switch {
	case !ok || bytes.IndexByte(text, '\t') >= 0:
		return nil, nil, wrongFields
	case len(id) == 0:
		return nil, nil, emptyID
	}
	return id, text, ""
}

// readCollectionTSV reads MS MARCO's collection.tsv: pid TAB passage. Id and text are separate strings, so
// that a stored id does not keep its text in memory.
func readCollectionTSV(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachIDText(s, []string{tabular.DocIDRole}, []string{tabular.DocRole}, func(id, text string) error {
		return emit(corpus.Doc{ID: id, Text: text}, s.line)
	})
}

// readTSVTopics reads qid TAB text.
func readTSVTopics(s *source, _ Options, emit func(corpus.Query, int) error) error {
	return eachIDText(s, []string{tabular.QueryIDRole}, []string{tabular.QueryRole, tabular.DocRole, tabular.TitleRole},
		func(id, text string) error { return emit(corpus.Query{ID: id, Text: text}, s.line) })
}

// eachIDText calls visit for lines of an id and a text. A first line with names of columns, of these roles, is a header.
func eachIDText(s *source, ids, texts []string, visit func(id, text string) error) error {
	return eachLine(s, func(line []byte) error {
		if s.noun == queriesNoun && s.isAside(line) {
			return nil
		}
		id, text, bad := twoFields(line)
		if bad != "" {
			return s.skip(s.line, bad)
		}
		if s.line == 1 && len(line) < 100 && slices.Contains(texts, tabular.RoleOf(string(text))) &&
			(slices.Contains(ids, tabular.RoleOf(string(id))) || slices.Contains([]string{"id", "_id"}, string(id))) {
			s.rep.header()
			return nil
		}
		return visit(string(id), string(text))
	})
}

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
