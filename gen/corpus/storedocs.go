package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
)

// Search engines and vector stores write a document as an id beside an object that holds what the user stored: Elasticsearch and OpenSearch
// under _source (dumps by line, hits of an answer, and bulk files, where a line with the id stands before the line with the document),
// Qdrant under payload, Weaviate under properties. Vectors are left aside.

const storeLook = `{"_id", "_source": {"title", "text"}}, {"id", "payload"}, {"id", "properties"}, or the lines of a bulk request`

// Reasons of the reader of stores.
const (
	noStored     = "object without _source, payload or properties"
	noStoredText = "document without a text under a known name: text, contents, content, body, passage, page_content, chunk, .."
	bulkUpdate   = "update or delete of a bulk request"
	noBulkSource = "action of a bulk request without its document"
)

// storeWrapper holds the members around a document, and those of an answer with several of them.
type storeWrapper struct {
	ID         jsonID          `json:"_id"`
	ID2        jsonID          `json:"id"`
	UUID       jsonID          `json:"uuid"`
	Source     json.RawMessage `json:"_source"`
	Payload    json.RawMessage `json:"payload"`
	Properties json.RawMessage `json:"properties"`

	Hits struct {
		Hits []json.RawMessage `json:"hits"`
	} `json:"hits"`
	Result struct {
		Points []json.RawMessage `json:"points"`
	} `json:"result"`
	Points  []json.RawMessage `json:"points"`
	Objects []json.RawMessage `json:"objects"`
}

func (w *storeWrapper) id() string { return string(cmp.Or(w.ID, w.ID2, w.UUID)) }

// document returns the document's object, nil if there is none.
func (w *storeWrapper) document() json.RawMessage {
	for _, raw := range []json.RawMessage{w.Source, w.Payload, w.Properties} {
		if bytes.HasPrefix(raw, []byte("{")) {
			return raw
		}
	}
	return nil
}

// inner returns the objects of an answer with several documents.
func (w *storeWrapper) inner() []json.RawMessage {
	return slices.Concat(w.Hits.Hits, w.Result.Points, w.Points, w.Objects)
}

// storedDoc holds what users store of a text, under the names of the engines' own examples and of the libraries above them.
type storedDoc struct {
	jsonDocID
	Title       string  `json:"title"`
	URL         string  `json:"url"`
	Text        *string `json:"text"`
	Contents    *string `json:"contents"`
	Content     *string `json:"content"`
	Body        *string `json:"body"`
	Passage     *string `json:"passage"`
	PageContent *string `json:"page_content"`
	Chunk       *string `json:"chunk"`
	Abstract    *string `json:"abstract"`
	Document    *string `json:"document"`
}

// storedMembers are the members of the object that are read.
var storedMembers = []string{"_id", "doc_id", "docid", "docno", "id", "title", "url", "text", "contents", "content", "body", "passage",
	"page_content", "chunk", "abstract", "document"}

// storeMembers are the members around documents that are read, and those of every answer and dump.
var storeMembers = slices.Concat(storedMembers, []string{"_source", "payload", "properties", "uuid", "hits", "result", "points", "objects",
	"index", "create", "update", "delete", "doc", "_index", "_type", "_score", "class", "took", "timed_out", "_shards", "status", "time"})

// text returns the first text there is, nil for none.
func (d *storedDoc) text() *string {
	return cmp.Or(d.Text, d.Contents, d.Content, d.Body, d.Passage, d.PageContent, d.Chunk, d.Abstract, d.Document)
}

// bulkAction returns the name of a line of a bulk request that is no document, and the id in it. The name is empty for another object.
func bulkAction(object []byte) (name, id string) {
	var members map[string]json.RawMessage
	if len(object) > 4096 || json.Unmarshal(object, &members) != nil || len(members) != 1 {
		return "", ""
	}
	name = slices.Collect(maps.Keys(members))[0]
	var action struct {
		ID jsonID `json:"_id"`
	}
	if !slices.Contains([]string{"index", "create", "update", "delete"}, name) || json.Unmarshal(members[name], &action) != nil {
		return "", ""
	}
	return name, string(action.ID)
}

// storeDocument is a document as a file holds it.
type storeDocument struct {
	parent json.RawMessage // the object that holds it; nil in a bulk request
	object json.RawMessage
	id     string // beside it; empty for none
	line   int
}

// storeVisitor finds the documents in the objects of a file.
type storeVisitor struct {
	s    *source
	emit func(d storeDocument) error

	isOpen bool // a bulk action waits for its document
	action string
	line   int
	drops  bool // the next line belongs to an update
}

func (v *storeVisitor) object(raw []byte, line int) error {
	if name, id := bulkAction(raw); name != "" {
		if err := v.end(); err != nil {
			return err
		}
		if name == "update" || name == "delete" {
			v.drops = name == "update"
			return v.s.skip(line, bulkUpdate)
		}
		v.isOpen, v.action, v.line = true, id, line
		return nil
	}
	if v.drops {
		v.drops = false
		return nil // counted with its action
	}
	if v.isOpen {
		v.isOpen = false
		return v.emit(storeDocument{object: raw, id: v.action, line: line})
	}
	return v.visitWrapped(raw, line, true)
}

// visitWrapped visits a document, or those of an answer.
func (v *storeVisitor) visitWrapped(raw []byte, line int, many bool) error {
	var w storeWrapper
	if err := json.Unmarshal(raw, &w); err != nil {
		return v.s.skip(line, badJSON(err))
	}
	if stored := w.document(); stored != nil {
		return v.emit(storeDocument{parent: raw, object: stored, id: w.id(), line: line})
	}
	inner := w.inner()
	if len(inner) == 0 || !many {
		return v.s.skip(line, noStored)
	}
	for _, part := range inner {
		if err := v.visitWrapped(part, line, false); err != nil {
			return err
		}
	}
	return nil
}

// end counts an action whose document does not follow.
func (v *storeVisitor) end() error {
	v.drops = false
	if !v.isOpen {
		return nil
	}
	v.isOpen = false
	return v.s.skip(v.line, noBulkSource)
}

// eachStored calls visit for each document of a store's file.
func eachStored(s *source, visit func(d storeDocument) error) error {
	v := &storeVisitor{s: s, emit: visit}
	return errors.Join(eachObject(s, v.object), v.end())
}

// readStoreDocs reads the exports of search engines and vector stores. A document without an id beside it may hold one.
func readStoreDocs(s *source, _ Options, emit func(Doc, int) error) error {
	return eachStored(s, func(stored storeDocument) error {
		var d storedDoc
		line := stored.line
		if err := json.Unmarshal(stored.object, &d); err != nil {
			return s.skip(line, badJSON(err))
		}
		id, text := cmp.Or(stored.id, d.id()), d.text()
		switch {
		case id == "":
			return s.skip(line, emptyID)
		case text == nil && d.Title == "":
			return s.skip(line, noStoredText)
		case text == nil:
			text = new(string)
		}
		return emit(Doc{ID: id, Title: d.Title, Text: *text, URL: d.URL}, line)
	})
}

// isStored reports whether an object holds a document: a text or a title, and no query beside it, as rows have.
func isStored(object []byte) bool {
	var d struct {
		storedDoc
		Query    json.RawMessage `json:"query"`
		Question json.RawMessage `json:"question"`
	}
	return json.Unmarshal(object, &d) == nil && (d.text() != nil || d.Title != "") && d.Query == nil && d.Question == nil
}

// fitsStore reports whether the first objects of a file are those of a store.
func fitsStore(h head) bool {
	if !h.opensWith('{') && !h.opensWith('[') {
		return false
	}
	if !slices.ContainsFunc(storeNames, func(name string) bool { return bytes.Contains(h.text, []byte(name)) }) {
		return false
	}
	good, all := 0, 0
	_ = eachStored(headSource(h), func(d storeDocument) error {
		if all++; isStored(d.object) && d.id != "" {
			good++
		}
		return nil
	})
	return good > 0 && good > all/2
}

// storeNames are the members by which a store's file is told.
var storeNames = []string{`"_source"`, `"payload"`, `"properties"`, `"index"`, `"create"`}

// unreadStored returns the members of the documents in a store's file that are not read, and those beside them, as vectors.
func unreadStored(h head) []string {
	names := unreadMembers(h, storeMembers)
	var rest, objects bytes.Buffer
	_ = eachStored(headSource(h), func(d storeDocument) error {
		_ = json.Compact(&objects, d.object)
		if d.parent != nil { // one of an answer with several stands in another object
			_ = json.Compact(&rest, d.parent)
		}
		return nil
	})
	h.text = rest.Bytes()
	names = append(names, unreadMembers(h, storeMembers)...)
	h.text = objects.Bytes()
	names = append(names, unreadMembers(h, storedMembers)...)
	slices.Sort(names)
	return slices.Compact(names)
}
