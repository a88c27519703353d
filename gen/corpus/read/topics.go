package read

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// Reasons of the topic readers.
const (
	noTopicText = "topic without text in the chosen fields"
	noTopicID   = "topic without number"
)

// Queries reads the topics at path, in the file's order, or of several files separated by commas. Ids are
// spelled as in the file; Layout.Split changes them to the judgements' spelling. A query whose id occurred
// before is skipped if its text is the same. With another text it is an error.
func Queries(ctx context.Context, path string, format Format, o Options, rep *Report) ([]corpus.Query, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.TopicsFormat != "" {
		format = o.TopicsFormat
	}
	if rep == nil {
		rep = new(Report)
	}
	start := rep.mark()
	list := queryList{byID: map[string]int{}, fields: map[string]bool{}}
	for _, file := range paths(path) {
		if err := list.read(ctx, file, format, o, rep); err != nil {
			return nil, err
		}
	}
	if err := list.checkFields(path, o.TopicFields, rep); err != nil {
		return nil, err
	}
	if len(list.queries) == 0 {
		return nil, errEmpty("queries", path, "are --set topics_format and --set topic_fields right?", rep, start)
	}
	rep.keep(queriesNoun, len(list.queries))
	return list.queries, nil
}

// checkFields returns an error for a chosen field that no topic has. A missing field that every track knows
// is only counted.
func (l *queryList) checkFields(path string, fields []string, rep *Report) error {
	for _, field := range fields {
		if slices.ContainsFunc(fieldKeys(field), func(key string) bool { return l.fields[key] }) || field == titleField {
			continue
		}
		if fieldNames[field] != nil {
			rep.note("no topic has the field "+field, 1, path, 0)
			continue
		}
		available := slices.Sorted(maps.Keys(l.fields))
		return errs.BadUsage(errs.Suggestion(field, slices.Concat(available, slices.Sorted(maps.Keys(fieldNames)))...)+
			"title, desc and narr are known, and those of the topics: "+cmp.Or(strings.Join(available, ", "), "none"),
			"--set topic_fields=%s: no topic of %s has such a field", field, path)
	}
	return nil
}

// queryList collects the queries of files.
type queryList struct {
	queries []corpus.Query
	byID    map[string]int  // by id
	fields  map[string]bool // that some topic has
}

func (l *queryList) read(ctx context.Context, path string, format Format, o Options, rep *Report) error {
	s, e, err := topicsPart.open(path, format, o, rep)
	if err != nil {
		return err
	}
	defer s.close()
	n := 0
	return e.topics(s, o, func(q corpus.Query, line int) error {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for name := range q.Fields {
			l.fields[name] = true
		}
		if e.mojibake {
			q.Text = s.repairText(q.Text, line)
		}
		if o.StripMarkup {
			q.Text = corpus.StripMarkup(q.Text)
		}
		if strings.TrimSpace(q.Text) == "" {
			return s.skip(line, noTopicText)
		}
		if err := checkID("query", q.ID, path, line); err != nil {
			return err
		}
		i, again := l.byID[q.ID]
		switch {
		case !again:
			l.byID[q.ID] = len(l.queries)
			l.queries = append(l.queries, q)
		case l.queries[i].Text == q.Text && s.repeats:
		case l.queries[i].Text == q.Text:
			rep.repeat(queriesNoun, "query repeated with the same text", path, line)
		default:
			return errs.BadInput(path, line, "keep one of them", "query %q stands twice with different text", q.ID)
		}
		return nil
	})
}

// titleField is the field of a query's text if no others are chosen.
const titleField = "title"

// fieldNames are the names of the three fields that every track knows, in the various formats, first choice
// first.
var fieldNames = map[string][]string{
	titleField: {"text", "query", "title", "content", "question"},
	"desc":     {"desc", "description", "question"},
	"narr":     {"narr", "narrative"},
}

// topicText returns the text of a query: the chosen fields, joined by a space, without empty ones.
func topicText(fields map[string]string, selection []string) string {
	if len(selection) == 0 {
		selection = []string{titleField}
	}
	var parts []string
	for _, field := range selection {
		for _, key := range fieldKeys(field) {
			if text := fields[key]; text != "" {
				parts = append(parts, text)
				break
			}
		}
	}
	return strings.Join(parts, " ")
}

// fieldKeys returns the names that a field may have in a format.
func fieldKeys(field string) []string {
	if keys := fieldNames[field]; keys != nil {
		return keys
	}
	return []string{field}
}

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

// firstValue returns the first value among keys that is not empty, else "".
func firstValue(fields map[string]string, keys ...string) string {
	for _, key := range keys {
		if fields[key] != "" {
			return fields[key]
		}
	}
	return ""
}
