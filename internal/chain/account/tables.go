package account

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// CountTable returns what a counting pass found: a row per axiom and split. Agreement is the share, of the pairs with exactly one relevant
// document, that puts it first. Pairs without a preference are class 0, or lack the axiom's precondition.
func CountTable(a *quota.Axioms, counts mine.Counts, profiles mine.Profiles) *table.Table {
	t := &table.Table{Name: "counts", Columns: append(table.Left("axiom", "split"),
		table.Right("instances", "rel>non", "non>rel", "agreement", "skew", "class 0", "no precondition")...)}
	left := hasOmitted(counts)
	if left {
		t.Columns = append(t.Columns, table.Right("not violated", "not scored")...)
	}
	for _, axiom := range a.All {
		name := axiom.String()
		for _, split := range slices.SortedFunc(maps.Keys(counts[name]), collection.CompareSplits) {
			c, p := counts[name][split], profiles[name][split]
			row := []string{name, split, strconv.Itoa(c.Instances), table.None, table.None, table.None, table.None}
			if c.RelOverNonrel != nil {
				row = append(row[:3], strconv.Itoa(*c.RelOverNonrel), strconv.Itoa(*c.NonrelOverRel), share(p.Agreement, 4), skew(p.LengthSkew))
			}
			row = append(row, countOf(c.Undecided), countOf(c.Void))
			if left {
				row = append(row, strconv.Itoa(c.NotViolated), strconv.Itoa(c.NotScored))
			}
			t.Add(row...)
		}
	}
	return t
}

// countOf formats a count that not every axiom has.
func countOf(n *int) string {
	if n == nil {
		return table.None
	}
	return strconv.Itoa(*n)
}

// hasOmitted reports whether instances were left out because of a model's scores.
func hasOmitted(counts mine.Counts) bool {
	for _, bySplit := range counts {
		for _, c := range bySplit {
			if c.NotViolated+c.NotScored > 0 {
				return true
			}
		}
	}
	return false
}

// Results returns the ledger for a person: its pools, then the rows that were drawn of them.
func (s *Report) Results() *table.Results {
	r := new(table.Results)
	for _, line := range s.Account() {
		r.Say("%s", line)
	}
	return r.Table(poolTable(s.allPools())).Table(shard.DrawnTable(s.Drawn)).Table(taskTable(s.Tasks))
}

func poolTable(pools []Pool) *table.Table {
	t := &table.Table{Name: "pools", Columns: append(table.Left("pool"),
		table.Right("mined", "dropped", "in pool", "wanted", "taken", "skew")...)}
	for _, p := range pools {
		t.Add(p.Name, strconv.Itoa(p.Mined), strconv.Itoa(p.Dropped.Sum()), strconv.Itoa(p.Size), strconv.Itoa(p.Wanted), strconv.Itoa(p.Taken),
			skew(p.LengthSkew))
	}
	return t
}

// taskTable returns a row for every task, with the classes in the order -1, 0, +1.
func taskTable(tasks []Task) *table.Table {
	t := &table.Table{Name: "tasks", Columns: append(table.Left("task", "set"),
		table.Right("no precondition", "found by class", "wanted", "taken by class")...)}
	for _, task := range tasks {
		t.Add(task.Task, SetName(task.Split, task.Set), strconv.Itoa(task.WithoutPrecondition), byClass(task.Found), strconv.Itoa(task.Wanted),
			byClass(task.Taken))
	}
	return t
}

func byClass(n [sample.Classes]int) string { return strings.Trim(fmt.Sprint(n), "[]") }

func skew(x float64) string { return terminal.Signed(x, 3) }

// share formats a share that may be unknown.
func share(x *float64, digits int) string {
	if x == nil {
		return table.None
	}
	return strconv.FormatFloat(*x, 'f', digits, 64)
}
