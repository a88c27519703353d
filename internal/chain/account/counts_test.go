package account

import (
	"testing"

	"github.com/axiomine/axiomine/gen/mine"
)

// TestCountsText: below 30 decisions of the judgements a share says too little, and an axiom with so few is not compared. By hand: 29 of
// 29; 27 of 30 are 90 %; 27 of 30 and 40 of 80.
func TestCountsText(t *testing.T) {
	for _, c := range []struct {
		decided     map[string][2]int // right and wrong
		found, sure string
	}{
		{map[string][2]int{"tfc1": {29, 0}}, "tfc1 finds 100 preferences.",
			"The counts are exact. Too few to say how often the axioms are right: judgements decide 29 preferences."},
		{map[string][2]int{"tfc1": {27, 3}}, "Judgements agree with tfc1 in 90.0 % of 30 preferences.",
			"tfc1 finds 100 preferences. Judgements decide 30 preferences, those with exactly one relevant document; 50 % is guessing."},
		{map[string][2]int{"tfc1": {27, 3}, "m-and": {40, 40}, "lnc1": {0, 29}},
			"Judgements agree most with tfc1, in 90.0 % of 30 preferences, and least with m-and, in 50.0 % of 80.",
			"3 axioms find 300 preferences, each 100. Judgements decide 139 preferences, those with " +
				"exactly one relevant document; 50 % is guessing."},
	} {
		counts := mine.Counts{}
		for axiom, n := range c.decided {
			counts[axiom] = map[string]mine.Cell{"train": {Instances: 100, RelOverNonrel: new(n[0]), NonrelOverRel: new(n[1])}}
		}
		if found, sure := CountsText(counts), CountsSure(counts); found != c.found || sure != c.sure {
			t.Errorf("%s\n%s\nwant\n%s\n%s", found, sure, c.found, c.sure)
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
