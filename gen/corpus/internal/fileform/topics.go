package fileform

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
)

// Reasons of the topic readers.
const (
	NoTopicText = "topic without text in the chosen fields"
	noTopicID   = "topic without number"
)

// TitleField is the field of a query's text if no others are chosen.
const TitleField = "title"

// FieldNames has, for each of the three fields of TREC's topics, the names that the formats use. A topic's field is the first that it has.
var FieldNames = map[string][]string{
	TitleField: {"text", "query", "title", "content", "question"},
	"desc":     {"desc", "description", "question"},
	"narr":     {"narr", "narrative"},
}

// topicText returns the text of a query: the selected fields that are not empty, with a space between them.
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

// readJSONLTopics reads objects, one in each line or in an array. The id is the first member such as _id, id, qid and query_id. All texts
// and numbers become fields, of which topicText makes the text.
func readJSONLTopics(s *sourcefile.Source, _ Options, emit func(corpus.Query, int) error) error {
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
		return emit(corpus.Query{ID: id, Text: topicText(fields, s.TopicFields), Fields: fields}, line)
	})
}

// textFields returns the members of an object that are texts or numbers. bad is the reason if the object is malformed.
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

// readXMLTopics reads elements <topic number="1"><query>..</query>..</topic> in a root of any name. NTCIR, CLEF eHealth and Indri have the
// element query in place of topic. Every child becomes a field with the child's name, and text outside children becomes the field text.
// Broken XML is an error, since no single line can be skipped.
func readXMLTopics(s *sourcefile.Source, _ Options, emit func(corpus.Query, int) error) error {
	all, err := s.ReadRest()
	if err != nil {
		return err
	}
	dec := xml.NewDecoder(bytes.NewReader(bytes.TrimRight(all, "\n")))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded already
	var fields map[string][]string                                                         // the fields of the open topic; nil: none is open
	begin, depth, name := 0, 0, ""
	for {
		token, err := dec.Token()
		if err == io.EOF {
			if fields != nil {
				return s.Skip(begin, "topic without </topic>")
			}
			return nil
		}
		line, _ := dec.InputPos()
		if err != nil {
			bad := errs.BadInput(s.Path, line, "repair the file", "broken XML")
			bad.Err = err
			return bad
		}
		switch token := token.(type) {
		case xml.StartElement:
			if fields == nil {
				if element := token.Name.Local; element == "topic" || element == "query" {
					fields, begin, depth, name = map[string][]string{}, line, 0, "text"
					for _, attr := range token.Attr {
						fields[attr.Name.Local] = []string{attr.Value}
					}
				}
				continue
			}
			if depth++; depth == 1 {
				name = token.Name.Local
			}
			fields[name] = append(fields[name], " ")
		case xml.CharData:
			if fields != nil {
				fields[name] = append(fields[name], string(token))
			}
		case xml.EndElement:
			if fields == nil {
				continue
			}
			if depth--; depth == 0 {
				name = "text"
			}
			if depth >= 0 {
				continue
			}
			if err := emitXMLTopic(s, fields, begin, emit); err != nil {
				return err
			}
			fields = nil
		}
	}
}

// emitXMLTopic calls emit with a topic. values has the texts of each field, line is the topic's first line.
func emitXMLTopic(s *sourcefile.Source, values map[string][]string, line int, emit func(corpus.Query, int) error) error {
	fields := map[string]string{}
	for name, value := range values {
		if text := strings.Join(strings.Fields(strings.Join(value, "")), " "); text != "" {
			fields[name] = text
		}
	}
	id := cmp.Or(fields["number"], fields["num"], fields["identifier"], fields["qid"], fields["id"])
	if id == "" {
		return s.Skip(line, noTopicID)
	}
	return emit(corpus.Query{ID: id, Text: topicText(fields, s.TopicFields), Fields: fields}, line)
}

// classicFields are the fields of classic topics. Topics of 1992-94 have dom, smry, con, fac, def and head. CLEF puts a language before the
// name: EN-title.
const classicFields = `(?:[a-z][a-z]-)?(num|title|desc|narr|dom|smry|con|fac|def|head)`

// The tags of these fields. An opening tag may lack its >.
var (
	classicBegin = lazy.Regexp(`(?i)<` + classicFields + `(?:>|[ \t\r\n][^<>]*>|[ \t\r\n]|$)`)
	classicEnd   = lazy.Regexp(`(?i)</` + classicFields + `(?:[ \t\r\n][^<>]*)?>`)
)

// classicLabels are words that may occur once at the beginning of a value, before a colon.
var classicLabels = []string{"number", "topic", "description", "narrative", "domain", "summary"}

// readClassicTopics reads <top> blocks. The tags of fields are usually not closed: a field ends at the next tag of a field or at </top>.
func readClassicTopics(s *sourcefile.Source, _ Options, emit func(corpus.Query, int) error) error {
	return eachBlock(s, "top", "topic without </top>", func(block []byte, begin int) error {
		fields := map[string]string{}
		begins := classicBegin().FindAllSubmatchIndex(block, -1)
		for i, m := range begins {
			end := len(block)
			if i+1 < len(begins) {
				end = begins[i+1][0]
			}
			name := strings.ToLower(string(block[m[2]:m[3]]))
			if value := classicValue(string(block[m[1]:end])); value != "" {
				fields[name] = strings.TrimSpace(fields[name] + " " + value)
			}
		}
		if fields["num"] == "" {
			return s.Skip(begin, noTopicID)
		}
		return emit(corpus.Query{ID: fields["num"], Text: topicText(fields, s.TopicFields), Fields: fields}, begin)
	})
}

// classicValue returns the value of a field without closing tags and without one label at its beginning. Spaces replace its line breaks.
func classicValue(value string) string {
	var lines []string
	for line := range strings.Lines(classicEnd().ReplaceAllString(value, " ")) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	all := strings.Join(lines, " ")
	label, text, ok := strings.Cut(all, ":")
	if ok && slices.Contains(classicLabels, strings.ToLower(strings.TrimSpace(label))) {
		return strings.TrimSpace(text)
	}
	return all
}
