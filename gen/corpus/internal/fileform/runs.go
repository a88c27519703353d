package fileform

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/numeral"
)

// The words for queries and documents in the names of columns.
var (
	queryWord = lazy.Regexp(`(?i)query|qid|topic`)
	docWord   = lazy.Regexp(`(?i)doc|corpus|pid|passage`)
)

// IsHeader reports whether a line is a header of judgements or of a run: it names a column of queries and a column of documents. A JSON
// object, which names its members, is not a header.
func IsHeader(line []byte) bool {
	return !bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) && queryWord().Match(line) && docWord().Match(line)
}

func withoutHeader(h sourcefile.Head) sourcefile.Head {
	if len(h.Lines) > 0 && IsHeader(h.Lines[0]) {
		h.Lines = h.Lines[1:]
	}
	return h
}

// Row is one line of a run.
type Row struct {
	Query, Doc []byte
	Rank       int
	Unranked   bool // true if the row has no rank; the rank is then the row's place in the file
	Score      float64
	Unscored   bool // true if the row has no score; the score is then the negative rank
}

// Reasons for which lines of a run are skipped.
const (
	WrongScore = "score that is not a number"
	wrongRank  = "rank that is not a whole number"
)

// runLine describes the lines of a format of runs. The query is the first field.
type runLine struct {
	fields           int  // number of fields
	doc, rank, score int  // indexes of the document, the rank and the score; a rank or score of 0: there is none
	tabs             bool // true: fields are between single TABs; false: between runs of spaces and TABs
	more             bool // true: further fields are ignored, and a rank that is no whole number counts as missing
	noScore          bool // true: a missing score is 0; false: it is the negative rank
}

// read parses a line. It returns a reason if the line cannot be read.
func (l runLine) read(line []byte) (Row, string) {
	var space [8][]byte
	fields := space[:0]
	if l.tabs {
		for field := range bytes.SplitSeq(line, sourcefile.Tab) {
			fields = append(fields, field)
		}
	} else if fields = sourcefile.FieldsOf(line, l.fields, fields); fields == nil && l.more {
		fields = sourcefile.AppendFields(line, space[:0])
	}
	if len(fields) < l.fields || len(fields) > l.fields && !l.more || len(fields[0]) == 0 || len(fields[l.doc]) == 0 {
		return Row{}, sourcefile.WrongFields
	}
	r := Row{Query: fields[0], Doc: fields[l.doc], Unranked: l.rank == 0, Unscored: l.score == 0 && !l.noScore}
	if l.rank > 0 {
		var err error
		if r.Rank, err = strconv.Atoi(string(bytes.TrimSpace(fields[l.rank]))); err != nil && !l.more {
			return Row{}, wrongRank
		}
		r.Unranked = err != nil
	}
	if l.score > 0 {
		var ok bool
		if r.Score, ok = ParseScore(fields[l.score]); !ok {
			return Row{}, WrongScore
		}
	}
	return r, ""
}

// ParseScore returns the value of a score. A score that is too large for float64 becomes infinite. ok is false if it is not a number.
func ParseScore(field []byte) (score float64, ok bool) {
	score, err := numeral.Parse(string(field))
	return score, err == nil || math.IsInf(score, 0)
}

// RunFormat returns the format of a run, which it detects from the first lines. If they fit no format, it returns trec, whose reader counts
// each line as malformed.
func RunFormat(h sourcefile.Head) Format {
	rest := withoutHeader(h)
	has := func(fields int) bool {
		return rest.Most(func(line []byte) bool { return sourcefile.FieldsOf(line, fields, nil) != nil })
	}
	switch {
	case h.Table != nil, h.IsSeparated() && !h.OpensWith('{') && fitsRunTable(h):
		return Table
	case h.OpensWith('{') && jsonObject().Match(h.Text) && !h.Most(isTRECRow) && fitsRunTable(h):
		return Table
	case has(6):
		return TREC
	case fitsTop1000(h):
		return "top1000"
	case has(2):
		return "2col"
	case has(3):
		return thirdColumn(rest)
	case fitsRunTable(h):
		return Table
	}
	return TREC
}

// pickRun returns the entry of the format that RunFormat detects.
func pickRun(s *sourcefile.Source) (e Entry, err error) {
	h := sourcefile.NewHead(s)
	format := RunFormat(h)
	if format != Table {
		if err := Refuse(h, RunFlag, false); err != nil {
			return e, err
		}
	}
	if format == ambiguousRun {
		return e, errs.BadInput(s.Path, 0, "write it as qid Q0 docid rank score tag", "its third column may hold scores or ranks")
	}
	if format != TREC {
		s.Rep.Told = append(s.Rep.Told, s.Path+": "+format)
	}
	return RunFormats[slices.IndexFunc(RunFormats, func(e Entry) bool { return e.Name == format })], nil
}

// Formats that a run of three columns may have.
const (
	scoredRun    = "3col"
	ambiguousRun = "3col or msmarco"
)

// thirdColumn returns the format of a run of three columns, whose third column holds ranks or scores. Ranks are 1, 2, 3 for every query.
// Scores do not rise within a query, or are not whole numbers.
func thirdColumn(h sourcefile.Head) Format {
	type last struct{ count, value int }
	queries := map[string]last{}
	ranks, falls, several, numbers := true, true, false, false
	for _, line := range h.Lines {
		f := sourcefile.FieldsOf(line, 3, nil)
		if f == nil {
			continue
		}
		value, err := strconv.Atoi(string(f[2]))
		if err != nil {
			if _, ok := ParseScore(f[2]); ok {
				return scoredRun
			}
			continue
		}
		numbers = true
		previous := queries[string(f[0])]
		ranks = ranks && value == previous.count+1
		if previous.count > 0 {
			several = true
			falls = falls && value <= previous.value
		}
		queries[string(f[0])] = last{previous.count + 1, value}
	}
	switch {
	case !numbers:
		return TREC
	case ranks && several:
		return MSMARCO
	case falls && several, !several && len(h.Text) < sourcefile.HeadSize:
		return scoredRun // if each query has only one row, no order can show the difference
	}
	return ambiguousRun
}

var jsonObject = lazy.Regexp(`(?m)^\s*\{\s*["}]`)

// isTRECRow reports whether a line has six fields with a score as the fifth. Such a line is no JSON object, even if its id begins with {.
func isTRECRow(line []byte) bool {
	f := sourcefile.FieldsOf(line, 6, nil)
	if f == nil {
		return false
	}
	_, ok := ParseScore(f[4])
	return ok
}

// fitsThreeColumns reports whether lines have three fields of which the last is a grade of few digits. Triples of ids have longer numbers.
func fitsThreeColumns(h sourcefile.Head) bool {
	const digits = 3
	return withoutHeader(h).Most(func(line []byte) bool {
		f := sourcefile.FieldsOf(line, 3, nil)
		if f == nil {
			return false
		}
		_, ok := ParseGrade(string(f[2]))
		return ok && len(bytes.TrimLeft(f[2], "+-")) <= digits
	}) && !fitsIDTriples(h)
}

// fitsIDTriples reports whether a head is that of MS MARCO's triples of ids, by the file's name.
func fitsIDTriples(h sourcefile.Head) bool {
	return strings.HasPrefix(h.Name, "qidpidtriples.") && FitsColumns(h, 3)
}

// fitsRunTable reports whether a head is that of a table with ids of queries and documents, or with a teacher's scores of texts.
func fitsRunTable(h sourcefile.Head) bool {
	t, p, err := rowtable.PlanOf(h, rowtable.Options{})
	return err == nil && t != nil && IsCandidates(p)
}

// IsCandidates reports whether the rows of a table have ids of a query and a document, or their texts with a score of a teacher.
func IsCandidates(p *tabular.Plan) bool {
	c := p.Content()
	return c.Pairs || c.Taught
}
