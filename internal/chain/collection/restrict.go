package collection

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
)

// IsRestricted reports whether only candidates and judged documents are indexed, and returns an error for what contradicts it.
func IsRestricted(g *configs.Gen) (bool, error) {
	switch {
	case g.RestrictCollection == "none":
		return false, nil
	case g.RestrictCollection != "candidates":
		return false, errs.BadUsage("use none or candidates", "gen.restrict_collection: %q", g.RestrictCollection)
	case g.Run == "":
		return false, errs.BadUsage("name the run with --run",
			"gen.restrict_collection: candidates needs the candidates before the index is built")
	case g.Index != "":
		return false, errs.BadUsage("give one of them", "a finished index is not restricted: --index and --set restrict_collection=candidates")
	}
	return true, nil
}

// Restrict returns the ids of the documents that runs have at the depth that is used, and of those judged.
func Restrict(g *configs.Gen, topics []Topics) map[string]bool {
	ids := map[string]bool{}
	for i := range topics {
		for _, r := range topics[i].Run {
			if r.Rank <= g.Hits {
				ids[r.DocID] = true
			}
		}
		for _, j := range topics[i].Qrels {
			ids[j.DocID] = true
		}
	}
	return ids
}

// cutRuns cuts runs at the depth that is used where the documents below it are not indexed. No slice that others hold changes.
func cutRuns(g *configs.Gen, topics []Topics) {
	if cuts, err := IsRestricted(g); err != nil || !cuts {
		return
	}
	for i := range topics {
		t := &topics[i]
		t.Run = slices.DeleteFunc(slices.Clone(t.Run), func(r corpus.RunRow) bool { return r.Rank > g.Hits })
	}
}
