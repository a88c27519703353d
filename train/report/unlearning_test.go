package report

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/train/drmm"
)

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
		if !strings.Contains(list[0].String(), part) {
			t.Errorf("%q lacks %q", list[0], part)
		}
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
