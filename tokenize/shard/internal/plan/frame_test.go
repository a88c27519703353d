package plan

import (
	"slices"
	"testing"

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
