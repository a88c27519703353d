package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

const malformedJSON = "malformed JSON"

// badJSON returns the reason for which an object is skipped: a member has another type than its reader
// expects, or the bytes are not JSON.
func badJSON(err error) string {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok || wrong.Field == "" {
		return malformedJSON
	}
	kind := wrong.Value
	if kind == "array" {
		kind = "list"
	}
	return "member " + wrong.Field + " that is not a text: " + kind
}

// jsonDocID holds a document's id under the names that tools use, first choice first.
type jsonDocID struct {
	ID     jsonID `json:"_id"`
	DocID  jsonID `json:"doc_id"`
	DocID2 jsonID `json:"docid"`
	Docno  jsonID `json:"docno"`
	ID2    jsonID `json:"id"`
}

func (d jsonDocID) id() string {
	return string(cmp.Or(d.ID, d.DocID, d.DocID2, d.Docno, d.ID2))
}

// jsonDoc is a line of BEIR's corpus.jsonl or of an export of ir_datasets. Web pages there have a body
// instead of a text.
type jsonDoc struct {
	jsonDocID
	Title string  `json:"title"`
	Text  *string `json:"text"`
	Body  string  `json:"body"`
	URL   string  `json:"url"`
}

// jsonID is an id from a JSON string or number. A whole number is written without a point; another value
// leaves the id empty.
type jsonID string

func (id *jsonID) UnmarshalJSON(raw []byte) error {
	switch {
	case raw[0] == '"':
		return json.Unmarshal(raw, (*string)(id))
	case raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9':
		*id = jsonID(celltext.WholeSpelling(string(raw)))
	}
	return nil
}

// readJSONLDocs reads {"_id", "title", "text"}, commonly one object per line; title may be missing.
func readJSONLDocs(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachObject(s, func(object []byte, line int) error {
		var d jsonDoc
		if err := json.Unmarshal(object, &d); err != nil {
			return s.skip(line, badJSON(err))
		}
		id := d.id()
		if id == "" {
			id = memberOf(object, tabular.DocIDRole)
		}
		if id == "" {
			return s.skip(line, emptyID)
		}
		if d.Text == nil {
			d.Text = &d.Body
		}
		return emit(corpus.Doc{ID: id, Title: d.Title, Text: *d.Text, URL: d.URL}, line)
	})
}

// unreadMembers returns the members of the objects in a head that are not among read.
func unreadMembers(h head, read []string) []string {
	names := map[string]bool{}
	_ = eachObject(headSource(h), func(object []byte, _ int) error {
		var members map[string]json.RawMessage
		if json.Unmarshal(object, &members) == nil {
			for name, value := range members {
				if text := string(value); text != "null" && text != `""` && text != "{}" && text != "[]" {
					names[name] = true
				}
			}
		}
		return nil
	})
	for _, name := range read {
		delete(names, name)
	}
	return slices.Sorted(maps.Keys(names))
}

// anseriniDoc is an object of Anserini's JsonCollection. The member contents may hold a title, a line break
// and a body. Its text is not split: a line break may also be part of the body.
type anseriniDoc struct {
	jsonDocID
	Contents *string `json:"contents"`
}

// readAnserini reads a file of a JsonCollection: one object, an array of objects, or objects in sequence.
// Each is {"id", "contents"}. Other keys are ignored.
func readAnserini(s *source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachObject(s, func(object []byte, line int) error {
		var d anseriniDoc
		err := json.Unmarshal(object, &d)
		switch {
		case err != nil:
			return s.skip(line, badJSON(err))
		case d.id() == "":
			return s.skip(line, emptyID)
		case d.Contents == nil:
			return s.skip(line, "object without contents")
		}
		return emit(corpus.Doc{ID: d.id(), Text: *d.Contents}, line)
	})
}

func fitsAnserini(h head) bool {
	return (h.opensWith('{') || h.opensWith('[')) && bytes.Contains(h.text, []byte(`"contents"`))
}
