package fileform

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// LineQrels returns a reader of judgements. look has the names of a line's fields: qid, docid, grade and others, which are ignored.
func LineQrels(look string) reader[corpus.Qrel] {
	names := strings.Fields(look)
	query, doc, grade := slices.Index(names, "qid"), slices.Index(names, "docid"), slices.Index(names, "grade")
	return func(s *sourcefile.Source, _ Options, emit func(corpus.Qrel, int) error) error {
		var buf [][]byte
		return sourcefile.EachLine(s, func(line []byte) error {
			if s.IsAside(line) {
				return nil
			}
			fields := sourcefile.FieldsOf(line, len(names), buf)
			if fields == nil {
				return s.Skip(s.Line, sourcefile.WrongFields)
			}
			buf = fields
			value, ok := ParseGrade(string(fields[grade]))
			switch {
			case !ok && s.Line == 1 && IsHeader(line):
				s.Rep.Headers++
				return nil
			case !ok:
				return s.Skip(s.Line, tabular.WrongGrade)
			}
			return emit(corpus.Qrel{QueryID: string(fields[query]), DocID: string(fields[doc]), Grade: value}, s.Line)
		})
	}
}

// ParseGrade returns the value of a grade: a whole number, also in the form 1.0, or a level of NTCIR such as L1.
func ParseGrade(text string) (grade int, ok bool) {
	if level, is := strings.CutPrefix(text, "L"); is && len(level) == 1 {
		text = level
	}
	grade, err := strconv.Atoi(celltext.WholeSpelling(text))
	return grade, err == nil
}

// readCollectionTSV reads MS MARCO's collection.tsv: pid TAB passage.
func readCollectionTSV(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachIDText(s, []string{tabular.DocIDRole}, []string{tabular.DocRole}, func(id, text string) error {
		return emit(corpus.Doc{ID: id, Text: text}, s.Line)
	})
}

// readTSVTopics reads qid TAB text.
func readTSVTopics(s *sourcefile.Source, _ Options, emit func(corpus.Query, int) error) error {
	return eachIDText(s, []string{tabular.QueryIDRole}, []string{tabular.QueryRole, tabular.DocRole, tabular.TitleRole},
		func(id, text string) error { return emit(corpus.Query{ID: id, Text: text}, s.Line) })
}

// eachIDText calls visit with the id and the text of each line. Quotes are part of the text, and there is no escape. A first line with the
// names of columns, one of a role in ids and one of a role in texts, is a header. Id and text are separate strings, so that a stored id
// does not keep its text in memory.
func eachIDText(s *sourcefile.Source, ids, texts []string, visit func(id, text string) error) error {
	return sourcefile.EachFields(s, 2, func(f [][]byte) error {
		id, text := string(f[0]), string(f[1])
		if s.Line == 1 && len(id)+len(text) < 99 && slices.Contains(texts, tabular.RoleOf(text)) &&
			(slices.Contains(ids, tabular.RoleOf(id)) || id == "id" || id == "_id") {
			s.Rep.Headers++
			return nil
		}
		return visit(id, text)
	})
}

// readDocsTSV reads msmarco-docs.tsv: docid TAB url TAB title TAB body. Title and body may be empty.
func readDocsTSV(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	return sourcefile.EachFields(s, 4, func(f [][]byte) error {
		return emit(corpus.Doc{ID: string(f[0]), URL: string(f[1]), Title: string(f[2]), Text: string(f[3])}, s.Line)
	})
}

// Exports of ir_datasets have three forms: TREC's formats, lines of JSON with the names of its records, or TSV without a header. The
// columns of the TSV are the fields of a collection's records, or the fields chosen for the export.

// readExportedDocs reads doc_id TAB field TAB field... All fields become text, since the file does not hold their names.
func readExportedDocs(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	return sourcefile.EachFields(s, 0, func(f [][]byte) error {
		return emit(corpus.Doc{ID: string(f[0]), Text: string(bytes.Join(f[1:], []byte("\n")))}, s.Line)
	})
}

// readExportedTopics reads query_id TAB title TAB description TAB narrative, or query_id TAB text.
func readExportedTopics(s *sourcefile.Source, _ Options, emit func(corpus.Query, int) error) error {
	columns := []string{"title", "description", "narrative"}
	return sourcefile.EachFields(s, 0, func(f [][]byte) error {
		fields := map[string]string{}
		for i, name := range columns[:min(len(columns), len(f)-1)] {
			fields[name] = string(f[i+1])
		}
		return emit(corpus.Query{ID: string(f[0]), Text: topicText(fields, s.TopicFields), Fields: fields}, s.Line)
	})
}

// readExportedQrels reads query_id TAB doc_id TAB relevance, optionally with TAB iteration.
func readExportedQrels(s *sourcefile.Source, o Options, emit func(corpus.Qrel, int) error) error {
	look := threeLook
	if h := sourcefile.NewHead(s); len(h.Lines) > 0 && bytes.Count(h.Lines[0], sourcefile.Tab) == 3 {
		look += " iteration"
	}
	return LineQrels(look)(s, o, emit)
}

func fitsExported(h sourcefile.Head) bool { return !h.OpensWith('[') && fitsTabs(h, 0) }

func fitsTSV(h sourcefile.Head) bool { return fitsTabs(h, 1) }

// fitsTabs reports whether lines have a first field that is not empty, and as many TABs as tabs states. 0 means as many as the first line.
func fitsTabs(h sourcefile.Head, tabs int) bool {
	return !h.OpensWith('<') && !h.OpensWith('{') && h.Most(func(line []byte) bool {
		n := bytes.Count(line, sourcefile.Tab)
		if tabs == 0 {
			tabs = n
		}
		return n > 0 && n == tabs && line[0] != '\t'
	})
}

// fitsExportedQrels reports whether lines are query_id TAB doc_id TAB relevance, optionally TAB iteration. The iteration is the same in all
// lines; in TREC's format it is the second column.
func fitsExportedQrels(h sourcefile.Head) bool {
	if !fitsExported(h) {
		return false
	}
	var values [4]map[string]bool
	return h.Most(func(line []byte) bool {
		f := bytes.Split(line, sourcefile.Tab)
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

// FitsTRECQrels reports whether lines are qid iteration docid grade.
func FitsTRECQrels(h sourcefile.Head) bool {
	return FitsColumns(h, 4) && !fitsExportedQrels(h) && !fitsSMART(h)
}

// IsJudgement reports whether a line is a judgement in the format of trec_eval.
func IsJudgement(line []byte) bool {
	f := sourcefile.FieldsOf(line, 4, nil)
	if f == nil {
		return false
	}
	_, ok := ParseGrade(string(f[3]))
	return ok
}
