package countspage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// sample returns counts by hand: of 1,000 candidate pairs of train tfc1 orders 400 and lnc1 10, and of 20 of test tfc1 orders 5; tfc2
// orders three triples.
func sample(t *testing.T) ([]axioms.Axiom, map[string]int, mine.Counts, mine.Profiles) {
	t.Helper()
	var list []axioms.Axiom
	var names []string
	for _, text := range []string{"tfc1", "lnc1", "tfc2"} {
		a, err := axioms.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list, names = append(list, a), append(names, a.String())
	}
	counts := mine.Counts{
		names[0]: {"train": {Instances: 400, RelOverRel: new(10), RelOverNonrel: new(60), NonrelOverRel: new(20), NonrelOverNonrel: new(310),
			ByDeltaStar: map[string]int{"0": 4, "0.1": 15, "1": 400}, NotViolated: 3, NotScored: 2},
			"test": {Instances: 5, RelOverRel: new(0), RelOverNonrel: new(0), NonrelOverRel: new(0), NonrelOverNonrel: new(5)}},
		names[1]: {"train": {Instances: 10, RelOverNonrel: new(1), NonrelOverRel: new(1), RelOverRel: new(0), NonrelOverNonrel: new(8)}},
		names[2]: {"train": {Instances: 3}},
	}
	profiles := mine.Profiles{names[0]: {"train": {LengthSkew: -.25, Longer: new(.3), Agreement: new(.75)}},
		names[1]: {"train": {Longer: new(1.0), Agreement: new(.5)}}}
	return list, map[string]int{"train": 1000, "test": 20}, counts, profiles
}

// TestPage: the sentences, and each table's cells; by hand.
func TestPage(t *testing.T) {
	list, numPairs, counts, profiles := sample(t)
	p := New(list, numPairs, counts, profiles, page.Next{})
	names := []string{list[0].String(), list[1].String(), list[2].String()}
	if want := fmt.Sprintf("Judgements agree with %s in 75.0 %% of 80 preferences.", names[0]); p.Found != want {
		t.Errorf("%s, want %s", p.Found, want)
	}
	if sure := fmt.Sprintf("3 axioms find 418 preferences: %s the most, 405, and %s the fewest, 3. Judgements decide 82 preferences, those "+
		"with exactly one relevant document; 50 %% is guessing.", names[0], names[2]); p.Sure != sure {
		t.Errorf("%s, want %s", p.Sure, sure)
	}
	rows := func(section int) string {
		var lines []string
		for _, row := range p.Sections[section].Table.Rows {
			lines = append(lines, strings.Join(row, " "))
		}
		return strings.Join(lines, "\n")
	}
	pairs := names[0] + " train 1,000 400 40.0 % 10 60 20 310 5\n" + names[0] + " test 20 5 25.0 % 0 0 0 5 0\n" + names[1] +
		" train 1,000 10 1.0 % 0 1 1 8 0\n" + names[2] + " train 1,000 3 – – – – – 0"
	if got := rows(0); got != pairs {
		t.Errorf("%s\nwant\n%s", got, pairs)
	}
	bounds := names[0] + " train 4 – 15 – – 400\n" + names[0] + " test – – – – – –\n" + names[1] + " train – – – – – –\n" + names[2] +
		" train – – – – – –"
	if got := rows(3); got != bounds {
		t.Errorf("%s\nwant\n%s", got, bounds)
	}
	for section, note := range map[int]string{0: "train, " + names[0] + ": 400", 1: "75.0 % of 80", 2: "30.0 %, length skew −0.250"} {
		if figure := string(p.Sections[section].Figure.Wide); !strings.Contains(figure, note+"</title>") {
			t.Errorf("section %d has no %q", section, note)
		}
	}
	// lnc1 has two judged pairs and ten in all, which are fewer than 30; tfc2 compares three documents.
	few := "Fewer than 30 such pairs: " + names[1] + ", " + names[2] + "."
	for section, without := range []string{"They compare no two candidates: " + names[2] + ".", few, few} {
		figure := p.Sections[section].Figure
		if drawn := string(figure.Wide); !strings.HasSuffix(figure.Caption, ". "+without) || strings.Contains(drawn, names[2]) {
			t.Errorf("section %d: %s\n%s", section, figure.Caption, drawn)
		}
	}
}

// TestSentences: of one axiom, of none, and where nothing is judged.
func TestSentences(t *testing.T) {
	one := mine.Counts{"tfc1": {"train": {Instances: 1}}}
	for want, counts := range map[string]mine.Counts{"The axioms find nothing among these candidates.": {"tfc1": {"train": {}}},
		"tfc1 finds 1 preference.": one} {
		if got := account.CountsText(counts); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	const want = "The counts are exact; no judgement decides any of these preferences, so that nothing here says how often they are right."
	if got := account.CountsSure(one); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	list, numPairs, counts, _ := sample(t)
	if p := New(list, numPairs, counts, mine.Profiles{}, page.Next{}); p.Sections[1].Figure != nil {
		t.Error("an agreement without judgements is drawn")
	}
}
