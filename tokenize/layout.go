package tokenize

import "github.com/axiomine/axiomine/configs/fault"

// Strategy says which text of a pair is cut when both do not fit, by HF's names.
type Strategy string

const (
	LongestFirst  Strategy = "longest_first" // the longer one down to the other's length, then both; an odd id more goes to the longer
	OnlyFirst     Strategy = "only_first"
	OnlySecond    Strategy = "only_second"
	DoNotTruncate Strategy = "do_not_truncate"
)

const (
	singleExtra = 2 // [CLS] a [SEP]
	pairExtra   = 3 // [CLS] a [SEP] b [SEP]
)

// validate checks the strategy's name.
func (s Strategy) validate() error {
	switch s {
	case LongestFirst, OnlyFirst, OnlySecond, DoNotTruncate:
		return nil
	}
	return fault.BadUsage("use longest_first, only_first, only_second or do_not_truncate", "unknown truncation strategy %q", string(s))
}

// Single gives [CLS] text [SEP] of at most maxLength ids; 0 means no limit.
func (t *Tokenizer) Single(text string, maxLength int) ([]int32, error) {
	ids := t.AppendIDs([]int32{t.cls}, text)
	if maxLength != 0 {
		if maxLength < singleExtra {
			return nil, fault.BadUsage("give at least 2, or 0 for no limit", "max_length %d has no room for [CLS] and [SEP]", maxLength)
		}
		ids = ids[:min(len(ids), maxLength-1)]
	}
	return append(ids, t.sep), nil
}

// Pair gives [CLS] a [SEP] b [SEP] of at most maxLength ids (0: no limit), and for each id its type: 0 to the first
// [SEP], 1 behind it. It is an error when the text that the strategy cuts is not longer than what must go.
func (t *Tokenizer) Pair(a, b string, maxLength int, strategy Strategy) (ids []int32, typeIDs []int8, err error) {
	return t.PairIDs(t.Encode(a), t.Encode(b), maxLength, strategy)
}

// PairIDs is Pair over ids without special tokens.
func (t *Tokenizer) PairIDs(a, b []int32, maxLength int, strategy Strategy) (ids []int32, typeIDs []int8, err error) {
	n1, n2, err := Fit(len(a), len(b), maxLength, strategy)
	if err != nil {
		return nil, nil, err
	}
	ids = make([]int32, 0, n1+n2+pairExtra)
	ids = append(append(append(ids, t.cls), a[:n1]...), t.sep)
	first := len(ids)
	ids = append(append(ids, b[:n2]...), t.sep)
	typeIDs = make([]int8, len(ids))
	for i := first; i < len(ids); i++ {
		typeIDs[i] = 1
	}
	return ids, typeIDs, nil
}

// Fit gives how many ids of two texts of n1 and n2 ids remain in a pair of at most maxLength ids (0: no limit), [CLS] and
// two [SEP] counted. It follows truncate_encodings of HF tokenizers.
func Fit(n1, n2, maxLength int, strategy Strategy) (int, int, error) {
	if err := strategy.validate(); err != nil {
		return 0, 0, err
	}
	if maxLength == 0 || strategy == DoNotTruncate {
		return n1, n2, nil
	}
	room := maxLength - pairExtra
	excess := n1 + n2 - room
	switch {
	case room < 0:
		return 0, 0, fault.BadUsage("give at least 3, or 0 for no limit", "max_length %d has no room for [CLS] and two [SEP]", maxLength)
	case excess <= 0:
		return n1, n2, nil
	case room == 0:
		return 0, 0, nil
	case strategy == LongestFirst:
		n1, n2 = fitLongest(n1, n2, room)
		return n1, n2, nil
	case strategy == OnlyFirst && n1 > excess:
		return n1 - excess, n2, nil
	case strategy == OnlySecond && n2 > excess:
		return n1, n2 - excess, nil
	}
	return 0, 0, fault.BadUsage("raise max_length or use longest_first",
		"texts of %d and %d ids do not fit into max_length %d by cutting %s", n1, n2, maxLength, string(strategy))
}

// fitLongest shares room ids among two texts that need more.
func fitLongest(n1, n2, room int) (int, int) {
	if n1 > n2 {
		n2, n1 = fitLongest(n2, n1, room)
		return n1, n2
	}
	if n1 <= room/2 { // the shorter one stays whole
		return n1, room - n1
	}
	return room / 2, room - room/2
}
