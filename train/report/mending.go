package report

import (
	"fmt"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// MendedAxiom compares how two arms fulfil an axiom on the same instances of a split's queries. The observations
// of the test are queries, because the instances of a query share documents and are not independent. A query's
// value is the share that B fulfils minus the share that A fulfils, averaged over the trainings.
type MendedAxiom struct {
	Axiom      string       `json:"axiom"`       // the canonical expression
	Split      string       `json:"split"`       // dev or test
	A          string       `json:"a"`           // the baseline
	B          string       `json:"b"`           // the system compared with it
	Trained    bool         `json:"trained"`     // B was trained on pairs of this axiom
	Instances  int          `json:"instances"`   // the number of instances of the axiom, over all seeds
	FulfilledA int          `json:"fulfilled_a"` // instances that A obeys
	FulfilledB int          `json:"fulfilled_b"` // instances that B obeys
	Seeds      []MendedSeed `json:"seeds"`
	Queries    int          `json:"queries"` // queries with an instance
	MoreA      int          `json:"more_a"`  // queries on which A fulfils more instances
	MoreB      int          `json:"more_b"`  // queries on which B fulfils more instances
	P          float64      `json:"p"`       // the larger p of paired t and Wilcoxon over the queries; 1 if all instances point the other way
	HolmP      float64      `json:"holm_p"`  // p, adjusted by Holm over all axioms and splits of the record

	differences map[string][]float64 // by query, for each training: B's share minus A's
}

// MendedSeed counts the instances that only one of the two arms fulfils, for one seed. With cross-validation
// the counts are summed over folds.
type MendedSeed struct {
	Seed  uint64 `json:"seed"`   // the seed
	OnlyA int    `json:"only_a"` // instances that A alone fulfils
	OnlyB int    `json:"only_b"` // instances that B alone fulfils
}

// SharedCounts counts the instances of a query that both arms score.
type SharedCounts struct {
	Instances, BothFulfilled int // the instances that both arms score, and those that both fulfil
	OnlyA, OnlyB             int // the instances that only one arm fulfils
}

// Add adds the counts of one query for one training of each arm.
func (m *MendedAxiom) Add(seed uint64, query string, s SharedCounts) {
	if n := len(m.Seeds); n == 0 || m.Seeds[n-1].Seed != seed {
		m.Seeds = append(m.Seeds, MendedSeed{Seed: seed})
	}
	if s.Instances == 0 {
		return
	}
	m.Instances += s.Instances
	m.FulfilledA += s.BothFulfilled + s.OnlyA
	m.FulfilledB += s.BothFulfilled + s.OnlyB
	total := &m.Seeds[len(m.Seeds)-1]
	total.OnlyA += s.OnlyA
	total.OnlyB += s.OnlyB
	if m.differences == nil {
		m.differences = map[string][]float64{}
	}
	m.differences[query] = append(m.differences[query], float64(s.OnlyB-s.OnlyA)/float64(s.Instances))
}

// test compares the arms over the queries. P is 1 if the mean over queries and the share of all instances have opposite signs.
func (m *MendedAxiom) test() {
	means := lists.Map(slices.Sorted(maps.Keys(m.differences)), func(query string) float64 { return eval.Mean(m.differences[query]) })
	c := eval.Compare("", make([]float64, len(means)), means)
	m.Queries, m.MoreA, m.MoreB, m.P = c.N, c.Losses, c.Wins, c.P
	if c.Diff*float64(m.FulfilledB-m.FulfilledA) < 0 {
		m.P = 1
	}
}

// numBetterSeeds returns the number of seeds with which B fulfils more instances than A.
func (m *MendedAxiom) numBetterSeeds() (n int) {
	for _, s := range m.Seeds {
		if s.OnlyB > s.OnlyA {
			n++
		}
	}
	return n
}

// SelectTested drops the axioms without instances. It tests the others and adjusts their p values over all of them.
func SelectTested(rows []MendedAxiom) []MendedAxiom {
	rows = slices.DeleteFunc(rows, func(m MendedAxiom) bool { return m.Instances == 0 })
	for i := range rows {
		rows[i].test()
	}
	eval.Adjust(rows, func(m *MendedAxiom) float64 { return m.P }, func(m *MendedAxiom) *float64 { return &m.HolmP })
	return rows
}

// mendedTable returns a row per axiom and split. The first row of a split has the main measure of both arms. A star marks the axioms of the
// training pairs.
func mendedTable(rows []MendedAxiom, arms Arms, main string) *table.Table {
	score := func(arm, split string) string {
		switch a := arms.Find(arm); {
		case a == nil:
			return table.None
		case split == "dev":
			return scoreOf(a.Mean.Dev, main)
		default:
			return scoreOf(a.Mean.Test, main)
		}
	}
	t := &table.Table{Title: "Axioms before and after", Columns: table.Left("axiom", "split")}
	t.Columns = append(t.Columns,
		table.Right("before", "after", "instances", "queries", "more before", "more after", "better seeds", "Holm p")...)
	if len(rows) > 0 {
		t.Caption = fmt.Sprintf("Share of the instances that %s (before) and %s (after) fulfil. * marks the axioms trained on. More before, "+
			"more after: queries of whose instances the one or the other fulfils more, over all seeds. Better seeds: where after fulfils more. "+
			"Holm p adjusts, over all rows, the larger of the p values of paired t and Wilcoxon over queries. Nothing is claimed where "+
			"these point one way and the share of all instances the other.",
			rows[0].A, rows[0].B)
	}
	for i, m := range rows {
		if i == 0 || rows[i-1].Split != m.Split {
			t.Add(main, m.Split, score(m.A, m.Split), score(m.B, m.Split))
		}
		name := m.Axiom
		if m.Trained {
			name += " *"
		}
		all := float64(max(m.Instances, 1))
		t.Add(name, m.Split, page.Short(float64(m.FulfilledA)/all), page.Short(float64(m.FulfilledB)/all),
			terminal.Group(m.Instances/max(len(m.Seeds), 1)), terminal.Group(m.Queries), terminal.Group(m.MoreA), terminal.Group(m.MoreB),
			fmt.Sprintf("%d of %d", m.numBetterSeeds(), len(m.Seeds)), page.PValue(m.HolmP))
		t.Embolden(9, m.HolmP < page.Significant)
	}
	return t.DropEmpty()
}
