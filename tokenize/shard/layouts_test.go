package shard

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"github.com/google/go-cmp/cmp"
)

// TestNothingFits asks for formats that no row can go to.
func TestNothingFits(t *testing.T) {
	c := shardtest.NewCollection(t, 20, 80)
	for format, rows := range map[string][]pairs.Pair{"triples": c.ClassRows(30, 1),
		"st-ids": c.ClassRows(30, 1), "tevatron-ids": c.ClassRows(30,
			1), "duet": c.ClassRows(30, 1), "st-margin-mse": c.Pairs(1, 1)} {
		o := plainFormats()
		o.Formats = []string{format}
		if _, err := write(t, t.TempDir(), 0, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)}),
			o); err == nil || !strings.Contains(err.Error(), "no pair fits the format "+format) {
			t.Errorf("%s: %v", format, err)
		}
	}
	in := inputOf(c, plan.Split{Name: "test", Pairs: pairs.TableOf(c.ClassRows(30, 1))})
	in.Lenient = true
	o := plainFormats()
	o.Formats = []string{"triples", "mtdnn"}
	dir, m := mustWrite(t, in, o)
	if want := []string{"manifest.json", "mtdnn/anti-reg_test.json", "mtdnn/reg_test.json", "mtdnn/task_def.yml", "tokenizer.json",
		"tokenizer_config.json", "vocab.txt"}; !cmp.Equal(sortedNames(files(t, dir)),
		want) || m.Warnings["formats left out, since no pair fits"] != 1 {
		t.Errorf("files %q, warnings %v", sortedNames(files(t, dir)), m.Warnings)
	}
	in.Splits = append(in.Splits, plan.Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(30, 1))})
	if dir, m := mustWrite(t, in, o); len(files(t, dir)) != 9 || m.Warnings["pairs of tasks without training pairs left out of mtdnn"] != 30 {
		t.Errorf("files %q, warnings %v", sortedNames(files(t, dir)), m.Warnings)
	}
}

// TestContradictions: Inspect counts the inputs that have both labels, in each folder of documents with labels: d1 is below d0 and above
// d2. A majority takes both rows out.
func TestContradictions(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 3)
	var rows []pairs.Pair
	for i, p := range [][2]string{{"d0", "d1"}, {"d1", "d2"}} {
		rows = append(rows, pairs.Pair{UID: pairs.NewUID("pairwise", "", "q0", p[0], p[1], i), Task: "pairwise", QueryID: "q0", PosID: p[0],
			NegID: p[1], Weight: 1, Margin: 1, Source: pairs.Axiomatic})
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	o := plainFormats()
	o.Formats = []string{"parquet", "mtdnn", "st-cross", "st-pairs"}
	o.MTDNNRanking = "pointwise"
	for fate, n := range map[string]int{plan.Keep: 1, plan.Majority: 0} {
		o.Pointwise = fate
		dir, _ := mustWrite(t, in, o)
		s := must.Get(Inspect(t.Context(), dir, 0, nil))(t)
		got := map[string]int{}
		for _, f := range s.Folders {
			got[f.Name] = f.Contradictions
		}
		if want := map[string]int{"pairs": 0, "pairs-tokenized": 0, "cross": n, "mtdnn": n, "cross-encoder": n,
			"cross-encoder-meta": 0, "labeled-pair": n, "labeled-pair-meta": 0}; !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", fate, got, want)
		}
	}
	if o.Formats, o.Pointwise = []string{"mtdnn"}, plan.Soft; o.Validate() == nil {
		t.Error("classes take soft labels")
	}
}

// TestJudgedUnderAnotherID: a copy has the text of d0, which judges call not relevant. In no pointwise format has a pair of an axiom a row that
// says otherwise; what is left has its labels from an axiom, and the card says so. Another text of d0's xxhash64 (seed 0) is another text.
func TestJudgedUnderAnotherID(t *testing.T) {
	c := shardtest.NewCollection(t, 4, 9)
	c.Docs["d0"] = [2]string{"", "Whales breathe air through a holales eat krill and little else all summer long in the sea."}
	c.Docs["d2"] = [2]string{"", "kwgegcvbreathe air through a holTxO?ED0X krill and little else all summer long in the sea."}
	c.Docs["copy"] = c.Docs["d0"]
	var rows []pairs.Pair
	for i, id := range []string{"copy", "d2"} {
		rows = append(rows, pairs.Pair{UID: pairs.NewUID("pairwise", "tfc1", "q0", id, "d1", i), Task: "pairwise", QueryID: "q0", PosID: id,
			NegID: "d1", Weight: 1, Margin: 1, Source: pairs.Axiomatic, Axiom: "tfc1", PosLabel: 1})
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	in.Rankings, in.Lists, in.Lenient = toEvaluate, toLearn, true
	in.Judgements = slices.Values([]Judgement{{QueryID: "q0", DocID: "d0", InUse: true}})
	o := allFormats()
	o.Pointwise, o.MTDNNRanking = plan.Once, MTDNNPointwise
	dir, m := mustWrite(t, in, o)
	var folders []string
	for _, p := range m.Pointwise {
		folders = append(folders, p.Folder)
		if p.Contradicted != 1 || p.Rows != 2 || p.Axiomatic != 2 {
			t.Errorf("%s: %+v", p.Folder, p)
		}
	}
	if want := []string{"cross", "labeled-pair", "cross-encoder", "mtdnn/pointwise", "monot5"}; !slices.Equal(folders, want) {
		t.Errorf("pointwise: %q", folders)
	}
	const told = "in train, the label of 2 of 2 rows is from an axiom, not from a judgement (--axioms= leaves such rows out); " +
		"1 axiomatic pair left out, since judges gave the same text the other label"
	const learned = "st-triplet, swift-embedding, tevatron, tevatron-ids: 1 axiomatic pair against a judgement: a ranker learns the order"
	if card := files(t, dir)["README.md"]; !strings.Contains(card, told) || !strings.Contains(card, learned) {
		t.Errorf("the card: %s", card)
	}
	in.Judgements = nil // as of tokenize shards
	if _, m = mustWrite(t, in, o); !strings.Contains(strings.Join(m.Findings(), " "), "only judgements that the pairs state were compared with it") {
		t.Errorf("without judgements: %q", m.Findings())
	}
}

// Two files of a at .25 and .75 of its way, four of b at .125, .375, .625 and .875.
func TestInterleaved(t *testing.T) {
	var parts []encoding.Part
	for _, path := range []string{"a/0", "a/1", "b/0", "b/1", "b/2", "b/3"} {
		parts = append(parts, encoding.Part{Path: path})
	}
	if got, want := interleave(parts), []int{2, 0, 3, 4, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

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
