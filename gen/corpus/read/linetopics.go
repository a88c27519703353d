package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// readJSONLTopics reads objects, one per line or in an array. The id is the first of _id, id, qid,
// query_id; the text is the first of text, query, title. All strings become fields.
func readJSONLTopics(s *source, o Options, emit func(corpus.Query, int) error) error {
	return eachObject(s, func(raw []byte, line int) error {
		q, bad := objectTopic(raw, o)
		if bad != "" {
			return s.skip(line, bad)
		}
		return emit(q, line)
	})
}

// objectTopic parses a topic that is an object; bad is the reason if it is malformed.
func objectTopic(raw []byte, o Options) (q corpus.Query, bad string) {
	fields, bad := textFields(raw)
	if bad != "" {
		return q, bad
	}
	id := cmp.Or(firstValue(fields, "_id", "id", "qid", "query_id"), namedValue(fields, tabular.QueryIDRole), firstValue(fields, "number", "num"))
	if id == "" {
		return q, emptyID
	}
	return corpus.Query{ID: id, Text: topicText(fields, o.TopicFields), Fields: fields}, ""
}

// textFields returns the members of an object that are texts or numbers; bad is the reason if it is
// malformed.
func textFields(raw []byte) (fields map[string]string, bad string) {
	var object map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&object) != nil || dec.More() {
		return nil, malformedJSON
	}
	fields = map[string]string{}
	for name, value := range object {
		switch value := value.(type) {
		case string:
			fields[name] = value
		case json.Number:
			fields[name] = celltext.WholeSpelling(value.String())
		}
	}
	return fields, ""
}

// namedValue returns the value under the first name that a role of columns knows, else "".
func namedValue(fields map[string]string, role string) string {
	return fields[tabular.FirstNamed(role, slices.Sorted(maps.Keys(fields)))]
}

// memberOf returns the text or number of the first member of an object that a role of columns knows; "" without one.
func memberOf(object []byte, role string) string {
	fields, _ := textFields(object)
	return namedValue(fields, role)
}

// firstValue returns the first value among keys that is not empty, else "".
func firstValue(fields map[string]string, keys ...string) string {
	for _, key := range keys {
		if fields[key] != "" {
			return fields[key]
		}
	}
	return ""
}
