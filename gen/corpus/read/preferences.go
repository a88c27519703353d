package read

import (
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/columnar"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// Preference states that a document is preferred to another for a query. The confidence is 0 or more, 1 by default.
type Preference struct {
	QueryID, Preferred, Other string
	Confidence                float64
}

// Reasons of the reader of preferences.
const (
	wrongConfidence = "confidence that is no number of 0 or more"
	selfPreference  = "document preferred to itself"
)

// preferenceColumns are the fields of a preference. The last one may be missing.
var preferenceColumns = []string{"query", "preferred", "other", "confidence"}

// Preferences returns the preferences at path, in the file's order. The file has lines of query TAB preferred TAB other, optionally TAB
// confidence, with or without a header. Or it has JSON objects or rows of Parquet or Arrow with columns of these names. Its beginning
// decides.
func Preferences(path string, o Options, rep *Report) (list []Preference, err error) {
	rep, start, err := o.begin(rep)
	if err != nil {
		return nil, err
	}
	s, err := sourcefile.Open(path, o.source(), rep)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.Noun, s.About = "preferences", "query TAB preferred TAB other, or with TAB confidence"
	add := func(fields []string) error {
		p, bad := parsePreference(fields)
		if bad != "" {
			return s.Skip(s.Line, bad)
		}
		list = append(list, p)
		return nil
	}
	if h := sourcefile.NewHead(s); s.Table != nil || h.OpensWith('{') {
		s.About = `{"query": .., "preferred": .., "other": .., "confidence": ..}`
		err = eachPreferenceRow(s, add)
	} else {
		err = sourcefile.EachLine(s, func(line []byte) error {
			fields := strings.Split(string(line), "\t")
			if sourcefile.IsBlank(line) || s.Line == 1 && len(fields) > 2 && slices.Equal(fields[:3], preferenceColumns[:3]) {
				return nil
			}
			return add(fields)
		})
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, sourcefile.EmptyError("preferences", path, "write "+s.About, rep, start)
	}
	rep.Keep("preferences", len(list))
	return list, nil
}

// eachPreferenceRow calls visit with the fields of each JSON object or row of a table. A missing value or a list becomes "".
func eachPreferenceRow(s *sourcefile.Source, visit func(fields []string) error) error {
	visitCells := func(values []tabular.Cells) error {
		fields := make([]string, len(values))
		for i, c := range values {
			if len(c.Texts) == 1 && !c.Listed {
				fields[i] = c.Texts[0]
			}
		}
		if len(fields) > 3 && fields[3] == "" {
			fields = fields[:3]
		}
		return visit(fields)
	}
	if s.Table == nil {
		return new(rowtable.Records).VisitRows(s, preferenceColumns, visitCells)
	}
	t, err := columnar.Open(s.Path, s.Table)
	if err != nil {
		return err
	}
	names := slices.DeleteFunc(slices.Clone(preferenceColumns), func(name string) bool { return !slices.Contains(t.Columns(), name) })
	if len(names) < 3 || !slices.Equal(names[:3], preferenceColumns[:3]) {
		return errs.BadInput(s.Path, 0, "write the columns query, preferred and other, and confidence, if any",
			"not a file of preferences: of these columns it has %s", tabular.FormatList(names))
	}
	return t.VisitRows(s, names, visitCells)
}

// parsePreference returns the preference with the fields of preferenceColumns, or the reason why they are malformed.
func parsePreference(fields []string) (p Preference, bad string) {
	if len(fields) != 3 && len(fields) != 4 {
		return p, sourcefile.WrongFields
	}
	p = Preference{fields[0], fields[1], fields[2], 1}
	isNumber := true
	if len(fields) == 4 {
		p.Confidence, isNumber = fileform.ParseScore([]byte(strings.TrimSpace(fields[3])))
	}
	switch {
	case p.QueryID == "" || p.Preferred == "" || p.Other == "":
		return p, sourcefile.EmptyID
	case p.Preferred == p.Other:
		return p, selfPreference
	case !isNumber || !(p.Confidence >= 0) || math.IsInf(p.Confidence, 0):
		return p, wrongConfidence
	}
	return p, ""
}
