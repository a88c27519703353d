package plan

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"github.com/axiomine/axiomine/tokenize/shard/internal/frame"
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

// TestHasSegments: query and document have types 0 and 1, and the same token behind them.
func TestHasSegments(t *testing.T) {
	for template, want := range map[string]bool{"": true, "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1": true,
		"[CLS]:0 $A:0 [SEP]:0 $B:0 [SEP]:0": false,
		"[CLS]:0 $A:1 [SEP]:0 $B:1 [SEP]:1": false, "[CLS]:0 $A:0 [SEP]:0 $B:1 [END]:1": false, "[CLS]:0 $A:0 [SEP]:0 $B:1": false,
		"[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1 [SEP]:1": false, "[CLS]:0 [SEP]:0 $A:0 $B:1 [SEP]:1": false} {
		if got := (&TokenizerInfo{Template: template}).HasSegments(); got != want {
			t.Errorf("%s: %v", template, got)
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
			if err := CheckTokenizer(in.Tokenizer, o, Needs{IDs: true, BERT: true}); (err == nil) != want {
				t.Errorf("%+v in %d ids: %v", c, length, err)
			}
		}
	}
	if err := CheckTokenizer(in.Tokenizer, Options{MaxLength: 64, MaxQueryLength: 2}, Needs{IDs: true}); err == nil {
		t.Error("a query without an id is taken")
	}
	flat, err := tokenize.ParseJSON("tokenizer.json", []byte(`{"model": {"type": "WordPiece", "unk_token": "u", "max_input_chars_per_word": 9,
		"vocab": {"u": 0, "a": 1}},
		"post_processor": {"type": "TemplateProcessing", "special_tokens": {}, "single": [{"Sequence": {"id": "A", "type_id": 0}}],
		"pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for bert, want := range map[bool]bool{true: false, false: true} {
		if err := CheckTokenizer(flat, usual(), Needs{IDs: true, BERT: bert}); (err == nil) != want {
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
	pair := frame.Frame{Head: one, Middle: []int32{3}, Tail: []int32{3}}
	for _, c := range []struct {
		single, pair frame.Frame
		want         bool
	}{
		{frame.Frame{Head: one, Tail: one}, pair, true}, {frame.Frame{Head: two, Tail: one}, pair, false},
		{frame.Frame{Head: one, Tail: two}, pair, false}, {frame.Frame{Head: one, Tail: one}, frame.Frame{Head: one, Tail: one}, false},
		{frame.Frame{Head: one}, pair, false}, {frame.Frame{Tail: one}, pair, false},
	} {
		if got := areBERT(c.single, c.pair); got != c.want {
			t.Errorf("%+v and %+v: %v", c.single, c.pair, got)
		}
	}
}
