package account

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
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

// TestCountTables: by hand. Of 1,000 candidate pairs of train tfc1 orders 400 and lnc1 10, and of 20 of test tfc1 orders 5; tfc2 orders three
// triples. A run leaves five of tfc1 out.
func TestCountTables(t *testing.T) {
	list := must.Get(axioms.ParseList("tfc1, lnc1, tfc2"))(t)
	counts := mine.Counts{
		"tfc1": {"train": {Instances: 400, RelOverRel: new(10), RelOverNonrel: new(60), NonrelOverRel: new(20), NonrelOverNonrel: new(310),
			ByDeltaStar: map[string]int{"0": 4, "0.1": 15, "1": 400}, NotViolated: 3, NotScored: 2, LengthSkew: new(-.25), Agreement: new(.75)},
			"test": {Instances: 5, RelOverNonrel: new(0), NonrelOverRel: new(0), LengthSkew: new(0.)}},
		"lnc1": {"train": {Instances: 10, RelOverNonrel: new(1), NonrelOverRel: new(1), LengthSkew: new(1.), Agreement: new(.5)}},
		"tfc2": {"train": {Instances: 3}},
	}
	lines := func(t *table.Table) string {
		var list []string
		for _, row := range t.Rows {
			list = append(list, strings.Join(row, " "))
		}
		return strings.Join(list, "\n")
	}
	const found = "tfc1 train 400 60 20 0.7500 −25.0 % – – 3 2\ntfc1 test 5 0 0 – 0.0 % – – 0 0\nlnc1 train 10 1 1 0.5000 +100.0 % – – 0 0\n" +
		"tfc2 train 3 – – – – – – 0 0"
	if got := lines(CountTable(list, counts)); got != found {
		t.Errorf("%s\nwant\n%s", got, found)
	}
	const within = "tfc1 train 4 – 15 – – 400\ntfc1 test – – – – – –\nlnc1 train – – – – – –\ntfc2 train – – – – – –"
	if got := lines(CountsPage(list, counts, page.Next{}).Sections[1].Table); got != within {
		t.Errorf("%s\nwant\n%s", got, within)
	}
	rows := OfCounts(list, map[string]int{"train": 1000, "test": 20}, counts).Rows
	if r := rows[0]; len(rows) != 4 || r.Found != 405 || r.Drawn != 400 || r.LeftOut["not_violated"] != 3 || r.LeftOut["not_scored"] != 2 ||
		r.CandidatePairs != 1000 || *r.Cell.RelOverRel != 10 {
		t.Errorf("%+v", rows)
	}
}

// TestRecordRows: what is left out is of its kind, also of one of which nothing was read; a remark is of none, whatever its text begins
// with. Rows that are restored are the same records.
func TestRecordRows(t *testing.T) {
	records := stage.NewRecords()
	records.Read["queries"], records.Read["rows"] = 3, 5
	records.LeftOut[stage.Reason{Kind: "queries", Text: "empty id"}] = 2
	records.LeftOut[stage.Reason{Kind: "judgements", Text: "empty id"}] = 4
	noted := map[string]int{"queries: a remark": 7}
	rows := RecordRows(Records, records, noted)
	want := []Row{{What: Records, Task: "judgements", Found: 4, LeftOut: map[string]int{"empty id": 4}},
		{What: Records, Task: "queries", Found: 5, Drawn: 3, LeftOut: map[string]int{"empty id": 2}},
		{What: Records, Task: "rows", Found: 5, Drawn: 5, LeftOut: map[string]int{}}, {What: Records, Noted: noted}}
	must.Same(t, rows, want)
	restored, again := stage.NewRecords(), map[string]int{}
	RestoreRecords(rows, restored, again)
	must.Same(t, rows, RecordRows(Records, restored, again))
}
