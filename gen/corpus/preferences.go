package corpus

import (
	"encoding/json"
	"math"
	"strings"
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

var preferences = rowList[Preference]{
	noun:    "preferences",
	objects: rowForm[Preference]{`{"query": .., "preferred": .., "other": .., "confidence": ..}`, readPreferenceObject},
	lines:   rowForm[Preference]{"query TAB preferred TAB other, or with TAB confidence", readPreferenceLine},
}

// Preferences reads the preferences at path, in the file's order: lines of query TAB preferred TAB other,
// optionally TAB confidence, with or without a header; or JSON objects with the members query, preferred,
// other and optionally confidence. The first byte decides which.
func Preferences(path string, o Options, rep *Report) ([]Preference, error) {
	return preferences.read(path, o, rep)
}

func readPreferenceObject(object []byte, _ int) (*Preference, string) {
	row := struct {
		Query      jsonID   `json:"query"`
		Preferred  jsonID   `json:"preferred"`
		Other      jsonID   `json:"other"`
		Confidence *float64 `json:"confidence"`
	}{}
	if json.Unmarshal(object, &row) != nil {
		return nil, malformedJSON
	}
	p := &Preference{string(row.Query), string(row.Preferred), string(row.Other), 1}
	if row.Confidence != nil {
		p.Confidence = *row.Confidence
	}
	return p, p.Fault()
}

func readPreferenceLine(line []byte, number int) (*Preference, string) {
	fields := strings.Split(string(line), "\t")
	if number == 1 && len(fields) >= 3 && fields[0] == "query" && fields[1] == "preferred" && fields[2] == "other" {
		return nil, ""
	}
	if len(fields) != 3 && len(fields) != 4 {
		return nil, wrongFields
	}
	p := &Preference{fields[0], fields[1], fields[2], 1}
	if len(fields) == 4 {
		var ok bool
		if p.Confidence, ok = parseScore([]byte(strings.TrimSpace(fields[3]))); !ok {
			return nil, wrongConfidence
		}
	}
	return p, p.Fault()
}

// Fault returns the reason why a preference is malformed, "" if it is not.
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
