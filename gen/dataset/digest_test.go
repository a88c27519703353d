package dataset

import (
	"encoding/json"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The digest follows every value that a trainer sees, and not the names of axioms.
func TestData(t *testing.T) {
	row := pairs.Pair{Task: "ranking", Axiom: "tfc1(delta_star=0.1)", QueryID: "q", PosID: "a", NegID: "b", PosLabel: 1, Weight: 1, Margin: 1,
		Source: pairs.Axiomatic}
	digest := func(change func(*pairs.Pair, *configs.Config)) string {
		own, l := row, &configs.LoadedConfig{}
		change(&own, &l.Config)
		own.UID = pairs.NewUID(own.Task, own.Axiom, own.QueryID, own.PosID, own.NegID, 0)
		sum, err := Digest(&Data{Sets: []SplitPairs{{Split: "train", Pairs: pairs.TableOf([]pairs.Pair{own})}}}, &l.Config)
		must.Do(t, err)
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

// The digest of a row is over this text, and files hold digests: the names in it stay.
func TestRowsKeepTheirBytes(t *testing.T) {
	number, score := int32(7), 0.5
	row := pairs.Pair{UID: "u", Task: "ranking", Axiom: "a", Variant: "v", QueryID: "q", PosID: "p", NegID: "n", PosLabel: 2, NegLabel: 1,
		Class: &number, Weight: 3, Margin: 4, Source: pairs.Axiomatic, PosGrade: &number, NegGrade: nil, PosRank: &number, NegRank: nil,
		PosScore: &score, NegScore: nil, Pass: 5, NegSource: "s"}
	const want = `{"UID":"u","Task":"ranking","Axiom":"a","Variant":"v","QueryID":"q","PosID":"p","NegID":"n","PosLabel":2,"NegLabel":1,` +
		`"Class":7,"Weight":3,"Margin":4,"Source":"axiom","PosGrade":7,"NegGrade":null,"PosRank":7,"NegRank":null,` +
		`"PosScore":0.5,"NegScore":null,"Pass":5,"NegSource":"s"}`
	if got, err := json.Marshal(row); string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// TestDataOfSets: the digest follows the rows of each set, those that are spare and how many there are, and not the order of rows.
func TestDataOfSets(t *testing.T) {
	row := func(query, positive string) pairs.Pair {
		p := pairs.Pair{Task: "ranking", QueryID: query, PosID: positive, NegID: "n", Weight: 1, Margin: 1}
		p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, 0)
		return p
	}
	digest := func(sets ...SplitPairs) string {
		return must.Get(Digest(&Data{Sets: sets}, &configs.Config{}))(t)
	}
	a, b := row("q", "a"), row("q", "b")
	ab, ba := pairs.TableOf([]pairs.Pair{a, b}), pairs.TableOf([]pairs.Pair{b, a})
	first := digest(SplitPairs{Split: "train", Set: "s", Pairs: ab})
	must.Equal(t, digest(SplitPairs{Split: "train", Set: "s", Pairs: ba}), first, "the digest follows the order of rows")
	only := pairs.TableOf([]pairs.Pair{a})
	for name, sets := range map[string][]SplitPairs{
		"split":  {{Split: "dev", Set: "s", Pairs: ab}},
		"set":    {{Split: "train", Set: "r", Pairs: ab}},
		"fewer":  {{Split: "train", Set: "s", Pairs: only}},
		"more":   {{Split: "train", Set: "s", Pairs: pairs.TableOf([]pairs.Pair{a, b, b})}},
		"spares": {{Split: "train", Set: "s", Pairs: ab, Spares: only}},
		"sets":   {{Split: "train", Set: "s", Pairs: ab}, {Split: "train", Set: "s", Pairs: ab}},
		"none":   {{Split: "train", Set: "s"}},
	} {
		if digest(sets...) == first {
			t.Errorf("%s: the same digest", name)
		}
	}
}
