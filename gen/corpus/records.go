package corpus

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// records is a table of JSON objects, one a line or in an array. Members of an object in a column are columns with its name
// before a dot; so are the members of the objects in a list, which give a list each.
type records struct{ names []string }

// headRecords is how many objects of a head are looked at for names.
const headRecords = 100

// newRecords takes the names from a file's head; nil where it holds no object.
func newRecords(h head) *records {
	if !h.opensWith('{') && !h.opensWith('[') {
		return nil
	}
	met := map[string]bool{}
	seen := 0
	_ = eachObject(headSource(h), func(object []byte, _ int) error {
		if seen++; seen > headRecords {
			return errStop
		}
		values := map[string][]string{}
		var members map[string]json.RawMessage
		if json.Unmarshal(object, &members) != nil {
			return nil
		}
		for name, raw := range members {
			flatten(name, raw, values)
		}
		for name := range values {
			met[name] = true
		}
		return nil
	})
	if len(met) == 0 {
		return nil
	}
	return &records{slices.Sorted(maps.Keys(met))}
}

func (r *records) columns() (names []string, loose bool) { return r.names, true }

// each reads the objects; what an object does not have is empty.
func (r *records) each(s *source, names []string, visit func(values [][]string) error) error {
	values := make([][]string, len(names))
	return eachObject(s, func(object []byte, line int) error {
		end := s.line
		s.line = line
		var members map[string]json.RawMessage
		if json.Unmarshal(object, &members) != nil {
			return s.skipRow(line, malformedJSON)
		}
		flat := map[string][]string{}
		for i, name := range names {
			if _, done := flat[name]; !done {
				outer := name
				if _, whole := members[name]; !whole {
					outer, _, _ = strings.Cut(name, ".")
				}
				flatten(outer, members[outer], flat)
			}
			values[i] = flat[name]
		}
		if err := visit(values); err != nil {
			return err
		}
		s.line = end
		return nil
	})
}

// flatten puts what a member holds under its name: a text, a number or a truth value once, those of a list one after the
// other. Nothing (null) is an empty text.
func flatten(name string, raw json.RawMessage, into map[string][]string) {
	if len(raw) == 0 {
		return
	}
	switch raw[0] {
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return
		}
		for i, item := range list {
			own := map[string][]string{}
			if item[0] != '[' { // a list in a list names no document
				flatten(name, item, own)
			}
			for column, values := range own {
				into[column] = append(padded(into[column], i), values[0])
			}
		}
		for column := range into {
			if strings.HasPrefix(column, name+".") {
				into[column] = padded(into[column], len(list))
			}
		}
	case '{':
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) == nil {
			for member, value := range members {
				flatten(name+"."+member, value, into)
			}
		}
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil {
			into[name] = append(into[name], text)
		}
	case 'n':
		into[name] = append(into[name], "")
	default:
		into[name] = append(into[name], string(bytes.TrimSpace(raw)))
	}
}

// padded fills a list with empty texts up to a length.
func padded(list []string, n int) []string {
	for len(list) < n {
		list = append(list, "")
	}
	return list
}
