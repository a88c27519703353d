package shard

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"github.com/google/go-cmp/cmp"
)

// twoSentences is a collection of one query and two documents, one with a title, whose sequences can be read.
func twoSentences(t *testing.T) Input {
	c := shardtest.NewCollection(t, 0, 0)
	c.Queries = map[string]string{"q": "red kite"}
	c.Docs = map[string][2]string{"long": {"Kites", "A kite flies above a lake? Red kites, calm wind! Water."},
		"short": {"", "Blue boat floats.\nWindy hill"}}
	p := pairs.Pair{Task: "ranking", QueryID: "q", PosID: "long", NegID: "short", Weight: 1, PosLabel: 2, Source: pairs.Judged, UID: "u"}
	class := p
	class.Task, class.Axiom, class.Source, class.Class, class.UID = "reg", "reg", pairs.Axiomatic, new(int32(1)), "v"
	return inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{p, class})})
}

// stacked is a sequence in the words of its vocabulary, with its numbers below each other.
func stacked[T any](in Input, ids []int32, numbers ...[]T) (lines []string) {
	var pieces []string
	for _, id := range ids {
		pieces = append(pieces, in.Tokenizer.Vocab().Piece(id))
	}
	lines = append(lines, strings.Join(pieces, " "))
	for _, list := range numbers {
		lines = append(lines, strings.Trim(strings.ReplaceAll(encoding.MustJSON(list), ",", " "), "[]"))
	}
	return lines
}

// TestDuoBERT reads the rows of a pair and of a three-class task, whole and cut. The numbers of the cut ones are counted by hand:
// of 15 ids the query has 4, and each document half of 11 with its [SEP].
func TestDuoBERT(t *testing.T) {
	in := twoSentences(t)
	const query, short = "[CLS] red kite [SEP] ", "blue boat floats [UNK] wind ##y hill [SEP]"
	const long = "kite ##s a kite flies above a lake [UNK] red kite ##s , calm wind [UNK] water [UNK] [SEP] "
	for length, want := range map[int][2][]string{
		50: {{query + long + short, "0 0 0 0" + strings.Repeat(" 1", 19) + strings.Repeat(" 2", 8)},
			{query + short + " " + strings.TrimSuffix(long, " "), "0 0 0 0" + strings.Repeat(" 1", 8) + strings.Repeat(" 2", 19)}},
		15: {{"[CLS] red kite [SEP] kite ##s a kite [SEP] blue boat floats [UNK] [SEP]", "0 0 0 0 1 1 1 1 1 2 2 2 2 2"},
			{"[CLS] red kite [SEP] blue boat floats [UNK] [SEP] kite ##s a kite [SEP]", "0 0 0 0 1 1 1 1 1 2 2 2 2 2"}},
	} {
		o := Defaults()
		o.Formats, o.MaxLength, o.MaxQueryLength = []string{"duobert"}, length, 6
		dir, m := mustWrite(t, in, o)
		rows := readAll[duoPair](t, dir, "duobert", "train")
		if len(rows) != 2 || *rows[0].Label != 1 || *rows[1].Label != 0 || *rows[0].UID != "u" {
			t.Fatalf("%d: %+v", length, rows)
		}
		for i, r := range rows {
			must.Same(t, stacked(in, r.IDs, r.TypeIDs), want[i], "%d", length)
		}
		three := readAll[threeIDs](t, dir, "duobert-reg", "train")
		if len(three) != 1 || *three[0].Label != 1 || !slices.Equal(three[0].IDs, rows[0].IDs) ||
			!slices.Equal(three[0].TypeIDs, rows[0].TypeIDs) {
			t.Errorf("%d: the class's row is %+v", length, three)
		}
		if cut := m.Warnings["pairs with a document cut further in duobert, to fit both"]; (cut == 2) != (length == 15) {
			t.Errorf("%d: %d rows counted as cut", length, cut)
		}
	}
}

// TestDuoBERTLengths has texts without end: with the paper's 512 ids, 64 of them of the query, its pieces are 62, 223 and 223.
func TestDuoBERTLengths(t *testing.T) {
	c := shardtest.NewCollection(t, 0, 0)
	long := strings.Repeat("kite lake ", 600)
	c.Queries, c.Docs = map[string]string{"q": long}, map[string][2]string{"a": {"", long}, "b": {"", "red " + long}}
	o := Defaults()
	o.Formats = []string{"duobert"}
	pair := pairs.Pair{Task: "ranking", QueryID: "q", PosID: "a", NegID: "b", Weight: 1, UID: "u"}
	dir, _ := mustWrite(t, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair})}), o)
	pieces := map[int8]int{}
	for _, r := range readAll[duoPair](t, dir, "duobert", "train")[:1] {
		for i, id := range r.IDs {
			if piece := c.Vocab.Piece(id); piece != tokenize.ClsToken && piece != tokenize.SepToken {
				pieces[r.TypeIDs[i]]++
			}
		}
	}
	if want := map[int8]int{0: 62, 1: 223, 2: 223}; !cmp.Equal(want, pieces) {
		t.Error(cmp.Diff(want, pieces))
	}
}

// TestBERTSUM reads the rows of a pair and of a three-class task, whole and cut. The numbers are counted by hand: of 26 ids the
// query has 4; the documents need 26 and 11, so that the shorter one stays whole and the longer one has 11, its title's sentence
// of 4 and 7 of the next.
func TestBERTSUM(t *testing.T) {
	in := twoSentences(t)
	const query, short = "[CLS] red kite [SEP] ", "[CLS] blue boat floats [UNK] [SEP] [CLS] wind ##y hill [SEP]"
	const long = "[CLS] kite ##s [SEP] [CLS] a kite flies above a lake [UNK] [SEP] [CLS] red kite ##s , calm wind [UNK] [SEP] " +
		"[CLS] water [UNK] [SEP]"
	const cut = "[CLS] kite ##s [SEP] [CLS] a kite flies above a [SEP]"
	for length, want := range map[int][2][2]string{
		41: {{query + long + " " + short, "0 4 8 17 26 30 36|0 1 1 1 1 2 2"}, {query + short + " " + long, "0 4 10 15 19 28 37|0 1 1 2 2 2 2"}},
		26: {{query + cut + " " + short, "0 4 8 15 21|0 1 1 2 2"}, {query + short + " " + cut, "0 4 10 15 19|0 1 1 2 2"}},
	} {
		o := Defaults()
		o.Formats, o.MaxLength, o.MaxQueryLength = []string{"bertsum"}, length, 6
		dir, m := mustWrite(t, in, o)
		rows := readAll[sumPair](t, dir, "bertsum", "train")
		if len(rows) != 2 || *rows[0].Label != 1 || *rows[1].Label != 0 {
			t.Fatalf("%d: %+v", length, rows)
		}
		for i, r := range rows {
			got := [2]string{stacked[int8](in, r.IDs)[0],
				strings.Join([]string{stacked(in, nil, r.Positions)[1], stacked(in, nil, r.Texts)[1]}, "|")}
			must.Same(t, got, want[i], "%d", length)
			segment := int8(1)
			for j, id := range r.IDs {
				if in.Tokenizer.Vocab().Piece(id) == tokenize.ClsToken {
					segment = 1 - segment
				}
				if r.TypeIDs[j] != segment {
					t.Fatalf("%d: segments %v", length, r.TypeIDs)
				}
			}
		}
		three := readAll[sumThree](t, dir, "bertsum-reg", "train")
		if len(three) != 1 || *three[0].Label != 1 || !slices.Equal(three[0].IDs, rows[0].IDs) || !slices.Equal(three[0].Texts, rows[0].Texts) {
			t.Errorf("%d: the class's row is %+v", length, three)
		}
		if n := m.Warnings["pairs with documents cut further in bertsum, to fit both"]; (n == 2) != (length == 26) {
			t.Errorf("%d: %d rows counted as cut", length, n)
		}
	}
}

// TestTwoDocumentsNeedRoom: max_length has to leave both documents something.
func TestTwoDocumentsNeedRoom(t *testing.T) {
	for name, least := range map[string]int{"duobert": 10, "bertsum": 12} {
		o := Defaults()
		o.Formats, o.MaxQueryLength, o.MaxLength = []string{name}, 6, least
		if err := o.Validate(); err != nil {
			t.Error(err)
		}
		o.MaxLength--
		must.Fail(t, o.Validate(), name+" has two documents", "%s", name)
	}
}

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

// TestContradictions: d1 is below d0 and above d2. What Inspect shows tells that input of each pointwise folder, and a majority takes both
// rows out.
func TestContradictions(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 3)
	var rows []pairs.Pair
	for i, p := range [][2]string{{"d0", "d1"}, {"d1", "d2"}} {
		rows = append(rows, pairs.Pair{UID: pairs.NewUID("pairwise", "", "q0", p[0], p[1], i), Task: "pairwise", QueryID: "q0", PosID: p[0],
			NegID: p[1], Weight: 1, Margin: 1, Source: pairs.Axiomatic})
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	o := plainFormats()
	o.Formats = []string{"parquet", "tfrecord", "mtdnn", "st-cross", "st-pairs"}
	o.MTDNNRanking = "pointwise"
	for fate, n := range map[string]int{plan.Keep: 4, plan.Majority: 2} {
		o.Pointwise = fate
		dir, _ := mustWrite(t, in, o)
		s := must.Get(Inspect(t.Context(), dir, 0, nil))(t)
		for _, f := range s.Folders {
			if f.Name == "cross" && f.Splits[0].Rows != n {
				t.Errorf("%s: %d rows of %s, want %d", fate, f.Splits[0].Rows, f.Name, n)
			}
		}
		if text := s.Text(0); strings.Count(text, "1 of 3 inputs (a query with a document) are preferred in some pairs and not in others") == 0 {
			t.Errorf("%s: the input is not told:\n%s", fate, text)
		}
	}
	if o.Formats, o.Pointwise = []string{"tfrecord"}, plan.Soft; o.Validate() == nil {
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
	in.Judgements = slices.Values([]Judgement{{QueryID: "q0", DocID: "d0", InUse: true},
		{QueryID: "q3", DocID: "d0", InUse: true, Split: "train"}, {QueryID: "q3", DocID: "d0", InUse: true, Split: "test"}})
	o := allFormats()
	o.Pointwise, o.MTDNNRanking = plan.Once, format.MTDNNPointwise
	dir, m := mustWrite(t, in, o)
	var folders []string
	for _, p := range m.Pointwise {
		folders = append(folders, p.Folder)
		if p.Contradicted != 1 || p.Rows != 2 || p.Axiomatic != 2 || p.Judged != 2 || p.Rowless != 2 {
			t.Errorf("%s: %+v", p.Folder, p)
		}
	}
	if want := []string{"cross", "labeled-pair", "cross-encoder", "mtdnn/pointwise", "tfrecord", "monot5"}; !slices.Equal(folders, want) {
		t.Errorf("pointwise: %q", folders)
	}
	const told = "in train, the label of 2 of 2 rows is from an axiom, not from a judgement (--axioms= leaves such rows out); " +
		"1 axiomatic pair left out, since judges gave the same text the other label"
	const learned = "st-triplet, swift-embedding, tevatron, tevatron-ids: 1 axiomatic pair against a judgement: a ranker learns the order"
	const unjudged = "st-triplet, swift-embedding, tevatron, tevatron-ids: 1 axiomatic pair with a positive that nobody judged"
	if card := files(t, dir)["README.md"]; !strings.Contains(card, told) || !strings.Contains(card, learned) || !strings.Contains(card, unjudged) {
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
