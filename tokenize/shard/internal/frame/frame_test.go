package frame

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

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

// TestNew: the templates of BERT (types 0 and 1), RoBERTa (types 0, two ids between) and T5 (nothing before), and slots that are none.
func TestNew(t *testing.T) {
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
		f, ok := New(c.slots)
		got := ""
		if ok {
			got = fmt.Sprintf("%v %v %v, %d ids, first %d of 9", f.Head, f.Middle, f.Tail, f.Extra(), f.First(3, 9))
			if f.IsBERT() {
				got += ", BERT"
			}
		}
		if ok != c.ok || got != c.want {
			t.Errorf("%s: %s, %v, want %s, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

// TestDescribe: the notation of HF tokenizers.
func TestDescribe(t *testing.T) {
	vocab, err := tokenize.ParseVocab("vocab.txt", []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na"))
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := tokenize.New(vocab, tokenize.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Describe(tokenizer), "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
