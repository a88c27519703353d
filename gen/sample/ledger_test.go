package sample

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestDirection: pairs whose preferred document is longer and shorter, of all.
func TestDirection(t *testing.T) {
	l := PoolLedger{skewN: 9, longer: [2]int{5, 3}}
	if got := l.Direction(); got != (pairs.Direction{Pairs: 9, Longer: 5, Shorter: 3}) {
		t.Errorf("%+v", got)
	}
	l.merge(&PoolLedger{skewN: 4, longer: [2]int{1, 2}, skew: 7})
	if got := l.Direction(); got != (pairs.Direction{Pairs: 13, Longer: 6, Shorter: 5}) || l.skew != 7 {
		t.Errorf("merged: %+v", got)
	}
}

// TestWarnings: by hand. A pool says how many of its pairs a run orders wrongly, if that is not all of them.
func TestWarnings(t *testing.T) {
	for violated, want := range map[int]string{
		3: "", 1: "tfc1: of 3 pairs that sample: hard drew, the run orders only 1 wrongly; the others are drawn as under balanced",
		0: "tfc1: of 3 pairs that sample: hard drew, the run orders none wrongly; the others are drawn as under balanced"} {
		got := (&Result{Ledger: []PoolLedger{{Name: "tfc1", Taken: 3, Violated: &violated}}}).Warnings(Hard)
		if strings.Join(got, "\n") != want {
			t.Errorf("%d of 3: %q, want %q", violated, got, want)
		}
	}
}

// TestRegularLedger: by hand. Of ten pairs drawn six have a judged negative.
func TestRegularLedger(t *testing.T) {
	r := &Result{RegularLedger: RegularLedger{Taken: 10, Stated: PreferenceCounts{NotDrawn: 8}}}
	for i := range int32(10) {
		r.Regular = append(r.Regular, PoolInstance{Query: i})
	}
	r.Count(func(d PoolInstance) bool { return d.Query < 6 })
	l := &r.RegularLedger
	if l.JudgedNegatives != 6 || l.AssumedNegatives != 4 || l.Stated != (PreferenceCounts{NotDrawn: 2, Used: 6}) {
		t.Errorf("%+v", l)
	}
}

// TestAgreement: by hand. Three of four pairs with one relevant document put it first.
func TestAgreement(t *testing.T) {
	if got := (&PoolLedger{Dropped: DropCounts{AlreadyRegular: 3, NonRelevantOverRelevant: 1}}).Agreement(); got == nil || *got != .75 {
		t.Errorf("%v, want .75", got)
	}
	if got := (&PoolLedger{Dropped: DropCounts{AlreadyRegular: 1}}).Agreement(); got == nil || *got != 1 {
		t.Errorf("%v of one pair, want 1", got)
	}
	if got := new(PoolLedger).Agreement(); got != nil {
		t.Errorf("%v of no pair", *got)
	}
}

// TestLeaningWarning: a pool of which length alone obeys nine of ten pairs is told, but not where couples balance it.
func TestLeaningWarning(t *testing.T) {
	r := &Result{Ledger: []PoolLedger{{Name: "even", skewN: 100, longer: [2]int{50, 50}}, {Name: "long", skewN: 100, longer: [2]int{90, 10}}}}
	want := "long: a model obeys 90 % of this pool's pairs by preferring the longer document; " +
		"bound it with delta_star, or draw with sample: length-balanced"
	if got := r.Warnings(Balanced); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := r.Warnings(LengthBalanced); len(got) > 0 {
		t.Errorf("%q of couples", got)
	}
}
