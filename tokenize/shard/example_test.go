package shard_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// A folder of two pairs, as MS MARCO's triples and as JSON lines.
func ExampleWriteFolder() {
	texts := map[string]string{"d1": "the blue whale sings", "d2": "ships at sea", "d3": "a song of the deep"}
	queries := map[string]string{"q1": "blue whale", "q2": "deep song"}
	rows := []pairs.Pair{
		{Task: "ranking", Axiom: "tfc1", Source: pairs.Axiomatic, QueryID: "q1", PosID: "d1", NegID: "d2", PosLabel: 1, Weight: 1, Margin: 1},
		{Task: "ranking", Axiom: "tfc1", Source: pairs.Axiomatic, QueryID: "q2", PosID: "d3", NegID: "d1", PosLabel: 1, Weight: 1, Margin: 1},
	}
	for i := range rows {
		p := &rows[i]
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, i)
	}
	folder, err := os.MkdirTemp("", "shards-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	options := shard.Defaults()
	options.Formats = []string{"triples", "jsonl"}
	manifest, err := shard.WriteFolder(context.Background(), folder, shard.Input{Data: shard.Data{
		Splits: []shard.Split{{Name: "train", Pairs: pairs.TableOf(rows)}},
		Query:  func(id string) (string, bool) { text, ok := queries[id]; return text, ok },
		Doc:    func(id string) (title, text string, ok bool) { text, ok = texts[id]; return "", text, ok },
	}}, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, file := range manifest.Shards {
		fmt.Println(file.Path, file.Rows)
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(manifest.Shards[0].Path)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// triples/train-00000-of-00001.tsv 2
	// triples-meta/train-00000-of-00001.jsonl 2
	// jsonl/train-00000-of-00001.jsonl 2
	// blue whale	the blue whale sings	ships at sea
	// deep song	a song of the deep	the blue whale sings
}
