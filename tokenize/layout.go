package tokenize

import (
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// Strategy is HF's name for which text of a pair is truncated when both do not fit.
type Strategy string

const (
	LongestFirst  Strategy = "longest_first" // the longer text until both are equal, then both; an odd id stays in the longer text
	OnlyFirst     Strategy = "only_first"
	OnlySecond    Strategy = "only_second"
	DoNotTruncate Strategy = "do_not_truncate"
)

// validate checks the strategy's name.
func (s Strategy) validate() error {
	switch s {
	case LongestFirst, OnlyFirst, OnlySecond, DoNotTruncate:
		return nil
	}
	return errs.BadUsage("use longest_first, only_first, only_second or do_not_truncate", "unknown truncation strategy %q", string(s))
}

// Single returns the ids of one text in the template, for BERT [CLS] text [SEP]. There are at most maxLength ids; 0 means no limit.
func (t *Tokenizer) Single(text string, maxLength int) ([]int32, error) {
	ids, _, err := t.fill(nil, nil, t.template.Single, t.Encode(text), nil, cutTo(maxLength, LongestFirst))
	return ids, err
}

// Pair returns the ids of two texts in the template, for BERT [CLS] a [SEP] b [SEP], and the type of each id. BERT's types are 0 up to the
// first [SEP] and 1 after it. There are at most maxLength ids; 0 means no limit. Pair returns an error if the text that the strategy
// truncates is too short to make the pair fit.
func (t *Tokenizer) Pair(a, b string, maxLength int, strategy Strategy) (ids []int32, typeIDs []int8, err error) {
	return t.PairIDs(t.Encode(a), t.Encode(b), maxLength, strategy)
}

// PairIDs returns what Pair returns, for ids without special tokens.
func (t *Tokenizer) PairIDs(a, b []int32, maxLength int, strategy Strategy) (ids []int32, typeIDs []int8, err error) {
	return t.fill(nil, nil, t.template.Pair, a, b, cutTo(maxLength, strategy))
}

// cutTo returns the truncation of texts to maxLength ids, special tokens included. 0 means that texts are not truncated.
func cutTo(maxLength int, s Strategy) pipeline.Truncation {
	return pipeline.Truncation{MaxLength: maxLength, Strategy: string(s)}
}

// fill truncates the ids of one text, or of two. It appends them to ids, in the slots of a template, and their types to typeIDs.
func (t *Tokenizer) fill(ids []int32, typeIDs []int8, slots []pipeline.Slot, a, b []int32, c pipeline.Truncation) ([]int32, []int8, error) {
	strategy := Strategy(c.Strategy)
	if err := strategy.validate(); err != nil {
		return nil, nil, err
	}
	extra := pipeline.Specials(slots)
	if c.MaxLength != 0 && strategy != DoNotTruncate {
		if c.MaxLength < extra {
			return nil, nil, errs.BadUsage("give at least that, or 0 for no limit", "max_length %d has no room for %s",
				c.MaxLength, terminal.Plural(extra, "special token", "special tokens"))
		}
		n1, n2, err := Fit(len(a), len(b), c.MaxLength-extra, strategy)
		if err != nil {
			return nil, nil, err
		}
		if c.Left {
			a, b = a[len(a)-n1:], b[len(b)-n2:]
		} else {
			a, b = a[:n1], b[:n2]
		}
	}
	size := extra + len(a) + len(b)
	ids, typeIDs = pipeline.Fill(slices.Grow(ids, size), slices.Grow(typeIDs, size), slots, a, b)
	return ids, typeIDs, nil
}

// Fit returns how many ids of two texts with n1 and n2 ids remain, so that both have at most limit ids together. It follows
// truncate_encodings of HF tokenizers.
func Fit(n1, n2, limit int, strategy Strategy) (int, int, error) {
	if err := strategy.validate(); err != nil {
		return 0, 0, err
	}
	excess := n1 + n2 - limit
	switch {
	case excess <= 0 || strategy == DoNotTruncate:
		return n1, n2, nil
	case limit == 0:
		return 0, 0, nil
	case strategy == LongestFirst:
		n1, n2 = fitLongest(n1, n2, limit)
		return n1, n2, nil
	case strategy == OnlyFirst && n1 > excess:
		return n1 - excess, n2, nil
	case strategy == OnlySecond && n2 > excess:
		return n1, n2 - excess, nil
	}
	return 0, 0, errs.BadUsage("raise max_length or use longest_first",
		"texts of %d and %d ids do not fit into %d beside the special tokens by cutting %s", n1, n2, limit, string(strategy))
}

// fitLongest divides limit ids between two texts of n1 and n2 ids, which together have more.
func fitLongest(n1, n2, limit int) (int, int) {
	if n1 > n2 {
		n2, n1 = fitLongest(n2, n1, limit)
		return n1, n2
	}
	half := min(n1, limit/2) // a shorter text of at most half is not truncated
	return half, limit - half
}
