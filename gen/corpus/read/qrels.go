package read

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// Qrels reads the judgements at path, in the file's order, or of several files separated by commas. The
// format is o.QrelsFormat if set; else format names a format of qrels or of a collection. A pair that is
// judged twice counts once, at its first position, with the higher grade.
func Qrels(path string, format Format, o Options, rep *Report) ([]corpus.Qrel, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.QrelsFormat != "" {
		format = o.QrelsFormat
	}
	if rep == nil {
		rep = new(Report)
	}
	start := rep.mark()
	list := qrelList{byPair: map[judgementKey]int{}}
	for _, file := range paths(path) {
		if err := list.read(file, format, o, rep); err != nil {
			return nil, err
		}
	}
	if len(list.qrels) == 0 {
		return nil, errEmpty("judgements", path, "is --set qrels_format right? "+firstLine(path, o), rep, start)
	}
	rep.keep(judgementsNoun, len(list.qrels))
	return list.qrels, nil
}

// judgementKey is a pair of a query id and a document id.
type judgementKey struct{ query, doc string }

// qrelList collects the judgements of files.
type qrelList struct {
	qrels  []corpus.Qrel
	byPair map[judgementKey]int
}

func (l *qrelList) read(path string, format Format, o Options, rep *Report) error {
	s, e, err := qrelsPart.open(path, format, o, rep)
	if err != nil {
		return err
	}
	defer s.close()
	return e.qrels(s, o, func(q corpus.Qrel, line int) error {
		if n := len(l.qrels); n > 0 && l.qrels[n-1].QueryID == q.QueryID {
			q.QueryID = l.qrels[n-1].QueryID // one string for all its rows
		}
		key := judgementKey{q.QueryID, q.DocID}
		i, again := l.byPair[key]
		switch {
		case !again:
			l.byPair[key] = len(l.qrels)
			l.qrels = append(l.qrels, q)
		case l.qrels[i].Grade == q.Grade:
			rep.repeat(judgementsNoun, "judgement repeated with the same grade", path, line)
		default:
			rep.repeat(judgementsNoun, "judgement repeated, the higher grade kept", path, line)
			l.qrels[i].Grade = max(l.qrels[i].Grade, q.Grade)
		}
		return nil
	})
}

// fieldsOf splits a line at runs of spaces and TABs into exactly n fields. If this yields another number,
// because ids hold spaces, it splits at TABs only. It returns nil if neither yields n fields. The result
// reuses buf.
func fieldsOf(line []byte, n int, buf [][]byte) [][]byte {
	buf = appendFields(line, buf[:0])
	if len(buf) == n {
		return buf
	}
	if bytes.Count(line, tab) != n-1 {
		return nil
	}
	buf = buf[:0]
	for field := range bytes.SplitSeq(line, tab) {
		if field = bytes.Trim(field, " "); len(field) == 0 {
			return nil
		}
		buf = append(buf, field)
	}
	return buf
}

// appendFields appends the fields of a line that are separated by runs of spaces and TABs.
func appendFields(line []byte, dst [][]byte) [][]byte {
	for i := 0; i < len(line); {
		if line[i] == ' ' || line[i] == '\t' {
			i++
			continue
		}
		begin := i
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		dst = append(dst, line[begin:i])
	}
	return dst
}

// isAside reports whether a line of topics, judgements or a run is empty or a comment, which is counted. A line that begins with # is one,
// as in trec_eval 10.0.
func (s *source) isAside(line []byte) bool {
	if !bytes.HasPrefix(line, []byte{'#'}) {
		return isBlank(line)
	}
	if !s.counted {
		s.note("comment, a line that begins with #")
	}
	return true
}

// isBlank reports whether a line is empty, white space aside.
func isBlank(line []byte) bool {
	for _, b := range line {
		if b != ' ' && b != '\t' {
			return false
		}
	}
	return true
}

// lineQrels returns a reader of judgements whose lines have the fields that look names: qid, docid, grade and others.
func lineQrels(look string) qrelsReader {
	names := strings.Fields(look)
	query, doc, grade := slices.Index(names, "qid"), slices.Index(names, "docid"), slices.Index(names, "grade")
	return func(s *source, _ Options, emit func(corpus.Qrel, int) error) error {
		var buf [][]byte
		return eachLine(s, func(line []byte) error {
			if s.isAside(line) {
				return nil
			}
			fields := fieldsOf(line, len(names), buf)
			if fields == nil {
				return s.skip(s.line, wrongFields)
			}
			buf = fields
			value, ok := parseGrade(string(fields[grade]))
			switch {
			case !ok && s.line == 1 && isHeader(line):
				s.rep.header()
				return nil
			case !ok:
				return s.skip(s.line, tabular.WrongGrade)
			}
			return emit(corpus.Qrel{QueryID: string(fields[query]), DocID: string(fields[doc]), Grade: value}, s.line)
		})
	}
}

// judgedQueries returns the queries that have judgements, in order. It reduces a file with the queries of
// all splits to the split of the judgements.
func judgedQueries(queries []corpus.Query, qrels []corpus.Qrel) []corpus.Query {
	has := map[string]bool{}
	for _, q := range qrels {
		has[q.QueryID] = true
	}
	var remaining []corpus.Query
	for _, q := range queries {
		if has[q.ID] {
			remaining = append(remaining, q)
		}
	}
	return remaining
}

// parseGrade parses a grade: a whole number, which tools may also write as a real number (1.0), and NTCIR as a level (L1).
func parseGrade(text string) (grade int, ok bool) {
	if level, is := strings.CutPrefix(text, "L"); is && len(level) == 1 {
		text = level
	}
	grade, err := strconv.Atoi(celltext.WholeSpelling(text))
	return grade, err == nil
}
