package fileform

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// Reasons of the topic readers.
const (
	NoTopicText = "topic without text in the chosen fields"
	noTopicID   = "topic without number"
)

// TitleField is the field of a query's text if no others are chosen.
const TitleField = "title"

// FieldNames are the names of the three fields that every track knows, in the various formats, first choice
// first.
var FieldNames = map[string][]string{
	TitleField: {"text", "query", "title", "content", "question"},
	"desc":     {"desc", "description", "question"},
	"narr":     {"narr", "narrative"},
}

// topicText returns the text of a query: the chosen fields, joined by a space, without empty ones.
func topicText(fields map[string]string, selection []string) string {
	if len(selection) == 0 {
		selection = []string{TitleField}
	}
	var parts []string
	for _, field := range selection {
		for _, key := range FieldKeys(field) {
			if text := fields[key]; text != "" {
				parts = append(parts, text)
				break
			}
		}
	}
	return strings.Join(parts, " ")
}

// FieldKeys returns the names that a field may have in a format.
func FieldKeys(field string) []string {
	if keys := FieldNames[field]; keys != nil {
		return keys
	}
	return []string{field}
}

// readJSONLTopics reads objects, one per line or in an array. The id is the first of _id, id, qid,
// query_id; the text is the first of text, query, title. All strings become fields.
func readJSONLTopics(s *sourcefile.Source, o Options, emit func(corpus.Query, int) error) error {
	return sourcefile.EachObject(s, func(raw []byte, line int) error {
		fields, bad := textFields(raw)
		if bad != "" {
			return s.Skip(line, bad)
		}
		named := tabular.FirstNamed(tabular.QueryIDRole, slices.Sorted(maps.Keys(fields)))
		id := cmp.Or(fields["_id"], fields["id"], fields["qid"], fields["query_id"], fields[named], fields["number"], fields["num"])
		if id == "" {
			return s.Skip(line, sourcefile.EmptyID)
		}
		return emit(corpus.Query{ID: id, Text: topicText(fields, o.TopicFields), Fields: fields}, line)
	})
}

// textFields returns the members of an object that are texts or numbers; bad is the reason if it is
// malformed.
func textFields(raw []byte) (fields map[string]string, bad string) {
	object, ok := new(celltext.Parser).Parse(raw)
	if !ok {
		return nil, sourcefile.MalformedJSON
	}
	fields = map[string]string{}
	for _, member := range object.Items {
		if member.Kind == celltext.TextKind || member.Kind == celltext.WordKind && member.Text != "true" && member.Text != "false" {
			fields[member.Name] = member.Text
		}
	}
	return fields, ""
}
