package dataset

import (
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestTestSets: equal classes and classes as they are, of some queries and of unique ones, whose number may differ. Two sets of the same
// queries share what is mined.
func TestTestSets(t *testing.T) {
	one, unique := new(Drawer), new(Drawer)
	for number, k := range map[int]int{0: 2, 3: 3} {
		var g configs.Gen
		g.ClassTest, g.UniqueTest = 2, number
		sets := testSets(one, unique, &g, "test ")
		want := []testSet{
			{SplitPairs{Split: "test", Set: "stratified"}, one, sample.Stratified, 2, "test "},
			{SplitPairs{Split: "test", Set: "random"}, one, sample.Random, 2, "test "},
			{SplitPairs{Split: "test", Set: "unique-stratified"}, unique, sample.Stratified, k, ""},
			{SplitPairs{Split: "test", Set: "unique-random"}, unique, sample.Random, k, ""},
		}
		if !slices.Equal(sets, want) {
			t.Errorf("%+v, want %+v", sets, want)
		}
		if !sets[1].sharesPools(sets[0]) || sets[2].sharesPools(sets[1]) || !sets[3].sharesPools(sets[2]) {
			t.Error("sets of the same queries share their pools, and no others")
		}
	}
	for _, other := range []testSet{{drawFrom: unique, k: 2, poolPrefix: "a"}, {drawFrom: one, k: 3, poolPrefix: "a"}, {drawFrom: one, k: 2, poolPrefix: "b"}} {
		if (testSet{drawFrom: one, k: 2, poolPrefix: "a"}).sharesPools(other) {
			t.Errorf("%+v shares its pools", other)
		}
	}
}

// TestOrderOfClassPairs: the first document of a row of classes is the first one in the collection. Documents made of one follow it, by how
// often they repeat it.
func TestOrderOfClassPairs(t *testing.T) {
	chain := chaintest.All(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.Made, c.Gen.Mixture, c.Gen.Rows = "lnc2", "all", "tfc1=1", 400
		c.Gen.OnShortage, c.Gen.ClassSample = "accept", "random"
	})
	data := must.Get(Sample(t.Context(), chain, nil))(t)
	made := data.Report.Of(account.Made)
	if n := chain.Splits[0].Census.Made; n == 0 || made[0].Split != "train" || made[0].Drawn != n {
		t.Errorf("made candidates %+v, want %d of train", made, n)
	}
	place := func(id string) [2]int {
		k := 1
		if source, repeats, ok := pairs.ParseMadeID(id); ok {
			id, k = source, repeats
		}
		doc, _ := chain.Index.Doc(id)
		return [2]int{int(doc), k}
	}
	ofOne, ofTwo := 0, 0
	for _, r := range data.Sets[0].Rows() {
		first, second := place(r.PosID), place(r.NegID)
		if first[0] > second[0] || first[0] == second[0] && first[1] >= second[1] {
			t.Errorf("%s is before %s", r.PosID, r.NegID)
		}
		if first[0] == second[0] {
			ofOne++
		} else if first[1] > second[1] {
			ofTwo++
		}
	}
	if ofOne == 0 || ofTwo == 0 {
		t.Errorf("%d rows of one source, %d whose first document repeats its source more often", ofOne, ofTwo)
	}
}

// TestClassQueries: the labels in use are those of training queries, and the queries that two splits share come once.
func TestClassQueries(t *testing.T) {
	queries := func(ids ...string) (list []mine.Query) {
		for _, id := range ids {
			list = append(list, mine.Query{ID: id})
		}
		return list
	}
	splits := []prepare.Split{{Name: "train", Queries: queries("a", "b")}, {Name: "dev", Queries: queries("b", "c")}}
	c := chaintest.Config(t, func(c *configs.Config) { c.Gen.ClassQueries = "train=2, dev=3" })
	d := &Drawer{Queries: splits[0].Queries, Labels: []bool{true, false}}
	report := &account.Report{}
	got := must.Get(newClassDrawer(&c.Gen, splits, d, "train", report))(t)
	text := ""
	for i, q := range got.Queries {
		text += fmt.Sprintf("%s %v, ", q.ID, got.Labels[i])
	}
	must.Equal(t, text, "a true, b false, c false, ", "queries and labels")
	if len(report.Warnings) != 1 || report.Warnings[0] != "class_queries: dev=3 wanted, 2 there" || len(report.Unmet()) != 1 ||
		report.Unmet()[0].Wanted != 3 || report.Unmet()[0].There != 2 {
		t.Errorf("%q, %+v", report.Warnings, report.Unmet())
	}
}

// TestWithoutQueries: the queries that are left are those of other ids, in their order.
func TestWithoutQueries(t *testing.T) {
	a, b, c := mine.Query{ID: "a"}, mine.Query{ID: "b"}, mine.Query{ID: "c"}
	left := withoutQueries([]mine.Query{a, b, c}, []mine.Query{b, {ID: "d"}})
	if len(left) != 2 || left[0].ID != "a" || left[1].ID != "c" {
		t.Errorf("%+v are left, want a and c", left)
	}
}
