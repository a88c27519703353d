package corpus

import "encoding/json"

const malformedJSON = "malformed JSON"

// jsonDoc is a line of BEIR's corpus.jsonl; the id's other names are those of other tools' exports.
type jsonDoc struct {
	ID     jsonID `json:"_id"`
	DocID  jsonID `json:"doc_id"`
	DocID2 jsonID `json:"docid"`
	Docno  jsonID `json:"docno"`
	ID2    jsonID `json:"id"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	URL    string `json:"url"`
}

// jsonID is a string or a number, whose digits are kept as written; anything else leaves it empty.
type jsonID string

func (id *jsonID) UnmarshalJSON(raw []byte) error {
	switch {
	case raw[0] == '"':
		return json.Unmarshal(raw, (*string)(id))
	case raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9':
		*id = jsonID(raw)
	}
	return nil
}

// readJSONLDocs reads {"_id", "title", "text"}, one object per line; title may be missing.
func readJSONLDocs(s *source, _ Options, emit func(Doc, int) error) error {
	return eachLine(s, func(line []byte) error {
		var d jsonDoc
		if json.Unmarshal(line, &d) != nil {
			return s.skip(s.line, malformedJSON)
		}
		for _, id := range [...]jsonID{d.ID, d.DocID, d.DocID2, d.Docno, d.ID2} {
			if id != "" {
				return emit(Doc{ID: string(id), Title: d.Title, Text: d.Text, URL: d.URL}, s.line)
			}
		}
		return s.skip(s.line, emptyID)
	})
}
