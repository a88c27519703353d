package shard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// ofFamily is an input with the tokenizer of a family's golden file.
func ofFamily(t *testing.T, family string) Input {
	c := shardtest.NewCollection(t, 8, 30)
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(40, 1))})
	tok := must.Get(tokenize.Load(filepath.Join("..", "testdata", "families", family+".json"), tokenize.Options{}))(t)
	in.Tokenizer = tok
	return in
}

// TestFamilies: rows of ids are what the tokenizer makes of a query, cut to its length, and a document that is cut to fit.
func TestFamilies(t *testing.T) {
	for family, template := range map[string]string{"roberta": "<s>:0 $A:0 </s>:0 </s>:0 $B:0 </s>:0",
		"llama3": "<|begin_of_text|>:0 $A:0 <|begin_of_text|>:1 $B:1", "modernbert": "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1", "qwen2": "$A:0 $B:1",
		"xlm_roberta": "<s>:0 $A:0 </s>:0 </s>:0 $B:0 </s>:0"} {
		in := ofFamily(t, family)
		o := Defaults()
		o.Formats, o.MaxLength, o.MaxQueryLength, o.Pointwise = []string{"parquet", "mtdnn"}, 50, 9, plan.Keep
		dir, m := mustWrite(t, in, o)
		if m.Tokenizer.Template != template || m.Tokenizer.Model != in.Tokenizer.Model() {
			t.Errorf("%s: %+v", family, m.Tokenizer)
		}
		texts := readAll[canonical](t, dir, "pairs", "train")
		cross, single := readAll[idCross](t, dir, "cross", "train"), readAll[idPair](t, dir, "pairs-tokenized", "train")
		if len(cross) != 2*len(texts) || len(single) != len(texts) || len(texts) == 0 {
			t.Fatalf("%s: %d and %d rows of %d pairs", family, len(cross), len(single), len(texts))
		}
		for i, row := range texts {
			of, err := in.Tokenizer.Single(*row.Query, o.MaxQueryLength)
			if err != nil || !slices.Equal(of, single[i].QueryIDs) {
				t.Fatalf("%s: the query %v, want %v: %v", family, single[i].QueryIDs, of, err)
			}
			extra := must.Get(in.Tokenizer.Single("", 0))(t)
			query := in.Tokenizer.Encode(*row.Query)
			query = query[:min(len(query), o.MaxQueryLength-len(extra))]
			for side, text := range []string{*row.Positive, *row.Negative} {
				ids, types, err := in.Tokenizer.PairIDs(query, in.Tokenizer.Encode(text), o.MaxLength, tokenize.OnlySecond)
				got := cross[2*i+side]
				if err != nil || !slices.Equal(ids, got.IDs) || !slices.Equal(types, got.TypeIDs) {
					t.Fatalf("%s: %v %v, want %v %v: %v", family, got.IDs, got.TypeIDs, ids, types, err)
				}
			}
		}
		if check, err := Verify(t.Context(), dir, nil); err != nil {
			t.Errorf("%s: %v: %+v", family, err, check)
		}
		if _, err := os.Stat(filepath.Join(dir, vocabName)); err == nil {
			t.Errorf("%s: there is a vocab.txt", family)
		}
		s, err := Inspect(t.Context(), dir, 1, nil)
		if err != nil || !strings.Contains(s.Text(0), in.Tokenizer.Vocab().Piece(cross[0].IDs[0])) {
			t.Errorf("%s: inspected as %v: %v", family, s, err)
		}
	}
}

// TestFramesAreRefused: formats of BERT's sequences need its tokens, and lengths room for a template's.
func TestFramesAreRefused(t *testing.T) {
	for _, c := range []struct {
		family, format    string
		length, ofQueries int
		says              string
	}{
		{"roberta", "duobert", 50, 9, "made of [CLS] and [SEP]"}, {"llama3", "bertsum", 50, 9, "made of [CLS] and [SEP]"},
		{"qwen2", "tfrecord", 50, 9, "$A:0 $B:1"}, {"roberta", "parquet", 11, 9, "are too few"}, {"modernbert", "duobert", 50, 9, ""},
	} {
		in := ofFamily(t, c.family)
		o := Defaults()
		o.Formats, o.MaxLength, o.MaxQueryLength = []string{c.format}, c.length, c.ofQueries
		err := o.CheckTokenizer(in.Tokenizer)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s of %s: %v", c.format, c.family, err)
		}
		if _, again := write(t, t.TempDir(), 0, in, o); err != nil && (again == nil || !cmp.Equal(again.Error(), err.Error())) {
			t.Errorf("%s of %s: written with %v", c.format, c.family, again)
		}
	}
}
