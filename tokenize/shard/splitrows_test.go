package shard

import (
	"testing"
)

// The manifest counts the pairs of every split by task and axiom: together they are the mixture, and no row is in two counts.
func TestRowsBySplit(t *testing.T) {
	_, in := mixedSample(t)
	o := allFormats()
	o.Formats = []string{"parquet"}
	_, m := mustWrite(t, in, o)
	byTask, splits, seen := map[string]int{}, map[string]int{}, map[[3]string]bool{}
	for _, r := range m.Rows {
		byTask[r.Task] += r.Rows
		splits[r.Split] += r.Rows
		if key := [3]string{r.Split, r.Task, r.Axiom}; seen[key] || r.Rows == 0 {
			t.Errorf("%+v", r)
		} else {
			seen[key] = true
		}
	}
	for task, n := range m.Mixture {
		if byTask[task] != n {
			t.Errorf("%s: %d rows over splits, %d in the mixture", task, byTask[task], n)
		}
	}
	if len(byTask) != len(m.Mixture) || len(splits) != len(in.Splits) {
		t.Errorf("%v, %v", byTask, splits)
	}
}
