package fileform

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
)

// The members of documents that are objects. The id is the first of idMembers that a document has. If it has none, the id is a member with
// the name of a column of ids in tables.
var (
	idMembers       = []string{"_id", "doc_id", "docid", "docno", "id"}
	jsonlMembers    = append([]string{"title", "url", "text", "body"}, idMembers...)
	anseriniMembers = append([]string{"contents"}, idMembers...)
)

// readJSONLDocs reads objects {"_id", "title", "text"} of BEIR's corpus.jsonl or of an export of ir_datasets, commonly one in each line.
// The title may be missing. Web pages have a body instead of a text.
func readJSONLDocs(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachDocObject(s, []string{"text", "body"}, func(d corpus.Doc, _ bool) error { return emit(d, s.Line) })
}

// readAnserini reads a file of a JsonCollection: one object, an array of objects, or objects in sequence. An object is {"id", "contents"};
// other members are ignored. A title may be the first line of contents, but the first line may also be text, so it is not split off.
func readAnserini(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	return eachDocObject(s, []string{"contents"}, func(d corpus.Doc, hasText bool) error {
		if !hasText {
			return s.Skip(s.Line, "object without contents")
		}
		return emit(corpus.Doc{ID: d.ID, Text: d.Text}, s.Line)
	})
}

// eachDocObject calls visit with each document that is an object. Its text is the first member of texts that is not empty. hasText is true
// if it has one of these members.
func eachDocObject(s *sourcefile.Source, texts []string, visit func(d corpus.Doc, hasText bool) error) error {
	names := slices.Concat([]string{"title", "url"}, texts, idMembers)
	if r := rowtable.NewRecords(sourcefile.NewHead(s)); r != nil {
		if name := tabular.FirstNamed(tabular.DocIDRole, r.Names); name != "" {
			names = append(names, name)
		}
	}
	return new(rowtable.Records).VisitRows(s, names, func(values []tabular.Cells) error {
		first := func(begin, end int) (text string) {
			for i := begin; i < end && text == ""; i++ {
				if len(values[i].Texts) == 1 && !values[i].Listed {
					text = values[i].Texts[0]
				}
			}
			return text
		}
		end := 2 + len(texts)
		id := first(end, len(names))
		for i, c := range values[:end] {
			if kind := c.Kind(); kind != "" {
				return s.Skip(s.Line, "member "+names[i]+" that is not a text: "+kind)
			}
		}
		if id == "" {
			return s.Skip(s.Line, sourcefile.EmptyID)
		}
		hasText := slices.ContainsFunc(values[2:end], func(c tabular.Cells) bool { return len(c.Texts) == 1 && !c.Null })
		return visit(corpus.Doc{ID: id, Title: first(0, 1), URL: first(1, 2), Text: first(2, end)}, hasText)
	})
}

// UnreadMembers returns the names of the members of the objects in a head, without empty members and without the names in read.
func UnreadMembers(h sourcefile.Head, read []string) []string {
	names := map[string]bool{}
	_ = sourcefile.EachObject(sourcefile.HeadSource(h), func(object []byte, _ int) error {
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

func fitsAnserini(h sourcefile.Head) bool {
	return (h.OpensWith('{') || h.OpensWith('[')) && bytes.Contains(h.Text, []byte(`"contents"`))
}
