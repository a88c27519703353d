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

// swiftGroup is a row as ms-swift 4.6 reads it; it drops the rest of a row.
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

// The roles of a conversation. An embedder reads documents as the user's words, a reranker as the
// answer to them.
const (
	systemRole    = "system"
	userRole      = "user"
	assistantRole = "assistant"
)

// swiftGroups returns ms-swift's training files: a positive and its negatives a line, none of them
// repeated. The prompt is the system's. A margin would be read as that of preference learning, so
// it is not written.
func swiftGroups(p *plan.Plan, format, role string) (parts []encoding.Part) {
	as := swiftLines(role)
	turn := func(role, content string) []swiftMessage { return []swiftMessage{{role, content}} }
	p.PairwiseTasks(format, func(t plan.Task, folder string) {
		parts = append(parts, encoding.Lines[plan.Group]{Folder: folder, As: as, Config: reflect.TypeFor[swiftGroup](),
			Append: func(g plan.Group, line []byte) ([]byte, error) {
				first := g.Row(0)
				out := swiftGroup{QueryID: first.QueryID, PosIDs: []string{first.PosID},
					Positives: [][]swiftMessage{turn(role, p.In.DocText(first.PosID))}}
				if p.Options.Prompt != "" {
					out.Messages = turn(systemRole, p.Options.Prompt)
				}
				out.Messages = append(out.Messages, turn(userRole, p.In.QueryText(first.QueryID))...)
				out.Weight, _ = p.GroupLoss(g, g.Size())
				out.NegSources = groupNegativeSources(g, g.Size())
				for i := range g.Size() {
					id := g.Row(i).NegID
					out.Negatives, out.NegIDs = append(out.Negatives, turn(role, p.In.DocText(id))), append(out.NegIDs, id)
				}
				return encoding.AppendJSON(line, &out)
			}}.Parts(p.GroupsUpTo(format, t, p.Options.Documents(8)-1))...)
	})
	return parts
}

// swiftLines returns the encoding: a query by the user, and documents on both sides by the role.
func swiftLines(role string) encoding.LineFiles {
	isDocument := func(messages []swiftMessage) bool {
		return len(messages) == 1 && messages[0].Role == role && messages[0].Content != ""
	}
	return encoding.Objects(func(g *swiftGroup) string {
		messages := g.Messages
		if len(messages) == 2 && messages[0].Role == systemRole {
			messages = messages[1:]
		}
		if len(messages) != 1 || messages[0].Role != userRole || messages[0].Content == "" {
			return "has no query that the user asks"
		}
		if len(g.Positives) != 1 || len(g.Negatives) == 0 || len(g.PosIDs) != 1 || len(g.NegIDs) != len(g.Negatives) {
			return "has not a positive and negatives, each with an id"
		}
		for _, messages := range append(g.Negatives, g.Positives[0]) {
			if !isDocument(messages) {
				return "has a document that is not what the " + role + " says"
			}
		}
		return ""
	})
}
