package plan

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
)

// TestThreeClassSequences: by hand, over the vocabulary [PAD] [UNK] [CLS] [SEP] [MASK] a b c, whose letters are 5, 6 and 7. Layout B puts
// the query once before both documents, layout A before each; what does not fit is cut of the longer document first.
func TestThreeClassSequences(t *testing.T) {
	vocab := must.Get(tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc")))(t)
	tokenizer := must.Get(tokenize.New(vocab, tokenize.Defaults()))(t)
	texts := map[string]string{"q": "a", "long": "b b b b", "short": "c c", "one": "c"}
	find := func(id string) (string, bool) { text, ok := texts[id]; return text, ok }
	for _, c := range []struct {
		layout Layout
		most   int
		pair   string
		want   string
		first  int // ids of type 0
		cut    int // rows
	}{
		{LayoutB, 32, "q long>short class", "[2 5 3 6 6 6 6 7 7 3]", 3, 0},
		{LayoutA, 32, "q long>short class", "[2 5 6 6 6 6 3 5 7 7 3]", 7, 0},
		{LayoutB, 10, "q long>short class", "[2 5 3 6 6 6 6 7 7 3]", 3, 0}, // just fits
		{LayoutB, 9, "q long>short class", "[2 5 3 6 6 6 7 7 3]", 3, 1},
		{LayoutB, 7, "q long>short class", "[2 5 3 6 6 7 3]", 3, 1},
		{LayoutA, 11, "q long>short class", "[2 5 6 6 6 6 3 5 7 7 3]", 7, 0},
		{LayoutA, 10, "q long>short class", "[2 5 6 6 6 3 5 7 7 3]", 6, 1},
		{LayoutB, 8, "q one>long class", "[2 5 3 7 6 6 6 3]", 3, 1},
	} {
		in := input(Split{Name: "train", Pairs: pairsOf(c.pair)})
		in.Tokenizer, in.Query = tokenizer, find
		in.Doc = func(id string) (string, string, bool) { text, ok := find(id); return "", text, ok }
		o := usual()
		o.MaxLength, o.MaxQueryLength, o.Layout = c.most, 3, c.layout
		p := built(t, in, o, Needs{IDs: IDsAlways, Classes: true})
		if n := p.Counts["three-class rows with documents cut further, to fit both"]; n != c.cut {
			t.Errorf("layout %s, %d ids, %s: %d rows are cut, want %d", c.layout, c.most, c.pair, n, c.cut)
		}
		for r := range p.All()[0].Items.Each {
			ids, first := p.Sequences.AppendThree([]int32{9}, r)
			if got := fmt.Sprint(ids[1:]); got != c.want || first != c.first || ids[0] != 9 {
				t.Errorf("layout %s, %d ids, %s: %s, %d of type 0, want %s, %d", c.layout, c.most, c.pair, got, first, c.want, c.first)
			}
		}
	}
}

// TestSentencesWhereNeeded: the ends of sentences are there for formats that need them, and for no others.
func TestSentencesWhereNeeded(t *testing.T) {
	vocab := must.Get(tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n.")))(t)
	tokenizer := must.Get(tokenize.New(vocab, tokenize.Defaults()))(t)
	texts := map[string]string{"q": "a", "two": "a b a. B a.", "one": "b"}
	find := func(id string) (string, bool) { text, ok := texts[id]; return text, ok }
	in := input(Split{Name: "train", Pairs: pairsOf("q two>one")})
	in.Tokenizer, in.Query = tokenizer, find
	in.Doc = func(id string) (string, string, bool) { text, ok := find(id); return "", text, ok }
	if p := built(t, in, usual(), Needs{IDs: IDsAlways}); p.Store.Sentences != nil {
		t.Error("sentences that no format needs are kept")
	}
	short := usual()
	short.MaxLength, short.MaxQueryLength = 7, 3 // a text of five ids
	for r := range built(t, in, short, Needs{IDs: IDsAlways, Sentences: true}).All()[0].Items.Each {
		if got := fmt.Sprint(built(t, in, short, Needs{IDs: IDsAlways, Sentences: true}).Store.Sentences.EndsOf(r.Pos)); got != "[4 5]" {
			t.Errorf("ends of sentences of a text that was cut %s, want [4 5]", got)
		}
	}
	p := built(t, in, usual(), Needs{IDs: IDsAlways, Sentences: true})
	for r := range p.All()[0].Items.Each { // a b a . B a . has its ends behind the points
		if got := fmt.Sprint(p.Store.Sentences.EndsOf(r.Pos), p.Store.Sentences.EndsOf(r.Neg)); got != "[4 7] [1]" {
			t.Errorf("ends of sentences %s, want [4 7] [1]", got)
		}
	}
}
