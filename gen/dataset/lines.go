package dataset

import (
	"fmt"
	"slices"
	"sort"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// CountLines is the table of a counting pass for a person: a line per axiom and split.
func CountLines(a *pools.Axioms, counts mine.Counts, profiles mine.Profiles) []string {
	lines := []string{fmt.Sprintf("%-24s %-6s %10s %10s %10s %9s %7s", "axiom", "split", "instances", "rel>non", "non>rel", "agreement",
		"skew")}
	for _, axiom := range a.All {
		name := axiom.String()
		splits := make([]string, 0, len(counts[name]))
		for split := range counts[name] {
			splits = append(splits, split)
		}
		sort.Slice(splits, func(i, j int) bool { return collection.SplitRank(splits[i]) < collection.SplitRank(splits[j]) })
		for _, split := range splits {
			c, p := counts[name][split], profiles[name][split]
			line := fmt.Sprintf("%-24s %-6s %10d", name, split, c.Instances)
			if c.RelOverNonrel != nil {
				agreement := "-"
				if p.Agreement != nil {
					agreement = fmt.Sprintf("%.4f", *p.Agreement)
				}
				line += fmt.Sprintf(" %10d %10d %9s %+7.3f", *c.RelOverNonrel, *c.NonrelOverRel, agreement, p.LengthSkew)
			}
			if c.NotViolated+c.NotScored > 0 {
				line += fmt.Sprintf("  (%d more are not violated, %d not scored)", c.NotViolated, c.NotScored)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// Lines is the ledger for a person.
func (s *SampleReport) Lines() []string {
	lines := []string{
		s.CameText(),
		fmt.Sprintf("regular pairs: %d found, %d taken, %d given up for axiomatic ones; %d conflicts between axioms", s.Regular.Found,
			s.Regular.Taken, s.Regular.Displaced, s.Conflicts),
	}
	if len(s.Pools)+len(s.PairTasks) > 0 {
		lines = append(lines, fmt.Sprintf("%-24s %9s %9s %9s %9s %9s %7s", "pool", "mined", "dropped", "in pool", "wanted", "taken", "skew"))
	}
	for _, p := range slices.Concat(s.Pools, s.PairTasks) {
		lines = append(lines, fmt.Sprintf("%-24s %9d %9d %9d %9d %9d %+7.3f", p.Name, p.Mined, p.Dropped.Sum(), p.Size, p.Wanted, p.Taken,
			p.LengthSkew))
	}
	for _, p := range s.Perturbed {
		lines = append(lines, fmt.Sprintf("%s%s: %d pairs of copies of %d documents of judged pairs, %d without",
			pools.PerturbedPrefix, p.Axiom, p.Pairs, p.Documents, p.NoCopies))
	}
	if len(s.Drawn) > 0 {
		lines = append(lines, drawnLine(shard.DrawnHeads))
	}
	for _, row := range shard.DrawnRows(s.Drawn) {
		lines = append(lines, drawnLine(row))
	}
	if left := s.Regular.Suspects.Reasons(); len(left) > 0 {
		lines = append(lines, fmt.Sprintf("regular pairs left out, since their negative may be relevant: %v", left))
	}
	if len(s.Tasks) > 0 {
		lines = append(lines, fmt.Sprintf("%-24s %-22s %9s %26s %9s %26s", "task", "set", "no precond.", "found by class -1, 0, +1", "wanted",
			"taken by class"))
	}
	for _, t := range s.Tasks {
		set := SplitPairs{Split: t.Split, Set: t.Set}
		lines = append(lines, fmt.Sprintf("%-24s %-22s %11d %26s %9d %26s", t.Task, set.name(), t.WithoutPrecondition, byClass(t.Found),
			t.Wanted, byClass(t.Taken)))
	}
	return lines
}

// drawnLine is a line of the table of what was drawn; the task, which uids know, has no column.
func drawnLine(cells []string) string {
	return fmt.Sprintf("%-6s %-24s %8s %7s %8s %14s %14s %12s %14s", cells[0], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7],
		cells[8], cells[9])
}

func byClass(n [sample.Classes]int) string { return fmt.Sprintf("%d %d %d", n[0], n[1], n[2]) }
