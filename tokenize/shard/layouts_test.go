package shard

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
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
			if diff := cmp.Diff(want[i], stacked(in, r.IDs, r.TypeIDs)); diff != "" {
				t.Errorf("%d: %s", length, diff)
			}
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
			if diff := cmp.Diff(want[i], got); diff != "" {
				t.Errorf("%d: %s", length, diff)
			}
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
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), name+" has two documents") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
