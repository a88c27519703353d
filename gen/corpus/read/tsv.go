package read

import (
	"bytes"
	"io"
	"slices"
	"strconv"

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

// eachFields calls visit for the lines with n fields between TABs, of which the first is not empty. 0 stands for as many as the first line
// with two or more has.
func eachFields(s *source, n int, visit func(fields [][]byte) error) error {
	var fields [][]byte
	return eachLine(s, func(line []byte) error {
		count := 1 + bytes.Count(line, tab)
		if n == 0 && count > 1 {
			n = count
		}
		if count != n {
			return s.skip(s.line, wrongFields)
		}
		fields = fields[:0]
		for field := range bytes.SplitSeq(line, tab) {
			fields = append(fields, field)
		}
		if len(fields[0]) == 0 {
			return s.skip(s.line, emptyID)
		}
		return visit(fields)
	})
}

// Exports of ir_datasets have three forms: TREC's formats, lines of JSON with the names of its records, or TSV without a
// header. The columns of the TSV are the fields of a collection's records, or the fields chosen for the export.

// readExportedDocs reads doc_id TAB field TAB field... All fields become text: the file does not hold their
// names.
func readExportedDocs(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachFields(s, 0, func(f [][]byte) error {
		return emit(corpus.Doc{ID: string(f[0]), Text: string(bytes.Join(f[1:], []byte("\n")))}, s.line)
	})
}

// readExportedTopics reads query_id TAB title TAB description TAB narrative, or query_id TAB text.
func readExportedTopics(s *source, o Options, emit func(corpus.Query, int) error) error {
	columns := [...]string{"title", "description", "narrative"}
	return eachFields(s, 0, func(f [][]byte) error {
		fields := map[string]string{}
		for i, field := range f[1:] {
			if i < len(columns) {
				fields[columns[i]] = string(field)
			}
		}
		return emit(corpus.Query{ID: string(f[0]), Text: topicText(fields, o.TopicFields), Fields: fields}, s.line)
	})
}

// readExportedQrels reads query_id TAB doc_id TAB relevance, optionally with TAB iteration.
func readExportedQrels(s *source, o Options, emit func(corpus.Qrel, int) error) error {
	look := threeLook
	if h := newHead(s); len(h.lines) > 0 && bytes.Count(h.lines[0], tab) == 3 {
		look += " iteration"
	}
	return lineQrels(look)(s, o, emit)
}

func fitsExported(h head) bool {
	columns := 0
	return !h.opensWith('<') && !h.opensWith('{') && !h.opensWith('[') && h.most(func(line []byte) bool {
		n := bytes.Count(line, tab)
		if columns == 0 {
			columns = n
		}
		return n > 0 && n == columns && line[0] != '\t'
	})
}

// fitsExportedQrels reports whether lines are query_id TAB doc_id TAB relevance, optionally TAB iteration.
// The iteration is the same in all lines; in TREC's order it is the second column.
func fitsExportedQrels(h head) bool {
	if !fitsExported(h) {
		return false
	}
	var values [4]map[string]bool
	return h.most(func(line []byte) bool {
		f := bytes.Split(line, tab)
		if len(f) != 3 && len(f) != 4 {
			return false
		}
		for i, value := range f {
			if values[i] == nil {
				values[i] = map[string]bool{}
			}
			values[i][string(value)] = true
		}
		_, err := strconv.Atoi(string(f[2]))
		return err == nil
	}) && (len(values[3]) == 0 || len(values[1]) > 1 && len(values[3]) == 1)
}

func fitsTRECQrels(h head) bool { return fitsColumns(4)(h) && !fitsExportedQrels(h) && !fitsSMART(h) }
