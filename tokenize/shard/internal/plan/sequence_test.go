package plan

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"github.com/axiomine/axiomine/tokenize/shard/internal/frame"
)

// letters returns the input of splits whose texts are made of the letters a, b and c, the ids 5, 6 and 7 of a small vocabulary in which
// [CLS] is 2 and [SEP] is 3.
func letters(t *testing.T, splits ...Split) Input {
	t.Helper()
	vocab, err := tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc"))
	if err != nil {
		t.Fatal(err)
	}
	in := input(splits...)
	if in.Tokenizer, err = tokenize.New(vocab, tokenize.Defaults()); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"q": "a", "long": "b b b b", "short": "c c", "tab": "b\tb", "longest": "c c c c c"}
	in.Query = func(id string) (string, bool) { text, ok := texts[id]; return text, ok }
	in.Doc = func(id string) (string, string, bool) { text, ok := texts[id]; return "", text, ok }
	return in
}

// TestSequences: by hand. A text, or a query and a document, are cut to what the special tokens leave of their limit.
func TestSequences(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 8, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short")}), o, Needs{IDs: true})
	if q := p.Sequences; !q.isBERT || q.CLS != 2 || q.SEP != 3 {
		t.Errorf("[CLS] %d and [SEP] %d, want 2 and 3", q.CLS, q.SEP)
	}
	r := p.All()[0].Items.Item(0)
	for limit, want := range map[int]string{9: "[9 2 6 6 6 6 3]", 6: "[9 2 6 6 6 6 3]", 5: "[9 2 6 6 6 3]", 3: "[9 2 6 3]"} {
		if got := fmt.Sprint(p.Sequences.AppendSingle([]int32{9}, r.Pos, limit)); got != want {
			t.Errorf("a text in %d ids: %s, want %s", limit, got, want)
		}
	}
	ids, first := p.Sequences.AppendCross([]int32{9}, r.Query, r.Pos)
	if got := fmt.Sprint(ids); got != "[9 2 5 3 6 6 6 6 3]" || first != 3 {
		t.Errorf("a query and a document: %s, %d of type 0", got, first)
	}
	p.Sequences.options.MaxLength = 6
	if ids, _ := p.Sequences.AppendCross(nil, r.Query, r.Pos); fmt.Sprint(ids) != "[2 5 3 6 6 3]" {
		t.Errorf("in six ids: %d, want [2 5 3 6 6 3]", ids)
	}
}

// TestTypesOfFlatFrames: in a template whose ids all have type 0 these are all ids of the sequence, whatever is before it.
func TestTypesOfFlatFrames(t *testing.T) {
	o := usual()
	o.MaxLength, o.MaxQueryLength = 16, 3
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short class")}), o, Needs{IDs: true, Classes: true})
	mark := func(id int32) pipeline.Slot { return pipeline.Slot{Text: pipeline.Special, IDs: []int32{id}} }
	flat, ok := frame.New([]pipeline.Slot{mark(2), {Text: pipeline.A}, mark(3), mark(3), {Text: pipeline.B}, mark(3)})
	if !ok {
		t.Fatal("the template is not taken")
	}
	p.Sequences.pair = flat
	r := p.All()[0].Items.Item(0)
	for _, before := range [][]int32{nil, {9, 9, 9}} {
		if ids, first := p.Sequences.AppendCross(before, r.Query, r.Pos); first != len(ids)-len(before) || first != 1+4+4 {
			t.Errorf("behind %d: %d, %d of type 0", before, ids, first)
		}
		if ids, first := p.Sequences.AppendThree(before, r); first != len(ids)-len(before) || first != 1+4+2+4 {
			t.Errorf("three texts behind %d: %d, %d of type 0", before, ids, first)
		}
	}
}
