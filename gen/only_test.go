package gen_test

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"pgregory.net/rapid"
)

// Some of a configuration's pools by themselves are the same pools: names, ratios, numbers, loss weights and margins.
func TestOnlySome(t *testing.T) {
	entries := []string{"tfc1", "m-tdc", "length-safe", "rs-bm25(margin=1.25)", "m-and & tfc2(variant=count)", "prox1(delta_star=0.2)", "lb1"}
	rapid.Check(t, func(t *rapid.T) {
		loaded, err := configs.Load("", nil)
		if err != nil {
			t.Fatal(err)
		}
		c := loaded.Config
		list := rapid.SliceOfNDistinct(rapid.SampledFrom(entries), 1, 5, rapid.ID[string]).Draw(t, "axioms")
		c.Gen.Axioms, c.Gen.DeltaStar = strings.Join(list, ", "), rapid.SampledFrom([]string{"", "0.1", "none"}).Draw(t, "bound")
		named := func(label string, values ...string) string {
			var parts []string
			for _, entry := range list {
				if rapid.Bool().Draw(t, label) {
					parts = append(parts, entry+"="+rapid.SampledFrom(values).Draw(t, label))
				}
			}
			return strings.Join(parts, ",")
		}
		c.Gen.Pairs = named("pairs", "3", "40")
		if text := named("ratio", "1:1", "3:7", "none"); text != "" {
			c.Gen.Ratio = text
		}
		if text := named("weight", "1", "0.5", "4"); text != "" {
			c.Train.AxiomWeight = text
		}
		all, err := quota.ParseAxioms(&c.Gen)
		if err != nil {
			t.Skip(err) // an axiom twice
		}
		var some []int
		for i := range all.Pools {
			if rapid.Bool().Draw(t, "kept") {
				some = append(some, i)
			}
		}
		if len(some) == 0 {
			return
		}
		keys, err := all.Only(&c, some)
		if err != nil {
			t.Fatal(err)
		}
		own := c
		for _, k := range keys {
			if err := own.Set(k.Key, k.Value); err != nil {
				t.Fatal(err)
			}
		}
		got, err := quota.ParseAxioms(&own.Gen)
		if err != nil {
			t.Fatalf("%v: %v", keys, err)
		}
		before, _ := all.PerPool("train.axiom_weight", c.Train.AxiomWeight, 1)
		weights, err := got.PerPool("train.axiom_weight", own.Train.AxiomWeight, 1)
		if err != nil || len(got.Pools) != len(some) {
			t.Fatalf("%v: %d pools, %v", keys, len(got.Pools), err)
		}
		for k, i := range some {
			got.Pools[k].Sharers, got.Pools[k].Place = all.Pools[i].Sharers, all.Pools[i].Place // who has the pair that division leaves
			if got.Pools[k] != all.Pools[i] || weights[k] != before[i] {
				t.Fatalf("%v: %+v of weight %v, was %+v of %v", keys, got.Pools[k], weights[k], all.Pools[i], before[i])
			}
		}
	})
}
