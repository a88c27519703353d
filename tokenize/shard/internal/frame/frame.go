// Package frame holds the special ids that a tokenizer's template puts around one text or two.
package frame

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// Frame holds the ids that a template puts around one text, or around two: [CLS], [SEP] and the
// like.
type Frame struct {
	Head, Middle, Tail []int32
	zeros              int  // how many of these ids have type 0 where the rest of a pair has type 1
	flat               bool // all ids have type 0
}

// Extra returns the number of the frame's ids.
func (f Frame) Extra() int { return len(f.Head) + len(f.Middle) + len(f.Tail) }

// First returns how many ids of a sequence have type 0, where the first text has n ids and the
// sequence total.
func (f Frame) First(n, total int) int {
	if f.flat {
		return total
	}
	return f.zeros + n
}

// New builds a frame from slots in which A is once and after it, in a pair, B once. Types are
// 0, and from B or the ids before it on 1. ok is false for other slots.
func New(slots []pipeline.Slot) (f Frame, ok bool) {
	latest, last, second := pipeline.Special, int8(0), int8(1)
	for _, s := range slots {
		if s.Type < last || s.Type > 1 || s.Type > 0 && latest == pipeline.Special {
			return Frame{}, false
		}
		if last = s.Type; s.Type == 0 {
			f.zeros += len(s.IDs)
		}
		switch {
		case s.Text == latest+1:
			latest, second = s.Text, s.Type
		case s.Text != pipeline.Special:
			return Frame{}, false
		case latest == pipeline.Special:
			f.Head = append(f.Head, s.IDs...)
		case latest == pipeline.A:
			f.Middle = append(f.Middle, s.IDs...)
		default:
			f.Tail = append(f.Tail, s.IDs...)
		}
	}
	f.flat = last == 0
	return f, latest == pipeline.A || latest == pipeline.B && second == last
}

// IsBERT reports whether the frame of a pair is [CLS] A [SEP] B [SEP], whatever the types.
func (f Frame) IsBERT() bool {
	return len(f.Head) == 1 && len(f.Middle) == 1 && len(f.Tail) == 1 && f.Middle[0] == f.Tail[0]
}

// Describe returns the template of a pair in the notation of HF tokenizers: [CLS]:0 $A:0
// [SEP]:0 $B:1 [SEP]:1.
func Describe(t *tokenize.Tokenizer) string {
	var parts []string
	for _, s := range t.Template().Pair {
		switch s.Text {
		case pipeline.A:
			parts = append(parts, fmt.Sprintf("$A:%d", s.Type))
		case pipeline.B:
			parts = append(parts, fmt.Sprintf("$B:%d", s.Type))
		}
		for _, id := range s.IDs {
			parts = append(parts, fmt.Sprintf("%s:%d", t.Vocab().Piece(id), s.Type))
		}
	}
	return strings.Join(parts, " ")
}
