package gen

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/corpus"
)

// restricted says whether only candidates and judged documents are indexed, and refuses what does not go with it.
func restricted(g *configs.Gen) (bool, error) {
	switch {
	case g.RestrictCollection == "none":
		return false, nil
	case g.RestrictCollection != "candidates":
		return false, fault.BadUsage("use none or candidates", "gen.restrict_collection: %q", g.RestrictCollection)
	case g.Run == "":
		return false, fault.BadUsage("name the run with --run", "restrict_collection: candidates needs the candidates before the index is built")
	case g.Index != "":
		return false, fault.BadUsage("give one of them", "a finished index is not restricted: --index and --restrict-collection candidates")
	}
	return true, nil
}

// restrict cuts the runs at the depth that is used and gives the ids of their documents and of those judged.
func restrict(g *configs.Gen, topics []Topics) map[string]bool {
	ids := map[string]bool{}
	for i := range topics {
		t := &topics[i]
		t.Run = slices.DeleteFunc(t.Run, func(r corpus.Scored) bool { return r.Rank > g.Hits })
		for _, r := range t.Run {
			ids[r.DocID] = true
		}
		for _, j := range t.Qrels {
			ids[j.DocID] = true
		}
	}
	return ids
}

// restriction gives the documents that the index is restricted to and a key for them; nil where it is not.
func (c *Chain) restriction(ctx context.Context) (ids map[string]bool, key string, err error) {
	g := &c.Config.Gen
	yes, err := restricted(g)
	if !yes || err != nil {
		return nil, "", err
	}
	if c.Collection.Bare {
		return nil, "", noTexts("restrict_collection")
	}
	topics := c.Topics
	if topics == nil {
		if topics, err = c.Collection.ReadTopics(ctx, nil); err != nil {
			return nil, "", err
		}
	}
	ids = restrict(g, topics)
	return ids, c.Key(slices.Sorted(maps.Keys(ids))), nil
}

const notCandidates = "documents that are neither candidates nor judged, not indexed: statistics are those of the rest"

// among passes the documents whose ids are given and counts the others in rep.
func among(ids map[string]bool, path string, docs iter.Seq2[corpus.Doc, error], rep *corpus.Report) iter.Seq2[corpus.Doc, error] {
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
