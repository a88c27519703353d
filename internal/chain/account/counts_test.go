package account

import (
	"testing"

	"github.com/axiomine/axiomine/gen/mine"
)

// TestCountsSure: below 30 decisions of the judgements a share says too little. By hand: 29 of 29, then 27 of 30 are 90 %.
func TestCountsSure(t *testing.T) {
	counts := func(right, wrong int) mine.Counts {
		return mine.Counts{"tfc1": {"train": {Instances: 100, RelOverNonrel: &right, NonrelOverRel: &wrong}}}
	}
	for want, c := range map[string]mine.Counts{
		"Too few to say how often the axioms are right: judgements decide 29 preferences.":                               counts(29, 0),
		"Judgements agree with 90.0 % of the 30 preferences with one relevant document; they say nothing of the others.": counts(27, 3),
	} {
		if got := CountsSure(c); got != "The counts are exact. "+want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSureOfPairs: the same minimum holds for the pairs of a data set. By hand: 27 of 30 are 90 %.
func TestSureOfPairs(t *testing.T) {
	for want, wrong := range map[string]int{
		"Too few to say how often the axioms are right: judgements decide 29 mined pairs. In no pool does the length of the documents alone " +
			"decide more than 60 % of the pairs.": 2,
		"Judgements agree with 90 % of the 30 mined pairs with one relevant document; they say nothing of the others. In no pool does the " +
			"length of the documents alone decide more than 60 % of the pairs.": 3,
	} {
		p := Pool{}
		p.Dropped.AlreadyRegular, p.Dropped.NonRelevantOverRelevant = 27, wrong
		if got := (&Report{Pools: []Pool{p}}).sure(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
