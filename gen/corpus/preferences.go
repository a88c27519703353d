package corpus

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
)

// Preference is one explicit preference: for a query, a document above another. Its confidence is 0 or more, 1 where none is given.
type Preference struct {
	QueryID, Preferred, Other string
	Confidence                float64
}

const (
	wrongConfidence = "confidence that is no number of 0 or more"
	ofItself        = "document preferred to itself"
)

// Preferences reads the preferences at path, in the file's order: lines of query TAB preferred TAB other, with TAB confidence or
// without, under a line that names these columns or without; or JSON objects with the members query, preferred, other and, or not,
// confidence. Which of them it is, the first byte tells.
func Preferences(path string, o Options, rep *Report) ([]Preference, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s, err := openSource(path, o, rep)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if rep == nil {
		rep = new(Report)
		s.rep = rep
	}
	skipped := rep.Skipped()
	var list []Preference
	add := func(p Preference, line int) error {
		if bad := p.Fault(); bad != "" {
			return s.skip(line, bad)
		}
		list = append(list, p)
		return nil
	}
	if bytes.HasPrefix(bytes.TrimSpace(s.head()), []byte("{")) {
		s.about = `{"query": .., "preferred": .., "other": .., "confidence": ..}`
		err = eachObject(s, func(object []byte, line int) error {
			row := struct {
				Query, Preferred, Other jsonID
				Confidence              *float64
			}{}
			if json.Unmarshal(object, &row) != nil {
				return s.skip(line, malformedJSON)
			}
			p := Preference{string(row.Query), string(row.Preferred), string(row.Other), 1}
			if row.Confidence != nil {
				p.Confidence = *row.Confidence
			}
			return add(p, line)
		})
	} else {
		s.about = "query TAB preferred TAB other, or with TAB confidence"
		err = eachLine(s, func(line []byte) error {
			if blank(line) {
				return nil
			}
			fields := strings.Split(string(line), "\t")
			if s.line == 1 && len(fields) >= 3 && fields[0] == "query" && fields[1] == "preferred" && fields[2] == "other" {
				return nil
			}
			if len(fields) != 3 && len(fields) != 4 {
				return s.skip(s.line, wrongFields)
			}
			p := Preference{fields[0], fields[1], fields[2], 1}
			if len(fields) == 4 {
				var ok bool
				if p.Confidence, ok = parseScore([]byte(strings.TrimSpace(fields[3]))); !ok {
					return s.skip(s.line, wrongConfidence)
				}
			}
			return add(p, s.line)
		})
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, nothing("preferences", path, "write "+s.about, rep, skipped)
	}
	rep.keep(len(list))
	return list, nil
}

// Fault says what is wrong with a preference; "" for nothing.
func (p *Preference) Fault() string {
	switch {
	case p.QueryID == "" || p.Preferred == "" || p.Other == "":
		return emptyID
	case p.Preferred == p.Other:
		return ofItself
	case !(p.Confidence >= 0) || math.IsInf(p.Confidence, 0):
		return wrongConfidence
	}
	return ""
}
