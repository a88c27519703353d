package quota

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
)

func TestAskedText(t *testing.T) {
	loaded, err := configs.Load("demo", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := loaded.Gen
	g.Axioms, g.Ratio = "tfc1, m-tdc", "3:1"
	for _, c := range []struct {
		ratio, budget, want string
	}{
		{"3:1", sample.Append, "asked: 3,042 axiomatic : 1,014 regular (tfc1 1,521, m-tdc 1,521)"},
		{"1:1", sample.Replace, "asked: 507 axiomatic : 507 regular (tfc1 253, m-tdc 254)"}, // half of 1,014, shared by two
		{"none", sample.Append, "asked: all axiomatic pairs there are : 1,014 regular (tfc1 all, m-tdc all)"},
		{"tfc1=1:1", sample.Append, "asked: 1,014 axiomatic and all of 1 axiom : 1,014 regular (tfc1 1,014, m-tdc all)"},
	} {
		g.Ratio = c.ratio
		a, err := ParseAxioms(&g)
		if err != nil {
			t.Fatal(err)
		}
		if got := AskedText(a, sample.PoolSizes(1014, a.Pools, c.budget), 1014, c.budget); got != c.want {
			t.Errorf("%s %s: %s", c.ratio, c.budget, got)
		}
	}
}
