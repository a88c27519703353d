package report

import "testing"

// TestComparisonAnswers: a page of compared runs begins with what its test supports, and above p .05 with no difference. By hand.
func TestComparisonAnswers(t *testing.T) {
	run := func(name string, value float64) Control {
		return Control{Name: name, Test: map[string]float64{"map": value}}
	}
	for want, holm := range map[string]float64{
		"b is better than a: map 0.284 and 0.271, Holm p 0.049, 225 queries.":                        0.049,
		"No difference between b and a can be told: map 0.284 and 0.271, Holm p 0.063, 225 queries.": 0.063,
	} {
		c := &Comparison{Measures: []string{"map"}, Runs: []Control{run("a", .271), run("b", .284)}, Queries: 225,
			Tests: []Test{{A: "a", B: "b", Measure: "map", MeanA: .271, MeanB: .284, HolmP: holm, N: 225}}}
		if got := c.answerText(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	c := &Comparison{Measures: []string{"map"}, Runs: []Control{run("a", .3), run("b", .2)}, Queries: 50}
	if got, want := c.answerText(), "No run is better than a: its map of 0.300 on 50 queries is the highest."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
