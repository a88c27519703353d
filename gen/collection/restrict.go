package collection

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/corpus"
)

// Restricted says whether only candidates and judged documents are indexed, and refuses what does not go with it.
func Restricted(g *configs.Gen) (bool, error) {
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

// Restrict cuts the runs at the depth that is used and gives the ids of their documents and of those judged.
func Restrict(g *configs.Gen, topics []Topics) map[string]bool {
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
