package corpus

import (
	"encoding/json"
	"strings"
)

// documentQueries is the format of queries generated from documents. InPars (Bonifacio et al., SIGIR 2022)
// writes objects; their other members are ignored.
var documentQueries = rowList[Query]{
	noun: "queries",
	objects: rowForm[Query]{`{"doc_id": .., "query": ..}`, func(object []byte, _ int) (*Query, string) {
		row := struct {
			Doc   jsonID `json:"doc_id"`
			Query string `json:"query"`
		}{}
		if json.Unmarshal(object, &row) != nil {
			return nil, malformedJSON
		}
		return readDocumentQuery(string(row.Doc), row.Query)
	}},
	lines: rowForm[Query]{"document TAB query", func(line []byte, _ int) (*Query, string) {
		doc, text, ok := strings.Cut(string(line), "\t")
		if !ok {
			return nil, wrongFields
		}
		return readDocumentQuery(doc, text)
	}},
}

// DocumentQueries reads queries written for documents, in the file's order: lines of document TAB query, or
// JSON objects with the members doc_id and query. The first byte decides which. The queries have a Source
// and no ID.
func DocumentQueries(path string, o Options, rep *Report) ([]Query, error) {
	return documentQueries.read(path, o, rep)
}

// readDocumentQuery returns the query of a document, with runs of white space replaced by single spaces.
func readDocumentQuery(doc, text string) (*Query, string) {
	if text = strings.Join(strings.Fields(text), " "); doc == "" || text == "" {
		return nil, emptyID
	}
	return &Query{Source: doc, Text: text}, ""
}
