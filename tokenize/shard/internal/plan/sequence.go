package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// CheckTokenizer returns an error if formats with these needs cannot use a tokenizer's template.
func CheckTokenizer(t *tokenize.Tokenizer, o Options, needs Needs) error {
	if needs.IDs == NoIDs {
		return nil
	}
	q, err := newSequences(t, o, nil)
	if err != nil {
		return err
	}
	if needs.BERT && !q.isBERT {
		return errs.BadUsage("use a BERT vocabulary, or leave out bertsum, duobert, tfrecord and tfrecord-eval",
			"formats %s have one made of [CLS] and [SEP], and the vocabulary's template is %s", strings.Join(o.Formats, ", "),
			q.tokenizer.Template)
	}
	return nil
}

// newSequences returns the Sequences of the texts in a store. It returns an error if the tokenizer's template cannot be used with the
// lengths of the options. For this check alone, store may be nil.
func newSequences(t *tokenize.Tokenizer, o Options, store *Store) (*Sequences, error) {
	q := &Sequences{store: store, options: o, Types: make([]int8, 2*o.MaxLength)}
	q.tokenizer = &TokenizerInfo{Model: t.Model(), VocabSHA256: t.Vocab().SHA256(), Template: describeTemplate(t), Options: t.Options(),
		MaxLength: o.MaxLength, MaxQueryLength: o.MaxQueryLength}
	for i := o.MaxLength; i < len(q.Types); i++ {
		q.Types[i] = 1
	}
	return q, q.setFrames(t)
}

// setFrames sets the frames from a tokenizer's template. It returns an error if the lengths are too short for an id of each text.
func (q *Sequences) setFrames(t *tokenize.Tokenizer) error {
	single, pair, ok := framesOf(t.Template())
	if !ok {
		return errs.BadUsage("tokenize encode can use it", "the vocabulary's template %s cannot frame a query and a document: A has to stand "+
			"once, before B, with types 0 and then 0 or 1", describeTemplate(t))
	}
	q.single, q.pair = single, pair
	query := q.options.MaxQueryLength - single.Extra()
	least := pair.Extra() + query + 1
	if q.options.Layout == LayoutA {
		least += query + 1
	}
	if query < 1 || q.options.MaxLength < least {
		return errs.BadUsage("raise them, or lower max_query_length", "max_query_length %d and max_length %d are too few for the template %s",
			q.options.MaxQueryLength, q.options.MaxLength, describeTemplate(t))
	}
	if q.isBERT = areBERT(single, pair); q.isBERT {
		q.CLS, q.SEP = pair.Head[0], pair.Tail[0]
	}
	return nil
}

// areBERT reports whether the frames are [CLS] A [SEP] and [CLS] A [SEP] B [SEP], with any types.
func areBERT(single, pair frame) bool {
	return len(single.Head) == 1 && len(single.Tail) == 1 &&
		len(pair.Head) == 1 && len(pair.Middle) == 1 && len(pair.Tail) == 1 && pair.Middle[0] == pair.Tail[0]
}

// framesOf returns a template's frames of one text and of two texts. ok is false for a template that newFrame cannot read.
func framesOf(template pipeline.Template) (single, pair frame, ok bool) {
	single, okSingle := newFrame(template.Single)
	single.Tail, single.Middle = single.Middle, nil
	pair, okPair := newFrame(template.Pair)
	hasB := slices.ContainsFunc(template.Pair, func(s pipeline.Slot) bool { return s.Text == pipeline.B })
	return single, pair, okSingle && okPair && hasB
}

// frame holds the special tokens that a template puts around one text or two, such as [CLS].
type frame struct {
	Head, Middle, Tail []int32 // the tokens before the first text, between the texts, and after the last text
	zeros              int     // number of ids of the frame that have type 0
	flat               bool    // true if all ids of a sequence have type 0
}

// Extra returns the number of the frame's ids.
func (f frame) Extra() int { return len(f.Head) + len(f.Middle) + len(f.Tail) }

// First returns the number of ids with type 0 in a sequence of total ids whose first text has n ids.
func (f frame) First(n, total int) int {
	if f.flat {
		return total
	}
	return f.zeros + n
}

// newFrame returns the frame of slots that hold A once and, for a pair, B once after A. Types must be 0 up to A. After A they may change to
// 1 once, at B or before it. ok is false for other slots.
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

// describeTemplate returns the template of a pair in the notation of HF tokenizers: [CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1.
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

// SingleExtra is the number of BERT's special tokens around one text: [CLS] and [SEP].
const SingleExtra = 2

// Layout is the order of a query and two documents in the sequence of a three-class task.
type Layout string

const (
	LayoutA Layout = "A" // [CLS] q d1 [SEP] q d2 [SEP]
	LayoutB Layout = "B" // [CLS] q [SEP] d1 d2 [SEP]
)

// threeExtra is the number of BERT's special tokens of either layout: [CLS] and two [SEP].
const threeExtra = 3

// Sequences makes sequences of ids from the texts in a store and a tokenizer's template.
type Sequences struct {
	store     *Store // nil in CheckTokenizer
	options   Options
	tokenizer *TokenizerInfo
	single    frame  // the special tokens around one text
	pair      frame  // the special tokens around two texts
	isBERT    bool   // true if the frames are [CLS] A [SEP] and [CLS] A [SEP] B [SEP]
	CLS, SEP  int32  // the ids of [CLS] and [SEP], if isBERT is true
	Types     []int8 // max_length zeros and then max_length ones; the type ids of each row are a slice of it
}

// AppendSingle appends [CLS] text [SEP], or the text in the tokenizer's template, cut to at most limit ids.
func (q *Sequences) AppendSingle(dst []int32, text uint32, limit int) []int32 {
	dst = q.store.AppendIDs(append(dst, q.single.Head...), text, limit-q.single.Extra())
	return append(dst, q.single.Tail...)
}

// queryLength returns the number of ids of a query in sequences, without special tokens.
func (q *Sequences) queryLength(query uint32) int {
	return q.store.Length(query, q.options.MaxQueryLength-q.single.Extra())
}

// AppendCross appends [CLS] query [SEP] document [SEP], or both in the tokenizer's template. It cuts the document to get at most max_length
// ids. first is the number of ids with type 0: in BERT's sequences, those before the document.
func (q *Sequences) AppendCross(dst []int32, query, document uint32) (ids []int32, first int) {
	start, n := len(dst), q.queryLength(query)
	dst = q.store.AppendIDs(append(dst, q.pair.Head...), query, n)
	dst = append(dst, q.pair.Middle...)
	dst = q.store.AppendIDs(dst, document, q.options.MaxLength-q.pair.Extra()-n)
	dst = append(dst, q.pair.Tail...)
	return dst, q.pair.First(n, len(dst)-start)
}

// threeFit returns how many ids of the query and of the two documents are in a sequence of max_length ids. The query has as many ids as in
// other sequences. Of the documents, the longer one is cut first.
func (q *Sequences) threeFit(r Row) (query, doc1, doc2 int) {
	o := q.options
	query = q.queryLength(r.Query)
	limit := o.MaxLength - q.pair.Extra() - query // of both documents
	if o.Layout == LayoutA {
		limit -= query
	}
	doc1, doc2 = q.store.Length(r.Pos, o.MaxLength), q.store.Length(r.Neg, o.MaxLength)
	if doc1+doc2 > limit {
		doc1, doc2, _ = tokenize.Fit(doc1, doc2, limit, tokenize.LongestFirst) // cannot fail: setFrames checked that limit is not negative
	}
	return query, doc1, doc2
}

// AppendThree appends the sequence of a three-class row in the options' layout. first is the number of ids with type 0.
func (q *Sequences) AppendThree(dst []int32, r Row) (ids []int32, first int) {
	query, doc1, doc2 := q.threeFit(r)
	start, n := len(dst), query
	dst = q.store.AppendIDs(append(dst, q.pair.Head...), r.Query, query)
	if q.options.Layout == LayoutA {
		dst = append(q.store.AppendIDs(dst, r.Pos, doc1), q.pair.Middle...)
		dst = q.store.AppendIDs(dst, r.Query, query)
		n += doc1
	} else {
		dst = append(dst, q.pair.Middle...)
		dst = q.store.AppendIDs(dst, r.Pos, doc1)
	}
	dst = append(q.store.AppendIDs(dst, r.Neg, doc2), q.pair.Tail...)
	return dst, q.pair.First(n, len(dst)-start)
}
