package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pipeline"
)

// frame is what a template puts around one text, or around two: [CLS], [SEP] and the like.
type frame struct {
	before, between, behind []int32
	zeros                   int  // how many of them have type 0 where the rest of a pair has type 1
	flat                    bool // all ids have type 0
}

// extra is the number of its ids.
func (f frame) extra() int { return len(f.before) + len(f.between) + len(f.behind) }

// first is how many ids of a sequence have type 0, where the first text has n ids and all have total.
func (f frame) first(n, total int) int {
	if f.flat {
		return total
	}
	return f.zeros + n
}

// newFrame takes slots in which A stands once and behind it, of a pair, B once. Types are 0, and from B or what stands before it on 1.
func newFrame(slots []pipeline.Slot) (f frame, ok bool) {
	seen, last, second := pipeline.Special, int8(0), int8(1)
	for _, s := range slots {
		if s.Type < last || s.Type > 1 || s.Type > 0 && seen == pipeline.Special {
			return frame{}, false
		}
		if last = s.Type; s.Type == 0 {
			f.zeros += len(s.IDs)
		}
		switch {
		case s.Text == seen+1:
			seen, second = s.Text, s.Type
		case s.Text != pipeline.Special:
			return frame{}, false
		case seen == pipeline.Special:
			f.before = append(f.before, s.IDs...)
		case seen == pipeline.A:
			f.between = append(f.between, s.IDs...)
		default:
			f.behind = append(f.behind, s.IDs...)
		}
	}
	f.flat = last == 0
	return f, seen == pipeline.A || seen == pipeline.B && second == last
}

// isBERT says of the frame of a pair whether it is [CLS] A [SEP] B [SEP], whatever the types.
func (f frame) isBERT() bool {
	return len(f.before) == 1 && len(f.between) == 1 && len(f.behind) == 1 && f.between[0] == f.behind[0]
}

// setFrames takes the template of a tokenizer. Lengths have to leave room for a piece of every text.
func (p *Plan) setFrames(t *tokenize.Tokenizer) error {
	template := t.Template()
	single, ok := newFrame(template.Single)
	single.behind, single.between = single.between, nil
	pair, okPair := newFrame(template.Pair)
	if hasB := slices.ContainsFunc(template.Pair, func(s pipeline.Slot) bool { return s.Text == pipeline.B }); !ok || !okPair || !hasB {
		return fault.BadUsage("tokenize encode can use it", "the vocabulary's template %s cannot frame a query and a document: A has to stand "+
			"once, before B, with types 0 and then 0 or 1", described(t))
	}
	p.single, p.pair = single, pair
	query := p.Options.MaxQueryLength - single.extra()
	least := pair.extra() + query + 1
	if p.Options.Layout == LayoutA {
		least += query + 1
	}
	if query < 1 || p.Options.MaxLength < least {
		return fault.BadUsage("raise them, or lower max_query_length", "max_query_length %d and max_length %d are too few for the template %s",
			p.Options.MaxQueryLength, p.Options.MaxLength, described(t))
	}
	if pair.isBERT() && len(single.before) == 1 && len(single.behind) == 1 {
		p.CLS, p.SEP, p.isBERT = pair.before[0], pair.behind[0], true
	}
	return nil
}

// described is the template of a pair as HF tokenizers would take it: [CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1.
func described(t *tokenize.Tokenizer) string {
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

// HasSegments says whether query and document have types 0 and 1 and each ends in the same token, as in BERT's sequences.
func (t *TokenizerInfo) HasSegments() bool {
	parts := strings.Split(t.Template, " ")
	if t.Template == "" { // of a manifest that knew no others
		return true
	}
	return len(parts) == 5 && parts[1] == "$A:0" && parts[3] == "$B:1" &&
		strings.TrimSuffix(parts[2], ":0") == strings.TrimSuffix(parts[4], ":1")
}
