package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
)

// readColonTopics reads qid:text, split at the first colon.
func readColonTopics(s *source, _ Options, emit func(Query, int) error) error {
	return eachLine(s, func(line []byte) error {
		id, text, ok := bytes.Cut(line, []byte(":"))
		switch {
		case !ok:
			return s.skip(s.line, "no colon")
		case len(id) == 0:
			return s.skip(s.line, emptyID)
		}
		return emit(Query{ID: string(id), Text: string(bytes.TrimSpace(text))}, s.line)
	})
}

// topicField is the field that holds the topic of a query variant.
const topicField = "topic"

// Topic returns the topic of a query variant, or the id of another query.
func (q Query) Topic() string { return cmp.Or(q.Fields[topicField], q.ID) }

// readUQV reads query variants, topic-n;text. The topic is the part before the first dash.
func readUQV(s *source, o Options, emit func(Query, int) error) error {
	topics := map[string]bool{}
	return eachLine(s, func(line []byte) error {
		id, text, ok := strings.Cut(string(line), ";")
		topic, _, _ := strings.Cut(id, "-")
		switch {
		case !ok:
			return s.skip(s.line, "no semicolon")
		case topic == "":
			return s.skip(s.line, emptyID)
		}
		if !o.Variants {
			if topics[topic] {
				s.rep.skip("further variants of a topic (--variants keeps them)", s.path, s.line)
				return nil
			}
			topics[topic] = true
			id = topic
		}
		return emit(Query{ID: id, Text: strings.TrimSpace(text), Fields: map[string]string{topicField: topic}}, s.line)
	})
}

// inherit appends the judgements that query variants inherit from their topics, in the order of the
// queries, and returns all judgements.
func inherit(queries []Query, qrels []Qrel) []Qrel {
	spelling := spellingOf(qrels)
	byTopic := map[string][]Qrel{}
	for _, q := range qrels {
		byTopic[q.QueryID] = append(byTopic[q.QueryID], q)
	}
	all := qrels[:len(qrels):len(qrels)]
	for _, query := range queries {
		if byTopic[query.ID] != nil {
			continue // judged itself
		}
		for _, q := range byTopic[spelling.Spell(query.Fields[topicField])] {
			q.QueryID = query.ID
			all = append(all, q)
		}
	}
	return all
}

// readJSONLTopics reads objects, one per line or in an array. The id is the first of _id, id, qid,
// query_id; the text is the first of text, query, title. All strings become fields.
func readJSONLTopics(s *source, o Options, emit func(Query, int) error) error {
	read := func(raw []byte, line int) error {
		q, bad := objectTopic(raw, o)
		if bad != "" {
			return s.skip(line, bad)
		}
		return emit(q, line)
	}
	if bytes.HasPrefix(bytes.TrimSpace(s.head()), []byte("[")) {
		return eachObject(s, read)
	}
	return eachLine(s, func(line []byte) error { return read(line, s.line) })
}

// objectTopic parses a topic that is an object; bad is the reason if it is malformed.
func objectTopic(raw []byte, o Options) (q Query, bad string) {
	fields, bad := textFields(raw)
	if bad != "" {
		return q, bad
	}
	id := firstValue(fields, "_id", "id", "qid", "query_id")
	if id == "" {
		return q, emptyID
	}
	return Query{ID: id, Text: topicText(fields, o.TopicFields), Fields: fields}, ""
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

// firstValue returns the first value among keys that is not empty, else "".
func firstValue(fields map[string]string, keys ...string) string {
	for _, key := range keys {
		if fields[key] != "" {
			return fields[key]
		}
	}
	return ""
}
