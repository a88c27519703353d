package diagnose

import (
	"bytes"
	"strings"
	"testing"
)

// TestPageOfLittle: a run without instances of an axiom, without judgements and without a name fit for HTML makes a page.
func TestPageOfLittle(t *testing.T) {
	r := &Result{Queries: 1, Command: "axiomine axioms diagnose <run>", Notes: []string{"2 < 3"}, Uncovered: 1}
	none := RunFulfilment{Run: "<run>", ByDeltaStar: []AtStep{{DeltaStar: 0}, {DeltaStar: 1}}}
	some := RunFulfilment{Run: "other", Count: Count{Fulfilled: 1, Instances: 2}, Share: 0.5,
		ByDeltaStar: []AtStep{{DeltaStar: 0}, {DeltaStar: 1, Count: Count{Fulfilled: 1, Instances: 2}, Share: 0.5}}}
	r.Runs = []RunResult{{Run: "<run>"}, {Run: "other"}}
	r.Axioms = []AxiomResult{{Axiom: "lnc2", Order: "weak", Fulfilment: []RunFulfilment{none, some}},
		{Axiom: "tfc2", Order: "strict", Fulfilment: []RunFulfilment{none, none}}}
	var b bytes.Buffer
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "NaN") || strings.Contains(page, "<run>") {
		t.Error("the page holds a missing number or an unescaped name")
	}
	if !strings.Contains(page, `<td class="num">0</td><td class="num">-</td><td class="num">-</td>`) {
		t.Error("an axiom without an instance has a share")
	}
	if !strings.Contains(page, "<h2>lnc2 by length bound</h2>") || strings.Contains(page, "<h2>tfc2 by length bound</h2>") {
		t.Error("the page has a chapter for each axiom with an instance, and for no other")
	}
}
