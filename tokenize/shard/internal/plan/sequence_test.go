package plan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// TestFramesOf: BERT's template by hand, and templates that lack a text or have them in another order. Ids 2 and 3 are [CLS] and [SEP].
func TestFramesOf(t *testing.T) {
	special := func(kind int8, id int32) pipeline.Slot {
		return pipeline.Slot{Text: pipeline.Special, Type: kind, IDs: []int32{id}}
	}
	a, b := pipeline.Slot{Text: pipeline.A}, pipeline.Slot{Text: pipeline.B, Type: 1}
	one := []pipeline.Slot{special(0, 2), a, special(0, 3)}
	two := []pipeline.Slot{special(0, 2), a, special(0, 3), b, special(1, 3)}
	single, pair, ok := framesOf(pipeline.Template{Single: one, Pair: two})
	if !ok || !slices.Equal(single.Head, []int32{2}) || single.Middle != nil || !slices.Equal(single.Tail, []int32{3}) {
		t.Errorf("%v, %+v: want [CLS] A [SEP]", ok, single)
	}
	if !slices.Equal(pair.Head, []int32{2}) || !slices.Equal(pair.Middle, []int32{3}) || !slices.Equal(pair.Tail, []int32{3}) {
		t.Errorf("%+v: want [CLS] A [SEP] B [SEP]", pair)
	}
	for name, template := range map[string]pipeline.Template{
		"no text alone":    {Single: one[:1], Pair: two},
		"no second text":   {Single: one, Pair: one},
		"no text of two":   {Single: one, Pair: one[:1]},
		"the second first": {Single: one, Pair: []pipeline.Slot{b, a}},
	} {
		if _, _, ok := framesOf(template); ok {
			t.Errorf("%s: the template is taken", name)
		}
	}
}

// TestLeastLength: by hand. A query of two ids has four with [CLS] and [SEP]. Behind it there is room for one id of a document and [SEP]
// in six ids; layout A repeats the query before another document, three more.
func TestLeastLength(t *testing.T) {
	in := letters(t)
	for _, c := range []struct {
		layout Layout
		query  int
		least  int
	}{{LayoutB, 4, 6}, {LayoutA, 4, 9}, {LayoutB, 3, 5}} {
		for length, want := range map[int]bool{c.least: true, c.least - 1: false} {
			o := Options{MaxLength: length, MaxQueryLength: c.query, Layout: c.layout}
			if err := CheckTokenizer(in.Tokenizer, o, Needs{IDs: IDsAlways, BERT: true}); (err == nil) != want {
				t.Errorf("%+v in %d ids: %v", c, length, err)
			}
		}
	}
	if err := CheckTokenizer(in.Tokenizer, Options{MaxLength: 64, MaxQueryLength: 2}, Needs{IDs: IDsAlways}); err == nil {
		t.Error("a query without an id is taken")
	}
	flat, err := tokenize.ParseJSON("tokenizer.json", []byte(`{"model": {"type": "WordPiece", "unk_token": "u", "max_input_chars_per_word": 9,
		"vocab": {"u": 0, "a": 1}},
		"post_processor": {"type": "TemplateProcessing", "special_tokens": {}, "single": [{"Sequence": {"id": "A", "type_id": 0}}],
		"pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}]}}`))
	must.Do(t, err)
	for bert, want := range map[bool]bool{true: false, false: true} {
		if err := CheckTokenizer(flat, usual(), Needs{IDs: IDsAlways, BERT: bert}); (err == nil) != want {
			t.Errorf("texts alone, for BERT %v: %v", bert, err)
		}
	}
	if err := CheckTokenizer(nil, Options{}, Needs{}); err != nil {
		t.Errorf("no ids are needed, and %v", err)
	}
}

// TestAreBERT: both frames are BERT's, or none.
func TestAreBERT(t *testing.T) {
	one, two := []int32{2}, []int32{2, 2}
	pair := frame{Head: one, Middle: []int32{3}, Tail: []int32{3}}
	for _, c := range []struct {
		single, pair frame
		want         bool
	}{
		{frame{Head: one, Tail: one}, pair, true}, {frame{Head: two, Tail: one}, pair, false},
		{frame{Head: one, Tail: two}, pair, false}, {frame{Head: one, Tail: one}, frame{Head: one, Tail: one}, false},
		{frame{Head: one}, pair, false}, {frame{Tail: one}, pair, false},
	} {
		must.Equal(t, areBERT(c.single, c.pair), c.want, "%+v and %+v", c.single, c.pair)
	}
}

// slot returns a text, or ids around texts, with a type.
func slot(text int, kind int8, ids ...int32) pipeline.Slot {
	s := pipeline.Slot{Type: kind, IDs: ids}
	switch text {
	case 1:
		s.Text = pipeline.A
	case 2:
		s.Text = pipeline.B
	default:
		s.Text = pipeline.Special
	}
	return s
}

// TestNewFrame: the templates of BERT (types 0 and 1), RoBERTa (types 0, two ids between) and T5 (nothing before), and slots that are none.
func TestNewFrame(t *testing.T) {
	for _, c := range []struct {
		name  string
		slots []pipeline.Slot
		want  string
		ok    bool
	}{
		{"BERT", []pipeline.Slot{slot(0, 0, 2), slot(1, 0), slot(0, 0, 3), slot(2, 1), slot(0, 1, 3)}, "[2] [3] [3], 3 ids, first 5 of 9, BERT",
			true},
		{"BERT's one", []pipeline.Slot{slot(0, 0, 2), slot(1, 0), slot(0, 0, 3)}, "[2] [3] [], 2 ids, first 9 of 9", true},
		{"RoBERTa", []pipeline.Slot{slot(0, 0, 0), slot(1, 0), slot(0, 0, 2, 2), slot(2, 0), slot(0, 0, 2)},
			"[0] [2 2] [2], 4 ids, first 9 of 9", true},
		{"T5", []pipeline.Slot{slot(1, 0), slot(0, 0, 1), slot(2, 0), slot(0, 0, 1)}, "[] [1] [1], 2 ids, first 9 of 9", true},
		{"another end", []pipeline.Slot{slot(0, 0, 2), slot(1, 0), slot(0, 0, 3), slot(2, 1), slot(0, 1, 4)},
			"[2] [3] [4], 3 ids, first 5 of 9", true},
		{"B first", []pipeline.Slot{slot(2, 0), slot(1, 0)}, "", false},
		{"A twice", []pipeline.Slot{slot(1, 0), slot(1, 0)}, "", false},
		{"no text", []pipeline.Slot{slot(0, 0, 2)}, "", false},
		{"falling types", []pipeline.Slot{slot(1, 0), slot(2, 1), slot(0, 0, 3)}, "", false},
		{"a third type", []pipeline.Slot{slot(1, 0), slot(2, 2)}, "", false},
		{"type 1 before A", []pipeline.Slot{slot(0, 1, 2), slot(1, 1)}, "", false},
		{"type 1 behind B", []pipeline.Slot{slot(1, 0), slot(2, 0), slot(0, 1, 3)}, "", false},
	} {
		f, ok := newFrame(c.slots)
		got := ""
		if ok {
			got = fmt.Sprintf("%v %v %v, %d ids, first %d of 9", f.Head, f.Middle, f.Tail, f.Extra(), f.First(3, 9))
			if areBERT(frame{Head: f.Head, Tail: f.Tail}, f) {
				got += ", BERT"
			}
		}
		if ok != c.ok || got != c.want {
			t.Errorf("%s: %s, %v, want %s, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

// TestDescribeTemplate: the notation of HF tokenizers.
func TestDescribeTemplate(t *testing.T) {
	vocab := must.Get(tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na")))(t)
	tokenizer := must.Get(tokenize.New(vocab, tokenize.Defaults()))(t)
	must.Equal(t, describeTemplate(tokenizer), "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1")
}

// letters returns the input of splits whose texts are made of the letters a, b and c, the ids 5, 6 and 7 of a small vocabulary in which
// [CLS] is 2 and [SEP] is 3.
func letters(t *testing.T, splits ...Split) Input {
	t.Helper()
	vocab, err := tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc"))
	must.Do(t, err)
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
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short")}), o, Needs{IDs: IDsAlways})
	if q := p.Sequences; !q.isBERT || q.CLS != 2 || q.SEP != 3 {
		t.Errorf("[CLS] %d and [SEP] %d, want 2 and 3", q.CLS, q.SEP)
	}
	r := p.All()[0].Items.Item(0)
	for limit, want := range map[int]string{9: "[9 2 6 6 6 6 3]", 6: "[9 2 6 6 6 6 3]", 5: "[9 2 6 6 6 3]", 3: "[9 2 6 3]"} {
		must.Equal(t, fmt.Sprint(p.Sequences.AppendSingle([]int32{9}, r.Pos, limit)), want, "a text in %d ids", limit)
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
	p := built(t, letters(t, Split{Name: "train", Pairs: pairsOf("q long>short class")}), o, Needs{IDs: IDsAlways, Classes: true})
	mark := func(id int32) pipeline.Slot { return pipeline.Slot{Text: pipeline.Special, IDs: []int32{id}} }
	flat, ok := newFrame([]pipeline.Slot{mark(2), {Text: pipeline.A}, mark(3), mark(3), {Text: pipeline.B}, mark(3)})
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
