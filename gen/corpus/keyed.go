package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
)

// keyed is the format of dictionaries that Python code dumps: {"id": "text"} or {"id": {"title", "text"}},
// one object for the whole file.
const keyed = "dict"

// noKeyedText is the reason of the readers of keyed texts.
const noKeyedText = "neither a text nor an object with one behind the id"

// keyedNames are names of members that are not ids. An object with one of them is a record itself.
var keyedNames = []string{"_id", "id", "qid", "query_id", "doc_id", "docid", "docno", "pid", "number", "topic", "label", "document",
	"passage", "answer", "answers", "positive", "negative", "query", "queries", "question", "contents", "body", "text", "title", "url", "desc",
	"description", "narr", "narrative"}

// keyedTexts are members of the object of an id. The object has at least one of them.
var keyedTexts = []string{"text", "contents", "body", "title", "query", "question", "desc", "description"}

// keyedDocMembers are the members of a document's object that are read.
var keyedDocMembers = []string{"title", "text", "contents", "body", "url"}

// fitsKeyed reports whether the first members of a file are ids with texts: no name is repeated or one of
// keyedNames.
func fitsKeyed(h head) bool {
	if !h.opensWith('{') {
		return false
	}
	good, bad, cut := 0, 0, false
	visited := map[string]bool{}
	m := newMemberStream(headSource(h))
	err := m.eachObject(func(name string) error {
		if visited[name] || slices.Contains(keyedNames, strings.ToLower(name)) {
			good, bad = 0, 1
			return errStop
		}
		visited[name] = true
		value, err := m.value()
		if err != nil {
			cut = true
			return errStop
		}
		if isKeyedText(value) {
			good++
		} else {
			bad++
		}
		return nil
	})
	return (err == nil || err == errStop) && (good > bad || cut && good+bad == 0 && keyedBeginning.Match(h.text))
}

// keyedBeginning matches the beginning of a file whose first text is longer than its head.
var keyedBeginning = regexp.MustCompile(`^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:\{\s*"(?:` + strings.Join(keyedTexts, "|") + `)"\s*:\s*)?"`)

// isKeyedText reports whether a value is a text or an object with one.
func isKeyedText(value json.RawMessage) bool {
	if value[0] == '"' {
		return true
	}
	var members map[string]json.RawMessage
	if value[0] != '{' || json.Unmarshal(value, &members) != nil {
		return false
	}
	return slices.ContainsFunc(keyedTexts, func(name string) bool { return len(members[name]) > 0 && members[name][0] == '"' })
}

// eachKeyed calls visit with every id, its value and its line.
func eachKeyed(s *source, visit func(id string, value json.RawMessage, line int) error) error {
	m := newMemberStream(s)
	return m.eachObject(func(id string) error {
		value, err := m.value()
		switch {
		case err != nil:
			return err
		case id == "":
			return s.skip(m.line(), emptyID)
		case !isKeyedText(value):
			return s.skip(m.line(), noKeyedText)
		}
		return visit(id, value, m.line())
	})
}

// readKeyedTopics reads {"id": "text"} or {"id": {"text", ..}}. The members of an object become the fields
// of the topic.
func readKeyedTopics(s *source, o Options, emit func(Query, int) error) error {
	return eachKeyed(s, func(id string, value json.RawMessage, line int) error {
		if value[0] == '"' {
			q := Query{ID: id}
			if json.Unmarshal(value, &q.Text) != nil {
				return s.skip(line, malformedJSON)
			}
			return emit(q, line)
		}
		fields, bad := textFields(value)
		if bad != "" {
			return s.skip(line, bad)
		}
		return emit(Query{ID: id, Text: topicText(fields, o.TopicFields), Fields: fields}, line)
	})
}

// readKeyedDocs reads {"id": "text"} or {"id": {"title", "text", "url"}}. The text may also be called
// contents or body.
func readKeyedDocs(s *source, _ Options, emit func(Doc, int) error) error {
	return eachKeyed(s, func(id string, value json.RawMessage, line int) error {
		d := Doc{ID: id}
		if value[0] == '"' {
			if json.Unmarshal(value, &d.Text) != nil {
				return s.skip(line, malformedJSON)
			}
			return emit(d, line)
		}
		var members struct{ Title, Text, Contents, Body, URL string }
		if err := json.Unmarshal(value, &members); err != nil {
			return s.skip(line, badJSON(err))
		}
		d.Title, d.URL, d.Text = members.Title, members.URL, cmp.Or(members.Text, members.Contents, members.Body)
		return emit(d, line)
	})
}

// unreadKeyed returns the members of the objects in a head, below their ids, that are not among read.
func unreadKeyed(h head, read []string) []string {
	var objects bytes.Buffer
	_ = eachKeyed(headSource(h), func(_ string, value json.RawMessage, _ int) error {
		if value[0] == '{' {
			_ = json.Compact(&objects, value)
			_, _ = io.WriteString(&objects, "\n")
		}
		return nil
	})
	h.text = objects.Bytes()
	return unreadMembers(h, read)
}
