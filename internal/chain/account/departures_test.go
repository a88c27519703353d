package account

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/google/go-cmp/cmp"
)

// TestFarCounts: a share that differs from the published one by more than a factor of 3 has a line, the largest difference of
// an axiom alone; shares nearer than that, and those of a few pairs, have none.
func TestFarCounts(t *testing.T) {
	classes := func(of string, numbers ...float64) (list []configs.PublishedNumber) {
		for i, measure := range []string{"class -1", "class 0", "class +1", "without precondition"} {
			list = append(list, configs.PublishedNumber{Subject: of, Measure: measure, Value: numbers[i]})
		}
		return list
	}
	cell := func(decided, undecided, void int) map[string]mine.Cell {
		return map[string]mine.Cell{"train": {Instances: decided, Undecided: &undecided, Void: &void},
			"test": {Undecided: new(int), Void: new(int)}}
	}
	klose := classes("m-tdc/klose", 10616, 51161, 10164, 3393059)
	for _, c := range []struct {
		name      string
		published []configs.PublishedNumber
		counts    mine.Counts
		want      []string
	}{
		{"another reading", klose, mine.Counts{"m-tdc(variant=klose)": cell(9384, 616, 480000)},
			[]string{"m-tdc(variant=klose): class 0 for .062 of the pairs here, .711 published: another reading or another collection?"}},
		{"near", klose, mine.Counts{"m-tdc(variant=klose)": cell(3000, 7000, 480000)}, nil},
		{"no pair", klose, mine.Counts{"m-tdc(variant=klose)": cell(0, 0, 0)}, nil},
		{"few pairs", klose, mine.Counts{"m-tdc(variant=klose)": cell(28, 0, 1300)}, nil},
		{"another axiom", klose, mine.Counts{"m-tdc": cell(9384, 616, 480000)}, nil},
		{"another precondition", classes("prox4", 1606588, 261922, 1594190, 0), mine.Counts{"prox4": cell(5769, 473, 473758)},
			[]string{"prox4: the precondition for .013 of the pairs here, 1.000 published: another reading or another collection?"}},
		{"instances of ordered pairs", []configs.PublishedNumber{{Subject: "lnc1", Measure: "instances", Value: 14481949},
			{Subject: "top 100", Measure: "ordered pairs", Value: 15424200}}, mine.Counts{"lnc1": cell(147, 3000, 140403)},
			[]string{"lnc1: an instance in .00051 of the pairs here, .939 published: another reading or another collection?"}},
		{"ordered pairs with the precondition", []configs.PublishedNumber{{Subject: "lnc1", Measure: "ordered pairs with the precondition",
			Value: 14481949}, {Subject: "top 100", Measure: "ordered pairs", Value: 15424200}},
			mine.Counts{"lnc1": cell(147, 3000, 140403)},
			[]string{"lnc1: the precondition for .022 of the pairs here, .939 published: another reading or another collection?"}},
		{"ordered pairs with the precondition, near", []configs.PublishedNumber{{Subject: "lnc1", Measure: "ordered pairs with the precondition",
			Value: 14481949}, {Subject: "top 100", Measure: "ordered pairs", Value: 15424200}},
			mine.Counts{"lnc1": cell(1000, 120000, 20000)}, nil},
		{"instances of a split, in two tables", []configs.PublishedNumber{{Subject: "tfc1", Measure: "instances", Value: 2758223, Split: "train"},
			{Subject: "tfc1", Measure: "instances", Value: 353621, Split: "test"},
			{Subject: "tfc1", Measure: "instances", Value: 353621, Split: "test"},
			{Subject: "top 50", Measure: "ordered pairs", Value: 1019200, Split: "test"}}, mine.Counts{"tfc1": cell(7000, 93000, 0)},
			[]string{"tfc1: an instance in .035 of the pairs here, .347 published: another reading or another collection?"}},
		{"instances alone", []configs.PublishedNumber{{Subject: "lnc1", Measure: "instances", Value: 14481949}},
			mine.Counts{"lnc1": cell(147, 3000, 140403)}, nil},
	} {
		if diff := cmp.Diff(c.want, FarCounts(c.counts, c.published)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		var tasks []Task
		for name, bySplit := range c.counts {
			train := bySplit["train"]
			tasks = append(tasks, Task{Task: name, Split: "train", WithoutPrecondition: *train.Void,
				Found: [3]int{train.Instances / 2, *train.Undecided, train.Instances - train.Instances/2}})
		}
		if diff := cmp.Diff(c.want, FarTasks(tasks, c.published)); diff != "" && c.name != "instances of ordered pairs" {
			t.Errorf("%s, of tasks: %s", c.name, diff)
		}
	}
}
