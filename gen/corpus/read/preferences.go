package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
)

// Preference is one explicit preference: a document is preferred to another for a query. The confidence is
// 0 or more, 1 by default.
type Preference struct {
	QueryID, Preferred, Other string
	Confidence                float64
}

const (
	wrongConfidence = "confidence that is no number of 0 or more"
	ofItself        = "document preferred to itself"
)

const (
	preferenceObject = `{"query": .., "preferred": .., "other": .., "confidence": ..}`
	preferenceLine   = "query TAB preferred TAB other, or with TAB confidence"
)

// Preferences reads the preferences at path, in the file's order: lines of query TAB preferred TAB other,
// optionally TAB confidence, with or without a header; or JSON objects with the members query, preferred,
// other and optionally confidence. The first byte decides which.
func Preferences(path string, o Options, rep *Report) (list []Preference, err error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if rep == nil {
		rep = new(Report)
	}
	s, err := sourcefile.Open(path, o.source(), rep)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	s.Noun = "preferences"
	start := rep.Mark()
	add := func(p Preference, bad string, line int) error {
		if bad = cmp.Or(bad, p.Fault()); bad != "" {
			return s.Skip(line, bad)
		}
		list = append(list, p)
		return nil
	}
	if bytes.HasPrefix(bytes.TrimSpace(s.Head()), []byte("{")) {
		s.About = preferenceObject
		err = sourcefile.EachObject(s, func(object []byte, line int) error {
			p, bad := readPreferenceObject(object)
			return add(p, bad, line)
		})
	} else {
		s.About = preferenceLine
		err = sourcefile.EachLine(s, func(line []byte) error {
			if sourcefile.IsBlank(line) || s.Line == 1 && isPreferenceHeader(line) {
				return nil
			}
			p, bad := readPreferenceLine(line)
			return add(p, bad, s.Line)
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

func readPreferenceObject(object []byte) (Preference, string) {
	row := struct {
		Query      fileform.JSONID `json:"query"`
		Preferred  fileform.JSONID `json:"preferred"`
		Other      fileform.JSONID `json:"other"`
		Confidence *float64        `json:"confidence"`
	}{}
	if json.Unmarshal(object, &row) != nil {
		return Preference{}, sourcefile.MalformedJSON
	}
	p := Preference{string(row.Query), string(row.Preferred), string(row.Other), 1}
	if row.Confidence != nil {
		p.Confidence = *row.Confidence
	}
	return p, ""
}

// isPreferenceHeader reports whether a line names the columns.
func isPreferenceHeader(line []byte) bool {
	return bytes.Equal(line, []byte("query\tpreferred\tother")) || bytes.HasPrefix(line, []byte("query\tpreferred\tother\t"))
}

func readPreferenceLine(line []byte) (p Preference, bad string) {
	fields := strings.Split(string(line), "\t")
	if len(fields) != 3 && len(fields) != 4 {
		return p, sourcefile.WrongFields
	}
	p = Preference{fields[0], fields[1], fields[2], 1}
	if len(fields) == 4 {
		var ok bool
		if p.Confidence, ok = fileform.ParseScore([]byte(strings.TrimSpace(fields[3]))); !ok {
			return p, wrongConfidence
		}
	}
	return p, ""
}

// Fault returns the reason why a preference is malformed, "" if it is not.
func (p *Preference) Fault() string {
	switch {
	case p.QueryID == "" || p.Preferred == "" || p.Other == "":
		return sourcefile.EmptyID
	case p.Preferred == p.Other:
		return ofItself
	case !(p.Confidence >= 0) || math.IsInf(p.Confidence, 0):
		return wrongConfidence
	}
	return ""
}
