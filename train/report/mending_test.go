package report

import (
	"math"
	"testing"
)

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
	if m.Instances != 36 || m.FulfilledA != 7 || m.FulfilledB != 25 || m.Queries != 3 || m.MoreA != 0 || m.MoreB != 3 || m.better() != 2 {
		t.Errorf("%+v", m)
	}
	const want = .25 // 2 of the 8 assignments of signs to three queries
	if math.Abs(m.P-want) > 1e-9 || math.Abs(m.HolmP-2*want) > 1e-9 {
		t.Errorf("p %v, Holm p %v, want %v and twice it", m.P, m.HolmP, want)
	}
	if m = rows[1]; m.P != 1 || m.HolmP != 1 || m.better() != 1 {
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
