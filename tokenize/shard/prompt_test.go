package shard

import (
	"encoding/json"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPrompt has the instruction where the trainers look for it, and nothing of it without one.
func TestPrompt(t *testing.T) {
	_, in := sample(t)
	o := plainFormats()
	o.Formats = []string{"flagembedding", "swift"}
	for _, prompt := range []string{"", "Find what \"answers\" it:"} {
		o.Prompt = prompt
		dir, _ := mustWrite(t, in, o)
		for _, line := range linesOf(t, dir, "flagembedding", "train") {
			var row map[string]any
			must.Do(t, json.Unmarshal([]byte(line), &row))
			if got, there := row["prompt"]; there != (prompt != "") || there && (got != prompt || row["query_prompt"] != prompt) {
				t.Fatalf("prompt %q: %s", prompt, line)
			}
		}
		for _, line := range linesOf(t, dir, "swift", "train") {
			var row swiftGroup
			must.Do(t, json.Unmarshal([]byte(line), &row))
			first := row.Messages[0]
			if system := first.Role == "system"; system != (prompt != "") || system && first.Content != prompt {
				t.Fatalf("prompt %q: %s", prompt, line)
			}
		}
	}
}
