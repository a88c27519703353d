package fileform

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
)

// readXMLTopics reads <topic number="1"><query>..</query>..</topic>, below a root of any name. NTCIR, CLEF eHealth and Indri call a
// topic query. Every child becomes a field with its own name; a topic's own text becomes the field text. Broken XML is an error, since
// no single line can be skipped.
func readXMLTopics(s *sourcefile.Source, o Options, emit func(corpus.Query, int) error) error {
	all, err := s.ReadRest()
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
			if err := emitXMLTopic(s, o, fields, begin, emit); err != nil {
				return err
			}
			fields = nil
		}
	}
}

func emitXMLTopic(s *sourcefile.Source, o Options, values map[string][]string, line int, emit func(corpus.Query, int) error) error {
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
	return emit(corpus.Query{ID: id, Text: topicText(fields, o.TopicFields), Fields: fields}, line)
}

// classicFields are the fields of classic topics. Topics of 1992-94 have dom, smry, con, fac, def and head.
var classicFields = []string{"num", "title", "desc", "narr", "dom", "smry", "con", "fac", "def", "head"}

// classicLabels are words that may occur once at the beginning of a value, before a colon.
var classicLabels = []string{"number", "topic", "description", "narrative", "domain", "summary"}

// readClassicTopics reads <top> blocks. Tags are usually not closed: a field ends at the next field's tag
// or at </top>.
func readClassicTopics(s *sourcefile.Source, o Options, emit func(corpus.Query, int) error) error {
	return eachBlock(s, blockTag{name: "top", open: "topic without </top>"}, func(block []byte, begin int) error {
		q := classicTopic(block, o)
		if q.ID == "" {
			return s.Skip(begin, noTopicID)
		}
		return emit(q, begin)
	})
}

// classicTopic parses the text between <top and </top>.
func classicTopic(block []byte, o Options) corpus.Query {
	values := map[string][]string{}
	name, begin := "", 0
	flush := func(end int) {
		if value := classicValue(string(block[begin:end])); name != "" && value != "" {
			values[name] = append(values[name], value)
		}
	}
	for i := 0; i < len(block); i++ {
		next := bytes.IndexByte(block[i:], '<')
		if next < 0 {
			break
		}
		i += next
		if field, size := fieldAt(block[i+1:]); size > 0 {
			flush(i)
			name, begin = field, i+1+size
			if end := bytes.IndexAny(block[begin:], "<>"); end >= 0 && block[begin+end] == '>' {
				begin += end + 1
			}
		}
	}
	flush(len(block))
	fields := map[string]string{}
	for name, value := range values {
		fields[name] = strings.Join(value, " ")
	}
	return corpus.Query{ID: fields["num"], Text: topicText(fields, o.TopicFields), Fields: fields}
}

// fieldAt returns the field whose tag name begins text, which follows a <, and the size of the tag name. The size of other text is 0. CLEF
// puts a language before the name: EN-title.
func fieldAt[T string | []byte](text T) (field string, size int) {
	language := 0
	if len(text) > 3 && text[2] == '-' && isLetter(text[0]) && isLetter(text[1]) {
		language = 3
	}
	for _, field := range classicFields {
		if isTag(text[language:], field) {
			return field, language + len(field)
		}
	}
	return "", 0
}

// classicValue cleans a field: it removes closing tags and one leading label, and joins the lines by
// spaces.
func classicValue(value string) string {
	var out strings.Builder
	for {
		pos := strings.Index(value, "</")
		if pos < 0 {
			break
		}
		out.WriteString(value[:pos])
		value = value[pos+2:]
		end := strings.IndexAny(value, "<>")
		if _, size := fieldAt(value); end >= 0 && value[end] == '>' && size > 0 {
			out.WriteByte(' ')
			value = value[end+1:]
		} else {
			out.WriteString("</")
		}
	}
	out.WriteString(value)
	var lines []string
	for line := range strings.Lines(out.String()) {
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
