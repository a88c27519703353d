package meaning

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/collection"
)

// sources looks at the collection that a configuration names, once it is asked. What one that cannot be looked at has is unknown.
type sources struct {
	gen      *configs.Gen
	searched *collection.Collection // nil until it is asked for
}

// find returns the collection; an empty one where none can be found: other checks tell of that.
func (s *sources) find() *collection.Collection {
	if s.searched == nil {
		var err error
		if s.searched, err = collection.FindCollection(s.gen); err != nil {
			s.searched = &collection.Collection{}
		}
	}
	return s.searched
}

// isUnknown reports whether the collection is not there to be looked at, so that nothing can be said of it.
func (s *sources) isUnknown() bool { return s.find().Layout.Format == "" }

func (s *sources) hasQueries() bool { return s.isUnknown() || len(s.find().Layout.Queries) > 0 }

// hasQrels reports whether the collection has a file of judgements.
func (s *sources) hasQrels() bool { return s.isUnknown() || len(s.find().Layout.Qrels) > 0 }

// hasFormat reports whether the documents have a format.
func (s *sources) hasFormat(format string) bool {
	return s.isUnknown() || s.find().Layout.DocumentsForm(s.find().Options) == format
}

// hasFields reports whether the queries are in a form that has fields.
func (s *sources) hasFields() bool { return s.isUnknown() || formsWithFields[s.topicsFormat()] }

// formsWithFields are the forms of queries that have fields.
var formsWithFields = map[string]bool{"classic": true, "xml": true, "jsonl": true, "trec": true, "beir": true, "json": true,
	"ir-datasets": true, "ir-tsv": true, "wikipassageqa": true, "text": true}

func (s *sources) topicsFormat() string { return s.find().Layout.TopicsForm(s.find().Options) }

// hasOneSplit reports whether the collection is known to have all of its queries in one split.
func (s *sources) hasOneSplit() bool {
	l := &s.find().Layout
	return !s.isUnknown() && len(l.Splits()) == 1 && (l.Queries[corpus.AllSplits] == "" || l.Qrels[corpus.AllSplits] != "" || len(l.Qrels) < 2)
}
