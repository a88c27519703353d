package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/page"
	"github.com/axiomine/axiomine/configs/shown"
	"github.com/axiomine/axiomine/train/eval"
)

// Mended compares how two arms fulfil an axiom on the same instances of a split's queries (McNemar). Under
// cross-validation a seed's folds are added up.
type Mended struct {
	Axiom      string       `json:"axiom"`       // the canonical expression
	Split      string       `json:"split"`       // train or test
	A          string       `json:"a"`           // the baseline
	B          string       `json:"b"`           // the system compared with it
	Trained    bool         `json:"trained"`     // B was trained on pairs of this axiom
	Instances  int          `json:"instances"`   // of the axiom
	FulfilledA int          `json:"fulfilled_a"` // instances that A obeys
	FulfilledB int          `json:"fulfilled_b"` // instances that B obeys
	Seeds      []MendedSeed `json:"seeds"`
	HolmP      float64      `json:"holm_p"` // of the largest p of a seed, over the axioms of the split
}

// MendedSeed is one seed's part: the instances that only one of the two arms fulfils, and the p of McNemar's exact
// test.
type MendedSeed struct {
	Seed  uint64  `json:"seed"`   // the seed
	OnlyA int     `json:"only_a"` // instances that A alone fulfils
	OnlyB int     `json:"only_b"` // instances that B alone fulfils
	P     float64 `json:"p"`      // of McNemar's exact test
}

// Add counts what one training of each arm fulfils.
func (m *Mended) Add(seed uint64, instances, both, onlyA, onlyB int) {
	m.Instances += instances
	m.FulfilledA += both + onlyA
	m.FulfilledB += both + onlyB
	if n := len(m.Seeds); n == 0 || m.Seeds[n-1].Seed != seed {
		m.Seeds = append(m.Seeds, MendedSeed{Seed: seed})
	}
	s := &m.Seeds[len(m.Seeds)-1]
	s.OnlyA += onlyA
	s.OnlyB += onlyB
	s.P, _ = eval.McNemar(s.OnlyA, s.OnlyB)
}

// better counts the seeds on which B fulfils significantly more.
func (m *Mended) better() (n int) {
	for _, s := range m.Seeds {
		if s.OnlyB > s.OnlyA && s.P < 0.05 {
			n++
		}
	}
	return n
}

// AddMended takes the axioms of one split that have instances into the record and adjusts the largest p value of a seed
// over all of them; a seed that points the other way than all together counts as 1. (The largest, because the seeds of an
// axiom share their instances: adding them up would count every instance many times.)
func (r *Result) AddMended(rows []Mended) {
	rows = slices.DeleteFunc(rows, func(m Mended) bool { return m.Instances == 0 })
	p := make([]float64, len(rows))
	for i, m := range rows {
		for _, s := range m.Seeds {
			if (s.OnlyB > s.OnlyA) == (m.FulfilledB > m.FulfilledA) {
				p[i] = max(p[i], s.P)
			} else {
				p[i] = 1
			}
		}
	}
	for i, adjusted := range eval.Holm(p) {
		rows[i].HolmP = adjusted
	}
	r.Mended = append(r.Mended, rows...)
}

// mendedTable has a row per axiom and split, after the main measure; the axioms that were trained on carry a star.
func (r *Result) mendedTable() *page.Table {
	t := &page.Table{Title: "Axioms before and after", Columns: page.Left("axiom", "split")}
	t.Columns = append(t.Columns, page.Right("before", "after", "instances", "only before", "only after", "better seeds", "Holm p")...)
	if len(r.Mended) > 0 {
		t.Caption = fmt.Sprintf("Share of the instances that %s (before) and %s (after) fulfil. * marks the axioms trained on. Better seeds: "+
			"where after fulfils more, McNemar p below 0.05. "+
			"Holm p adjusts the largest p of a seed, 1 where seeds disagree, over the axioms of a split.", r.Mended[0].A, r.Mended[0].B)
	}
	for i, m := range r.Mended {
		if i == 0 || r.Mended[i-1].Split != m.Split {
			t.Rows = append(t.Rows, r.mendedScore(m))
		}
		name := m.Axiom
		if m.Trained {
			name += " *"
		}
		var onlyA, onlyB []string
		for _, s := range m.Seeds {
			onlyA, onlyB = append(onlyA, shown.Grouped(s.OnlyA)), append(onlyB, shown.Grouped(s.OnlyB))
		}
		before, after := AxiomFulfilled{Fulfilled: m.FulfilledA, Instances: m.Instances},
			AxiomFulfilled{Fulfilled: m.FulfilledB, Instances: m.Instances}
		row := page.Plain(name, m.Split, page.Short(before.Share()), page.Short(after.Share()),
			shown.Grouped(m.Instances/max(len(m.Seeds), 1)), strings.Join(onlyA, " "), strings.Join(onlyB, " "),
			fmt.Sprintf("%d of %d", m.better(), len(m.Seeds)), page.PValue(m.HolmP))
		row[8].Strong = m.HolmP < 0.05
		t.Rows = append(t.Rows, row)
	}
	return t.DropEmpty()
}

// mendedScore gives the main measure of both arms on a row's split.
func (r *Result) mendedScore(m Mended) []page.Cell {
	row := page.Plain(r.Protocol.Main, m.Split, page.None, page.None, page.None, page.None, page.None, page.None, page.None)
	for _, a := range r.Arms {
		scores := a.Mean.Test
		if m.Split == "dev" {
			scores = a.Mean.Dev
		}
		if a.Name == m.A {
			row[2].Text = scoreOf(scores, r.Protocol.Main)
		}
		if a.Name == m.B {
			row[3].Text = scoreOf(scores, r.Protocol.Main)
		}
	}
	return row
}
