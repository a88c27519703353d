package format

import (
	"reflect"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var flagEmbeddingFormat = Format{
	Name:    "flagembedding",
	About:   "FlagEmbedding (BGE), embedders and rerankers: JSON lines of query, pos and neg, as many as the group size",
	Use:     "FlagEmbedding.finetune.embedder.encoder_only.base, or reranker, --train_data DIR/flagembedding/train-* --train_group_size SIZE",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   func(p *plan.Plan) []encoding.Part { return flagEmbeddingGroups(p, "flagembedding", false) },
	Folders: []encoding.Folder{{Name: "", As: flagEmbeddingLines(false)}},
}

// flagEmbeddingGroup is a row as FlagEmbedding 1.4 reads it: its embedders read prompt, its
// rerankers query_prompt, its in-context embedder type. It ignores the rest of a row.
type flagEmbeddingGroup struct {
	Query       string    `json:"query"`
	Pos         []string  `json:"pos"`
	Neg         []string  `json:"neg"`
	PosScores   []float64 `json:"pos_scores,omitempty"` // for distillation
	NegScores   []float64 `json:"neg_scores,omitempty"`
	Prompt      string    `json:"prompt,omitempty"`
	QueryPrompt string    `json:"query_prompt,omitempty"`
	Type        string    `json:"type"`
	QueryID     string    `json:"query_id"`
	PosIDs      []string  `json:"pos_ids"`
	NegIDs      []string  `json:"neg_ids"`
	NegSources  []string  `json:"negative_sources"`
	Weight      *float64  `json:"weight,omitempty"` // where any row has one but 1, or such a margin: of its pairs, the mean
	Margin      *float64  `json:"margin,omitempty"`
}

// flagEmbeddingType is the kind of retrieval by a query, beside classes and clusters.
const flagEmbeddingType = "normal"

// flagEmbeddingGroups returns FlagEmbedding's training files: a positive and its negatives a line,
// none of them repeated, since the trainer itself draws as many as it wants.
func flagEmbeddingGroups(p *plan.Plan, format string, scores bool) (parts []encoding.Part) {
	as := flagEmbeddingLines(scores)
	p.PairwiseTasks(format, func(t plan.Task, folder string) {
		if scores {
			t = p.TaskWithScores(format, t)
		}
		parts = append(parts, encoding.Lines[plan.Group]{Folder: folder, As: as, Config: reflect.TypeFor[flagEmbeddingGroup](),
			Append: func(g plan.Group, line []byte) ([]byte, error) {
				first := g.Row(0)
				out := flagEmbeddingGroup{Query: p.In.QueryText(first.QueryID), QueryID: first.QueryID, Type: flagEmbeddingType,
					Prompt: p.Options.Prompt, QueryPrompt: p.Options.Prompt,
					Pos: []string{p.In.DocText(first.PosID)}, PosIDs: []string{first.PosID}}
				out.Weight, out.Margin = p.GroupLoss(g, g.Size())
				out.NegSources = groupNegativeSources(g, g.Size())
				for i := range g.Size() {
					r := g.Row(i)
					out.Neg, out.NegIDs = append(out.Neg, p.In.DocText(r.NegID)), append(out.NegIDs, r.NegID)
					if scores {
						pos, neg := p.TaughtScores(r)
						out.PosScores, out.NegScores = []float64{pos}, append(out.NegScores, neg)
					}
				}
				return encoding.AppendJSON(line, &out)
			}}.Parts(p.GroupsUpTo(format, t, p.Options.Documents(8)-1))...)
	})
	return parts
}

// flagEmbeddingLines returns the encoding: texts on both sides, each with a score or none with one.
func flagEmbeddingLines(scores bool) encoding.LineFiles {
	return encoding.Objects(func(g *flagEmbeddingGroup) string {
		switch {
		case g.Query == "" || len(g.Pos) != 1 || len(g.Neg) == 0:
			return "has not a query, a positive and negatives"
		case len(g.PosIDs) != 1 || len(g.NegIDs) != len(g.Neg):
			return "has not an id for every text"
		case scores && (len(g.PosScores) != 1 || len(g.NegScores) != len(g.Neg)):
			return "has not a score for every text"
		case !scores && len(g.PosScores)+len(g.NegScores) > 0:
			return "has scores, which are for distillation"
		case g.Type != flagEmbeddingType:
			return "is of the type " + encoding.JSONString(g.Type) + ", not " + flagEmbeddingType
		}
		return ""
	})
}
