package prepare

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/stage"
)

// restriction returns the documents that the index is restricted to and a key for them; nil where it is not.
func restriction(ctx context.Context, g *configs.Gen, inputs collection.Inputs) (ids map[string]bool, key string, err error) {
	yes, err := collection.IsRestricted(g)
	if !yes || err != nil {
		return nil, "", err
	}
	topics := inputs.Topics
	if topics == nil {
		if topics, err = inputs.Collection.ReadTopics(ctx, nil); err != nil {
			return nil, "", err
		}
	}
	ids = collection.Restrict(g, topics)
	return ids, stage.Hash(slices.Sorted(maps.Keys(ids))), nil
}

const notCandidates = "documents that are neither candidates nor judged, not indexed: statistics are those of the rest"

// keepListed passes the documents whose ids are given and counts the others in rep.
func keepListed(ids map[string]bool, path string, docs iter.Seq2[corpus.Doc, error], rep *corpus.Report) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		left := 0
		for doc, err := range docs {
			if err == nil && !ids[doc.ID] {
				left++
				continue
			}
			if !yield(doc, err) {
				return
			}
		}
		rep.Leave(notCandidates, left, path)
	}
}
