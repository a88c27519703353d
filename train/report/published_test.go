package report

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// Beside a published number stands ours of that name, of the system that plays its part, of a fold, or of what is fulfilled; with a
// line that says in which way ours is a reduced form.
func TestPublishedBesideOurs(t *testing.T) {
	r := &Result{Protocol: Protocol{Collection: "sea"}, Reduced: "Ours is a reduced form of the published experiment: 5 queries, not 50."}
	r.Arms = Arms{{Name: "judged", Mean: Means{Test: Scores{"MAP": .25}}, Seeds: []SeedRun{ // two seeds, two folds
		{Seed: 42, Fold: 1, Test: Scores{"MAP": .1}}, {Seed: 42, Fold: 2, Test: Scores{"MAP": .2}},
		{Seed: 43, Fold: 1, Test: Scores{"MAP": .3}}, {Seed: 43, Fold: 2, Test: Scores{"MAP": .4}}}}}
	r.Fulfilment = []Fulfilment{{Model: "judged", Axioms: []AxiomFulfilment{fulfilled("tfc1", 3, 4), {Axiom: "tfc2"}}}}
	for _, c := range []struct {
		p               PublishedNumber
		published, here string
	}{
		{PublishedNumber{System: "judged", Measure: "MAP", Value: .5}, "0.5000", "0.2500"},
		{PublishedNumber{System: "judged", Measure: "MRR", Value: .5, HalfWidth: new(.02)}, "0.5000±0.0200", table.None},
		{PublishedNumber{System: "judged", Measure: "P@1", Value: .5814, HalfWidth: new(0.)}, "0.5814±0.0000", table.None},
		{PublishedNumber{System: "ranking, alone", Ours: "judged", Measure: "MAP", Value: .5}, "0.5000", "0.2500"},
		{PublishedNumber{System: "ranking, alone", Measure: "MAP", Value: .5}, "0.5000", table.None},
		{PublishedNumber{System: "fold 2", Measure: "MAP", Value: .5}, "0.5000", "0.3000"},
		{PublishedNumber{System: "fold 3", Measure: "MAP", Value: .5}, "0.5000", table.None},
		{PublishedNumber{System: "tfc1", Measure: "fulfilled by judged", Value: .5}, "0.5000", "0.7500"},
		{PublishedNumber{System: "tfc2", Measure: "fulfilled by judged", Value: .5}, "0.5000", table.None}, // no instance
		{PublishedNumber{System: "rows of ranking", Value: 100000, Counts: true}, "100,000", table.None},
	} {
		r.Published = append(r.Published, c.p)
		row := PublishedTable(r).Rows[len(r.Published)-1]
		if row[3] != c.published || row[4] != c.here {
			t.Errorf("%+v: %s, %s", c.p, row[3], row[4])
		}
	}
	var text strings.Builder
	if err := r.Summary().Text(&text, 0); err != nil || !strings.Contains(text.String(), "\nPublished beside ours\n\n"+r.Reduced+"\n\n") {
		t.Errorf("the summary is\n%s", text.String())
	}
	if page := pagetest.Render(t, r.HTML); !strings.Contains(page, r.Reduced+" Published numbers stand for") {
		t.Error("the page does not say it")
	}
}
