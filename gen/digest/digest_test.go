package digest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Each later equal cell names the first one, be it equal by its data or by its files; the others name none.
func TestEqual(t *testing.T) {
	for _, c := range []struct {
		name        string
		data, files string // a letter a cell; a space is no digest
		want        []int
	}{
		{"all differ", "abc", "xyz", []int{0, 0, 0}},
		{"all are equal", "aaa", "xxx", []int{0, 1, 1}},
		{"by data alone", "aba", "xyz", []int{0, 0, 1}},
		{"by files alone", "abc", "xyx", []int{0, 0, 1}},
		{"through another one", "aab", "xyy", []int{0, 1, 1}},
		{"no digest equals none", "  a", "  a", []int{0, 0, 0}},
		{"data and files have names of their own", "ab", "ba", []int{0, 0}},
	} {
		var cells []Cell
		for i := range c.data {
			cells = append(cells, Cell{Data: strings.TrimSpace(c.data[i : i+1]), Files: strings.TrimSpace(c.files[i : i+1])})
		}
		got := Equal(cells)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The digest follows every value that a trainer sees, and not the names of axioms.
func TestData(t *testing.T) {
	row := pairs.Pair{Task: "ranking", Axiom: "tfc1(delta_star=0.1)", QueryID: "q", PosID: "a", NegID: "b", PosLabel: 1, Weight: 1, Margin: 1,
		Source: pairs.Axiomatic}
	digest := func(change func(*pairs.Pair, *configs.Config)) string {
		own, l := row, &configs.LoadedConfig{}
		change(&own, &l.Config)
		own.UID = pairs.NewUID(own.Task, own.Axiom, own.QueryID, own.PosID, own.NegID, 0)
		sum, err := Data(&dataset.Data{Sets: []dataset.SplitPairs{{Split: "train", Pairs: pairs.TableOf([]pairs.Pair{own})}}}, &l.Config)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := digest(func(*pairs.Pair, *configs.Config) {})
	for name, c := range map[string]struct {
		same   bool
		change func(*pairs.Pair, *configs.Config)
	}{
		"axiom":      {true, func(p *pairs.Pair, _ *configs.Config) { p.Axiom = "tfc1(delta_star=0.2)" }},
		"query":      {false, func(p *pairs.Pair, _ *configs.Config) { p.QueryID = "r" }},
		"preferred":  {false, func(p *pairs.Pair, _ *configs.Config) { p.PosID = "c" }},
		"other":      {false, func(p *pairs.Pair, _ *configs.Config) { p.NegID = "c" }},
		"label":      {false, func(p *pairs.Pair, _ *configs.Config) { p.PosLabel = 2 }},
		"weight":     {false, func(p *pairs.Pair, _ *configs.Config) { p.Weight = .5 }},
		"margin":     {false, func(p *pairs.Pair, _ *configs.Config) { p.Margin = .5 }},
		"source":     {false, func(p *pairs.Pair, _ *configs.Config) { p.Source = "" }},
		"shards":     {false, func(_ *pairs.Pair, c *configs.Config) { c.Tokenize.MaxLength = 77 }},
		"delta_star": {true, func(_ *pairs.Pair, c *configs.Config) { c.Gen.DeltaStar = "0.2" }},
	} {
		if got := digest(c.change); (got == first) != c.same {
			t.Errorf("%s: the same digest is %v, want %v", name, got == first, c.same)
		}
	}
}

// The digest of a row is over this text, and files hold digests: the names in it stay, whatever the fields of a pair are called.
func TestRowsKeepTheirBytes(t *testing.T) {
	number, score := int32(7), 0.5
	row := pairs.Pair{UID: "u", Task: "ranking", Axiom: "a", Variant: "v", QueryID: "q", PosID: "p", NegID: "n", PosLabel: 2, NegLabel: 1,
		Class: &number, Weight: 3, Margin: 4, Source: pairs.Axiomatic, PosGrade: &number, NegGrade: nil, PosRank: &number, NegRank: nil,
		PosScore: &score, NegScore: nil, Pass: 5, NegSource: "s"}
	const want = `{"UID":"u","Task":"ranking","Axiom":"a","Variant":"v","QueryID":"q","PosID":"p","NegID":"n","PosLabel":2,"NegLabel":1,` +
		`"Class":7,"Weight":3,"Margin":4,"Source":"axiom","PosGrade":7,"NegGrade":null,"PosRank":7,"NegRank":null,` +
		`"PosScore":0.5,"NegScore":null,"Pass":5,"NegSource":"s"}`
	if got, err := json.Marshal(digestRow(row)); string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
