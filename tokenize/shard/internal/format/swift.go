package format

import (
	"reflect"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var swiftFormat = Format{
	Name:  "swift",
	About: "ms-swift rerankers (Qwen3-Reranker): JSON lines of messages, positive_messages and negative_messages, as many as the group size",
	Use: "swift sft --task_type generative_reranker (or reranker) --dataset DIR/swift/train-*; " +
		"MAX_NEGATIVE_SAMPLES is the group size less one",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   func(p *plan.Plan) []encoding.Part { return swiftGroups(p, "swift", assistantRole) },
	Folders: []encoding.Folder{{Name: "", As: swiftLines(assistantRole)}},
}

// swiftMessage is a turn of a conversation.
type swiftMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// swiftGroup is a row as ms-swift 4.6 reads it; it drops what else a row has.
type swiftGroup struct {
	Messages   []swiftMessage   `json:"messages"`
	Positives  [][]swiftMessage `json:"positive_messages"`
	Negatives  [][]swiftMessage `json:"negative_messages"`
	QueryID    string           `json:"query_id"`
	PosIDs     []string         `json:"pos_ids"`
	NegIDs     []string         `json:"neg_ids"`
	NegSources []string         `json:"negative_sources"`
	Weight     *float64         `json:"weight,omitempty"` // where any row has one but 1: of its pairs, the mean
}

// The roles of a conversation. An embedder takes documents for what a user says, a reranker for the answer to it.
const (
	systemRole    = "system"
	userRole      = "user"
	assistantRole = "assistant"
)

// swiftGroups are ms-swift's training files: a positive and its negatives a line, none of them repeated; the prompt is the system's.
// A margin would be taken for that of preference learning, and is not written.
func swiftGroups(p *plan.Plan, format, role string) (parts []encoding.Part) {
	as := swiftLines(role)
	said := func(role, content string) []swiftMessage { return []swiftMessage{{role, content}} }
	p.PairwiseTasks(format, func(t plan.Task, folder string) {
		parts = append(parts, encoding.Lines[plan.Group]{Folder: folder, As: as, Config: reflect.TypeFor[swiftGroup](),
			Append: func(g plan.Group, line []byte) ([]byte, error) {
				first := g.Row(0)
				out := swiftGroup{QueryID: first.QueryID, PosIDs: []string{first.PosID},
					Positives: [][]swiftMessage{said(role, p.In.DocText(first.PosID))}}
				if p.Options.Prompt != "" {
					out.Messages = said(systemRole, p.Options.Prompt)
				}
				out.Messages = append(out.Messages, said(userRole, p.In.QueryText(first.QueryID))...)
				out.Weight, _ = p.GroupLoss(g, g.Size())
				out.NegSources = groupNegativeSources(g, g.Size())
				for i := range g.Size() {
					id := g.Row(i).NegID
					out.Negatives, out.NegIDs = append(out.Negatives, said(role, p.In.DocText(id))), append(out.NegIDs, id)
				}
				return encoding.AppendJSON(line, &out)
			}}.Parts(p.UpTo(format, t, p.Options.Documents(8)-1))...)
	})
	return parts
}

// swiftLines have a query, said by the user, and documents on both sides, said by the role.
func swiftLines(role string) encoding.LineFiles {
	says := func(messages []swiftMessage) bool {
		return len(messages) == 1 && messages[0].Role == role && messages[0].Content != ""
	}
	return encoding.Objects(func(g *swiftGroup) string {
		asked := g.Messages
		if len(asked) == 2 && asked[0].Role == systemRole {
			asked = asked[1:]
		}
		if len(asked) != 1 || asked[0].Role != userRole || asked[0].Content == "" {
			return "has no query that the user asks"
		}
		if len(g.Positives) != 1 || len(g.Negatives) == 0 || len(g.PosIDs) != 1 || len(g.NegIDs) != len(g.Negatives) {
			return "has not a positive and negatives, each with an id"
		}
		for _, messages := range append(g.Negatives, g.Positives[0]) {
			if !says(messages) {
				return "has a document that is not what the " + role + " says"
			}
		}
		return ""
	})
}
