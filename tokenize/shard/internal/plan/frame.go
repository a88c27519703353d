package plan

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	"github.com/axiomine/axiomine/tokenize/shard/internal/frame"
)

// setFrames sets the frames from the template of a tokenizer. It returns an error where lengths leave no room for a piece of every text.
func (q *Sequences) setFrames(t *tokenize.Tokenizer) error {
	single, pair, ok := framesOf(t.Template())
	if !ok {
		return errs.BadUsage("tokenize encode can use it", "the vocabulary's template %s cannot frame a query and a document: A has to stand "+
			"once, before B, with types 0 and then 0 or 1", frame.Describe(t))
	}
	q.single, q.pair = single, pair
	query := q.options.MaxQueryLength - single.Extra()
	least := pair.Extra() + query + 1
	if q.options.Layout == LayoutA {
		least += query + 1
	}
	if query < 1 || q.options.MaxLength < least {
		return errs.BadUsage("raise them, or lower max_query_length", "max_query_length %d and max_length %d are too few for the template %s",
			q.options.MaxQueryLength, q.options.MaxLength, frame.Describe(t))
	}
	if q.isBERT = areBERT(single, pair); q.isBERT {
		q.CLS, q.SEP = pair.Head[0], pair.Tail[0]
	}
	return nil
}

// areBERT reports whether the frames are [CLS] A [SEP] and [CLS] A [SEP] B [SEP].
func areBERT(single, pair frame.Frame) bool {
	return pair.IsBERT() && len(single.Head) == 1 && len(single.Tail) == 1
}

// framesOf returns the frames of one text and of two. ok is false for a template that has no place for a text.
func framesOf(template pipeline.Template) (single, pair frame.Frame, ok bool) {
	single, okSingle := frame.New(template.Single)
	single.Tail, single.Middle = single.Middle, nil
	pair, okPair := frame.New(template.Pair)
	hasB := slices.ContainsFunc(template.Pair, func(s pipeline.Slot) bool { return s.Text == pipeline.B })
	return single, pair, okSingle && okPair && hasB
}

// HasSegments reports whether query and document have types 0 and 1 and each ends in the same token, as in BERT's sequences.
func (t *TokenizerInfo) HasSegments() bool {
	parts := strings.Split(t.Template, " ")
	if t.Template == "" { // of a manifest that knew no others
		return true
	}
	return len(parts) == 5 && parts[1] == "$A:0" && parts[3] == "$B:1" &&
		strings.TrimSuffix(parts[2], ":0") == strings.TrimSuffix(parts[4], ":1")
}
