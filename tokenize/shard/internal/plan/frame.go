package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// frame holds the ids that a template puts around one text, or around two: [CLS], [SEP] and the
// like.
type frame struct {
	head, middle, tail []int32
	zeros              int  // how many of these ids have type 0 where the rest of a pair has type 1
	flat               bool // all ids have type 0
}

// extra returns the number of the frame's ids.
func (f frame) extra() int { return len(f.head) + len(f.middle) + len(f.tail) }

// first returns how many ids of a sequence have type 0, where the first text has n ids and the
// sequence total.
func (f frame) first(n, total int) int {
	if f.flat {
		return total
	}
	return f.zeros + n
}

// newFrame builds a frame from slots in which A is once and after it, in a pair, B once. Types are
// 0, and from B or the ids before it on 1. ok is false for other slots.
func newFrame(slots []pipeline.Slot) (f frame, ok bool) {
	latest, last, second := pipeline.Special, int8(0), int8(1)
	for _, s := range slots {
		if s.Type < last || s.Type > 1 || s.Type > 0 && latest == pipeline.Special {
			return frame{}, false
		}
		if last = s.Type; s.Type == 0 {
			f.zeros += len(s.IDs)
		}
		switch {
		case s.Text == latest+1:
			latest, second = s.Text, s.Type
		case s.Text != pipeline.Special:
			return frame{}, false
		case latest == pipeline.Special:
			f.head = append(f.head, s.IDs...)
		case latest == pipeline.A:
			f.middle = append(f.middle, s.IDs...)
		default:
			f.tail = append(f.tail, s.IDs...)
		}
	}
	f.flat = last == 0
	return f, latest == pipeline.A || latest == pipeline.B && second == last
}

// isBERT reports whether the frame of a pair is [CLS] A [SEP] B [SEP], whatever the types.
func (f frame) isBERT() bool {
	return len(f.head) == 1 && len(f.middle) == 1 && len(f.tail) == 1 && f.middle[0] == f.tail[0]
}

// setFrames sets the frames from the template of a tokenizer. It returns an error where lengths
// leave no room for a piece of every text.
func (p *Plan) setFrames(t *tokenize.Tokenizer) error {
	template := t.Template()
	single, ok := newFrame(template.Single)
	single.tail, single.middle = single.middle, nil
	pair, okPair := newFrame(template.Pair)
	if hasB := slices.ContainsFunc(template.Pair, func(s pipeline.Slot) bool { return s.Text == pipeline.B }); !ok || !okPair || !hasB {
		return errs.BadUsage("tokenize encode can use it", "the vocabulary's template %s cannot frame a query and a document: A has to stand "+
			"once, before B, with types 0 and then 0 or 1", describeTemplate(t))
	}
	p.single, p.pair = single, pair
	query := p.Options.MaxQueryLength - single.extra()
	least := pair.extra() + query + 1
	if p.Options.Layout == LayoutA {
		least += query + 1
	}
	if query < 1 || p.Options.MaxLength < least {
		return errs.BadUsage("raise them, or lower max_query_length", "max_query_length %d and max_length %d are too few for the template %s",
			p.Options.MaxQueryLength, p.Options.MaxLength, describeTemplate(t))
	}
	if pair.isBERT() && len(single.head) == 1 && len(single.tail) == 1 {
		p.CLS, p.SEP, p.isBERT = pair.head[0], pair.tail[0], true
	}
	return nil
}

// describeTemplate returns the template of a pair in the notation of HF tokenizers: [CLS]:0 $A:0
// [SEP]:0 $B:1 [SEP]:1.
func describeTemplate(t *tokenize.Tokenizer) string {
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

// HasSegments reports whether query and document have types 0 and 1 and each ends in the same
// token, as in BERT's sequences.
func (t *TokenizerInfo) HasSegments() bool {
	parts := strings.Split(t.Template, " ")
	if t.Template == "" { // of a manifest that knew no others
		return true
	}
	return len(parts) == 5 && parts[1] == "$A:0" && parts[3] == "$B:1" &&
		strings.TrimSuffix(parts[2], ":0") == strings.TrimSuffix(parts[4], ":1")
}
