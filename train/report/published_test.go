package report

import (
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/train/drmm"
)

// Beside a published number stands ours of that name, of the system that plays its part, of a fold, or of what is fulfilled; with a
// line that says in which way ours is a reduced form.
func TestPublishedBesideOurs(t *testing.T) {
	r := &Result{Protocol: Protocol{Collection: "sea"}, Reduced: "Ours is a reduced form of the published experiment: 5 queries, not 50."}
	r.Arms = Arms{{Name: "judged", Mean: Means{Test: Scores{"MAP": .25}}, Seeds: []SeedRun{ // two seeds, two folds
		{Seed: 42, Fold: 1, Test: Scores{"MAP": .1}}, {Seed: 42, Fold: 2, Test: Scores{"MAP": .2}},
		{Seed: 43, Fold: 1, Test: Scores{"MAP": .3}}, {Seed: 43, Fold: 2, Test: Scores{"MAP": .4}}}}}
	r.Fulfilment = []Fulfilment{{Model: "judged", Axioms: []AxiomFulfilment{fulfilled("tfc1", 3, 4), {Axiom: "tfc2"}}}}
	for _, c := range []struct {
		p               PublishedNumber
		published, here string
	}{
		{PublishedNumber{System: "judged", Measure: "MAP", Value: .5}, "0.5000", "0.2500"},
		{PublishedNumber{System: "judged", Measure: "MRR", Value: .5, HalfWidth: new(.02)}, "0.5000±0.0200", table.None},
		{PublishedNumber{System: "judged", Measure: "P@1", Value: .5814, HalfWidth: new(0.)}, "0.5814±0.0000", table.None},
		{PublishedNumber{System: "ranking, alone", Ours: "judged", Measure: "MAP", Value: .5}, "0.5000", "0.2500"},
		{PublishedNumber{System: "ranking, alone", Measure: "MAP", Value: .5}, "0.5000", table.None},
		{PublishedNumber{System: "fold 2", Measure: "MAP", Value: .5}, "0.5000", "0.3000"},
		{PublishedNumber{System: "fold 3", Measure: "MAP", Value: .5}, "0.5000", table.None},
		{PublishedNumber{System: "tfc1", Measure: "fulfilled by judged", Value: .5}, "0.5000", "0.7500"},
		{PublishedNumber{System: "tfc2", Measure: "fulfilled by judged", Value: .5}, "0.5000", table.None}, // no instance
		{PublishedNumber{System: "rows of ranking", Value: 100000, Counts: true}, "100,000", table.None},
	} {
		r.Published = append(r.Published, c.p)
		row := PublishedTable(r).Rows[len(r.Published)-1]
		if row[3] != c.published || row[4] != c.here {
			t.Errorf("%+v: %s, %s", c.p, row[3], row[4])
		}
	}
	var text strings.Builder
	if err := r.Summary().Text(&text, 0); err != nil || !strings.Contains(text.String(), "\nPublished beside ours\n\n"+r.Reduced+"\n\n") {
		t.Errorf("the summary is\n%s", text.String())
	}
	must.Contain(t, pagetest.Render(t, r.HTML), r.Reduced+" Published numbers stand for")
}

// TestFindUnlearned: an arm below the first stage whose training never beat its own start on dev, and three that are not like that.
func TestFindUnlearned(t *testing.T) {
	training := []drmm.Epoch{{Epoch: 1, Gate: -.5}, {Epoch: 2, Gate: -1}}
	arm := func(name string, best int, test float64) Arm {
		return Arm{Name: name, Mean: Means{Test: Scores{"MAP": test}},
			Seeds: []SeedRun{{BestEpoch: best, Training: training}, {BestEpoch: 2, Training: training}}}
	}
	r := &Result{Protocol: Protocol{Main: "MAP"}, Controls: []Control{{Name: "BM25", Test: Scores{"MAP": .4}}},
		Arms: []Arm{arm("good", 0, .5), arm("trained", 1, .3), arm("lost", 0, .07)}}
	list := FindUnlearned(r)
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	for _, part := range []string{"Training made the model of lost no better", "in 1 of 2 trainings, MAP 0.070", "; BM25 has 0.400",
		"term gate −1.00", "; where the term gate is below 0, the frequent words"} {
		must.Contain(t, list[0].String(), part, "%q", list[0])
	}
	r.Arms = append(r.Arms, arm("vain", 0, .2))
	if list := FindUnlearned(r); len(list) != 1 || list[0].Claim != "Training made 2 models no better" ||
		!strings.Contains(list[0].Evidence, "lost in 1 of 2 trainings, MAP 0.070, term gate −1.00; vain in 1 of 2 trainings, MAP 0.200") {
		t.Errorf("two arms: %+v", list)
	}
	r.Arms = r.Arms[:3]
	r.Arms[2].Seeds[0].Training = nil // a command was trained: no curve
	if list := FindUnlearned(r); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// Three queries gain .5, .25 and .75 of their instances of tfc1 over two seeds; one has m-and, none lnc2. By hand: t is .5/(.25/√3) with
// two degrees of freedom, p .0742; Wilcoxon's sum of ranks is 0 of 6, z 3/√3.5, p .1088: the larger, times two axioms.
func TestMendedIsTested(t *testing.T) {
	rows := []MendedAxiom{{Axiom: "tfc1", Split: "test"}, {Axiom: "m-and", Split: "test"}, {Axiom: "lnc2", Split: "test"}}
	for _, seed := range []uint64{42, 43} {
		rows[0].Add(seed, "q1", SharedCounts{Instances: 10, BothFulfilled: 2, OnlyA: int(seed - 42), OnlyB: 5 + int(seed-42)})
		rows[0].Add(seed, "q2", SharedCounts{Instances: 4, OnlyB: 1})
		rows[0].Add(seed, "q3", SharedCounts{Instances: 4, BothFulfilled: 1, OnlyB: 3})
	}
	rows[1].Add(42, "q1", SharedCounts{Instances: 10, OnlyB: 9})
	rows[1].Add(43, "q1", SharedCounts{Instances: 10, OnlyA: 3})
	rows[2].Add(42, "q1", SharedCounts{})
	rows = SelectTested(rows)
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2", len(rows))
	}
	m := rows[0]
	if m.Instances != 36 || m.FulfilledA != 7 || m.FulfilledB != 25 || m.Queries != 3 || m.MoreA != 0 || m.MoreB != 3 || m.numBetterSeeds() != 2 {
		t.Errorf("%+v", m)
	}
	const want = .25 // 2 of the 8 assignments of signs to three queries
	if math.Abs(m.P-want) > 1e-9 || math.Abs(m.HolmP-2*want) > 1e-9 {
		t.Errorf("p %v, Holm p %v, want %v and twice it", m.P, m.HolmP, want)
	}
	if m = rows[1]; m.P != 1 || m.HolmP != 1 || m.numBetterSeeds() != 1 {
		t.Errorf("a single query: %+v", m)
	}
	arms := Arms{{Name: "judged", Mean: Means{Test: Scores{"MAP": .25}}}, {Name: "judged + axioms", Mean: Means{Test: Scores{"MAP": .5}}}}
	rows[0].A, rows[0].B = "judged", "judged + axioms"
	list := mendedTable(rows, arms, "MAP").Rows // the main measure, two axioms
	if len(list) != 3 || list[0][2] != "0.2500" || list[0][3] != "0.5000" || list[1][2] != "0.194" {
		t.Errorf("the table %q", list)
	}
}

// A query's instances are one observation, however many they are.
func TestMendedTakesQueriesForObservations(t *testing.T) {
	p := func(times int) float64 {
		var m MendedAxiom
		for i, gained := range []int{3, -1, 2, 1, 0, 2} {
			m.Add(7, string(rune('a'+i)), SharedCounts{Instances: 4 * times, OnlyA: max(0, -gained) * times, OnlyB: max(0, gained) * times})
		}
		m.test()
		return m.P
	}
	if few, many := p(1), p(100); few != many || few > .5 || few < .01 {
		t.Errorf("p %v with few instances, %v with a hundred times as many", few, many)
	}
}

// TestMendedClaimsNothingAgainstItsInstances: ten queries with one instance each gain, and a large one loses more than they have.
func TestMendedClaimsNothingAgainstItsInstances(t *testing.T) {
	var m MendedAxiom
	for i := range 10 {
		m.Add(7, string(rune('a'+i)), SharedCounts{Instances: 1, OnlyB: 1})
	}
	if m.test(); m.P > .01 {
		t.Errorf("p %v of ten queries that gain", m.P)
	}
	m.Add(7, "large", SharedCounts{Instances: 100, OnlyA: 40})
	if m.test(); m.P != 1 {
		t.Errorf("p %v, where all instances point the other way", m.P)
	}
}
