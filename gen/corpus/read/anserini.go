package read

import (
	"bytes"
	"encoding/json"

	"github.com/axiomine/axiomine/gen/corpus"
)

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
