package report

import (
	"math"
	"testing"
)

// Two seeds agree on tfc1 (5 against 0, then 6 against 1: the exact binomial p are 2/32 and 16/128), disagree on m-and, and
// lnc2 has no instance. By hand: the larger p of tfc1, .125, times two axioms.
func TestAddMended(t *testing.T) {
	r := hand()
	rows := []Mended{{Axiom: "tfc1", Split: "test"}, {Axiom: "m-and", Split: "test"}, {Axiom: "lnc2", Split: "test"}}
	rows[0].Add(42, 10, 3, 0, 5)
	rows[0].Add(43, 10, 2, 1, 6)
	rows[1].Add(42, 10, 0, 0, 9)
	rows[1].Add(43, 10, 0, 3, 0)
	r.AddMended(rows)
	if len(r.Mended) != 2 {
		t.Fatalf("%d rows, want 2", len(r.Mended))
	}
	m := r.Mended[0]
	if m.Instances != 20 || m.FulfilledA != 6 || m.FulfilledB != 16 || math.Abs(m.HolmP-.25) > 1e-12 {
		t.Errorf("%+v", m)
	}
	if got := r.Mended[1].HolmP; got != 1 {
		t.Errorf("seeds that disagree have p %v", got)
	}
	if n := len(r.mendedTable().Rows); n != 3 { // the main measure, two axioms
		t.Errorf("%d rows in the table", n)
	}
}

// A seed's folds are added up before they are tested.
func TestMendedAddsFolds(t *testing.T) {
	var m Mended
	m.Add(7, 4, 0, 0, 2)
	m.Add(7, 4, 0, 0, 3)
	if len(m.Seeds) != 1 || m.Seeds[0].OnlyB != 5 || math.Abs(m.Seeds[0].P-2./32) > 1e-12 {
		t.Errorf("%+v", m.Seeds)
	}
}
