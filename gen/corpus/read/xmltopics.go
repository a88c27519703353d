package read

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
)

// readXMLTopics reads <topic number="1"><query>..</query>..</topic>, below a root of any name. NTCIR, CLEF eHealth and Indri call a
// topic query. Every child becomes a field with its own name; a topic's own text becomes the field text. Broken XML is an error, since
// no single line can be skipped.
func readXMLTopics(s *source, o Options, emit func(corpus.Query, int) error) error {
	all, err := s.readRest()
	if err != nil {
		return err
	}
	dec := xml.NewDecoder(bytes.NewReader(bytes.TrimRight(all, "\n")))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decoded already
	var fields map[string][]string                                                         // of the open topic
	begin, depth, name := 0, 0, ""
	for {
		token, err := dec.Token()
		if err == io.EOF {
			if fields != nil {
				return s.skip(begin, "topic without </topic>")
			}
			return nil
		}
		line, _ := dec.InputPos()
		if err != nil {
			bad := errs.BadInput(s.path, line, "repair the file", "broken XML")
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
			if err := emitXMLTopic(s, o, fields, begin, emit); err != nil {
				return err
			}
			fields = nil
		}
	}
}

func emitXMLTopic(s *source, o Options, values map[string][]string, line int, emit func(corpus.Query, int) error) error {
	fields := map[string]string{}
	for name, value := range values {
		if text := strings.Join(strings.Fields(strings.Join(value, "")), " "); text != "" {
			fields[name] = text
		}
	}
	id := firstValue(fields, "number", "num", "identifier", "qid", "id")
	if id == "" {
		return s.skip(line, noTopicID)
	}
	return emit(corpus.Query{ID: id, Text: topicText(fields, o.TopicFields), Fields: fields}, line)
}
