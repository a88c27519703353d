package fileform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// LineQrels returns a reader of judgements whose lines have the fields that look names: qid, docid, grade and others.
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
				s.Rep.Header()
				return nil
			case !ok:
				return s.Skip(s.Line, tabular.WrongGrade)
			}
			return emit(corpus.Qrel{QueryID: string(fields[query]), DocID: string(fields[doc]), Grade: value}, s.Line)
		})
	}
}

// ParseGrade parses a grade: a whole number, which tools may also write as a real number (1.0), and NTCIR as a level (L1).
func ParseGrade(text string) (grade int, ok bool) {
	if level, is := strings.CutPrefix(text, "L"); is && len(level) == 1 {
		text = level
	}
	grade, err := strconv.Atoi(celltext.WholeSpelling(text))
	return grade, err == nil
}
