package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// FindingOf returns the finding of a test.
func FindingOf(t Test) page.Finding {
	if t.IsEven() { // for example, both systems are one model
		return page.Finding{Claim: fmt.Sprintf("%s and %s have the same %s for every query", t.B, t.A, t.Measure),
			Evidence: page.Short(t.MeanA) + " on " + terminal.Plural(t.N, "query", "queries")}
	}
	f := page.Finding{Evidence: fmt.Sprintf("%s %s → %s, %s with 95 %% interval %s, Holm p %s, %s", t.Measure, page.Short(t.MeanA),
		page.Short(t.MeanB), terminal.Signed(t.Diff, 3), terminal.Interval(t.CI95, 3), page.PValue(t.HolmP),
		terminal.Plural(t.N, "query", "queries"))}
	switch {
	case t.HolmP >= page.Significant:
		f.Claim = fmt.Sprintf("No significant difference between %s and %s", t.B, t.A)
	case t.Diff > 0:
		f.Claim = fmt.Sprintf("%s is significantly better than %s", t.B, t.A)
	default:
		f.Claim = fmt.Sprintf("%s is significantly worse than %s", t.B, t.A)
	}
	return f
}

// findingsOf returns a finding for each significant test, and one finding for all other tests.
func findingsOf(tests []Test) (list []page.Finding) {
	var rest []Test
	var queries []int
	var parts []string
	for _, t := range tests {
		if t.HolmP < page.Significant {
			list = append(list, FindingOf(t))
			continue
		}
		queries = append(queries, t.N)
		rest, parts = append(rest, t), append(parts, fmt.Sprintf("%s against %s %s", t.B, t.A, terminal.Signed(t.Diff, 3)))
	}
	switch len(rest) {
	case 0:
		return list
	case 1:
		return append(list, FindingOf(rest[0]))
	}
	return append(list, page.Finding{Claim: "No significant difference in " + terminal.Plural(len(rest), "comparison", "comparisons"),
		Evidence: fmt.Sprintf("%s on %s, Holm p %.2f or more (%s)", rest[0].Measure, terminal.PluralSpan(queries, "query", "queries"),
			page.Significant, strings.Join(parts, ", "))})
}

// findings returns the findings of the tests on the main measure, without the headline's test.
func (r *Result) findings() []page.Finding {
	return findingsOf(slices.DeleteFunc(slices.Clone(r.Tests), func(t Test) bool {
		return t.Measure != r.Protocol.Main || r.Headline != nil && t.A == r.Headline.A && t.B == r.Headline.B
	}))
}

// fewQueries is the number of test queries below which a report has a caution.
const fewQueries = 50

// Conclude sets the headline and the findings of a record whose tests are complete. The first finding is the headline: arm b
// against arm a. The others are the other tests, the labels used, cautions, and the gain of training over the first stage.
func (r *Result) Conclude(a, b string, labels Labels, cautions []string) {
	r.Headline, r.Findings = nil, []string{}
	say := func(f page.Finding) { r.Findings = append(r.Findings, f.String()) }
	few := ""
	for _, t := range r.Tests {
		if few == "" && t.Measure == r.Protocol.Main && t.N < fewQueries && t.CI95[0] < t.CI95[1] { // the models differ
			few = detectableText(t)
		}
		if t.A == a && t.B == b && t.Measure == r.Protocol.Main {
			r.Headline = &Headline{A: a, B: b, Measure: t.Measure, Diff: t.Diff, CI95: t.CI95, HolmP: t.HolmP, Labels: labels}
			f := FindingOf(t)
			f.Claim += settingText(r.Arms, b)
			say(f)
		}
	}
	if f, ok := axiomChoiceFinding(r.Arms, b); ok {
		say(f)
	}
	for _, f := range r.findings() {
		say(f)
	}
	say(page.Finding{Claim: "Labels that were used", Evidence: fmt.Sprintf("%s to train, %s to stop, to choose settings and to tune %s",
		terminal.Plural(labels.Train, "judged query", "judged queries"), terminal.Plural(labels.Dev, "dev query", "dev queries"),
		r.Systems().FirstStage())})
	if len(r.Seeds) == 1 {
		say(page.Finding{Claim: "One seed",
			Evidence: "another draw of judged queries and weights can give another answer; --seeds 5 shows how far"})
	}
	if few != "" {
		say(page.Finding{Claim: "Few test queries", Evidence: few})
	}
	for _, c := range cautions {
		say(page.Finding{Claim: page.Capital(strings.TrimSuffix(c, "."))})
	}
	if f, ok := gainFinding(r.Tests, r.Systems(), r.Protocol.Main); ok {
		say(f)
	}
}

// detectableText returns the number of queries of a test and the smallest difference that is significant on so few. Below six queries there
// is none: the smallest possible p of the signed-rank test is above 0.05. For more queries it is half of the interval, by the t test.
func detectableText(t Test) string {
	if t.N < 6 {
		return fmt.Sprintf("%d; with fewer than 6 no difference is significant", t.N)
	}
	return fmt.Sprintf("%d; a difference between %s and %s would have to be above %s to be significant (half of its 95 %% interval)", t.N,
		t.B, t.A, page.Short((t.CI95[1]-t.CI95[0])/2))
}

// gainFinding returns the finding on what training gained over the first stage. ok is false if no arm was tested against it.
func gainFinding(tests []Test, systems Systems, main string) (f page.Finding, ok bool) {
	first := systems.FirstStage()
	numBetter, numQueries := 0, 0
	var lost, parts []string
	for _, t := range tests {
		if t.A != first || t.Measure != main || systems.Arms.Find(t.B) == nil {
			continue
		}
		if t.HolmP < page.Significant && t.Diff > 0 {
			numBetter++
		} else if t.HolmP < page.Significant {
			lost = append(lost, t.B)
		}
		numQueries = t.N
		parts = append(parts, fmt.Sprintf("%s %s (Holm p %s)", t.B, terminal.Signed(t.Diff, 3), page.PValue(t.HolmP)))
	}
	f.Evidence = fmt.Sprintf("%s, in %s on %s", strings.Join(parts, ", "), main, terminal.Plural(numQueries, "query", "queries"))
	switch {
	case len(parts) == 0:
		return f, false
	case numBetter > 0:
		f.Claim = "Training gained over " + first
	case len(lost) == len(parts):
		f.Claim = "Training lost against " + first
	case len(lost) > 0:
		f.Claim = fmt.Sprintf("Training gained nothing significant over %s, and %s lost against it", first, strings.Join(lost, ", "))
	default:
		f.Claim = "Training gained nothing significant over " + first
	}
	return f, true
}

// settingText returns a clause on how the two arms of the headline got their settings, to be appended to its claim.
func settingText(arms Arms, b string) string {
	if arm := arms.Find(b); arm != nil && len(arm.Grid) > 1 {
		return fmt.Sprintf(", each at the best of %s on dev", terminal.Plural(len(arm.Grid), "setting", "settings"))
	}
	return ", both at the configured setting, which nothing chose"
}

// axiomChoiceFinding returns the finding on how often dev chose axioms for arm b. ok is false if the arm had no choice or always
// chose axioms.
func axiomChoiceFinding(arms Arms, b string) (f page.Finding, ok bool) {
	arm := arms.Find(b)
	if arm == nil || !slices.ContainsFunc(arm.Grid, func(t Cell) bool { return HasNoAxioms(t.Setting) }) {
		return page.Finding{}, false
	}
	numWithout := arm.countChosen(HasNoAxioms)
	switch n := len(arm.Chosen); numWithout {
	case n:
		return page.Finding{Claim: "Dev chose no axioms",
			Evidence: "no setting with axioms was better there than judged pairs alone, so that both arms have the same model"}, true
	case 0:
		return page.Finding{}, false
	default:
		return page.Finding{Claim: "Dev did not always choose axioms",
			Evidence: fmt.Sprintf("in %s of %s it chose judged pairs alone", terminal.Group(numWithout),
				terminal.Plural(n, "training", "trainings"))}, true
	}
}

// countChosen returns the number of trainings in which dev chose a setting with a property.
func (a *Arm) countChosen(has func(setting map[string]string) bool) (n int) {
	for _, c := range a.Chosen {
		if has(c.Setting) {
			n++
		}
	}
	return n
}

// HaveNoAxioms reports whether dev chose judged pairs alone in every training of an arm.
func (arms Arms) HaveNoAxioms(name string) bool {
	a := arms.Find(name)
	return a != nil && len(a.Chosen) > 0 && a.countChosen(HasNoAxioms) == len(a.Chosen)
}

// HasNoAxioms reports whether a setting has judged pairs alone.
func HasNoAxioms(setting map[string]string) bool {
	axioms, set := setting["gen.axioms"]
	return set && axioms == ""
}

// ChangeText returns a predicate for the subject "axiomatic pairs": how they change the measure of a test.
func ChangeText(t Test) string {
	verb := "raise"
	if t.HolmP >= page.Significant {
		verb = "make no significant difference to"
	} else if t.Diff < 0 {
		verb = "lower"
	}
	return fmt.Sprintf("%s %s, on %s %s without and %s with them", verb, t.Measure, terminal.Plural(t.N, "query", "queries"),
		page.Short(t.MeanA), page.Short(t.MeanB))
}

// Axioms returns the names of the axioms in the report's tables and figures.
func (r *Result) Axioms() []string {
	pools := lists.Map(r.Pools, func(p Pool) string { return p.Axiom })
	return slices.Concat(r.Fulfilment.axioms(), pools, lists.Map(r.Mended, func(m MendedAxiom) string { return m.Axiom }))
}

// answerText returns a sentence on whether the best run is significantly better than the first.
func (c *Comparison) answerText() string {
	if len(c.Runs) == 0 {
		return "No run was compared."
	}
	top, measure := c.topTest(), c.Measures[0]
	if top == nil {
		return fmt.Sprintf("Nothing was tested: %s has %s %s.", c.Runs[0].Name, measure, page.Short(c.Runs[0].Test[measure]))
	}
	if top.Diff <= 0 {
		return fmt.Sprintf("No run is better than %s: its %s of %s on %s is the highest.", top.A, measure, page.Short(top.MeanA),
			terminal.Plural(top.N, "query", "queries"))
	}
	evidence := fmt.Sprintf("%s %s and %s, Holm p %s, %s", measure, page.Short(top.MeanB), page.Short(top.MeanA), page.PValue(top.HolmP),
		terminal.Plural(top.N, "query", "queries"))
	if top.HolmP < page.Significant {
		return fmt.Sprintf("%s is better than %s: %s.", top.B, top.A, evidence)
	}
	return fmt.Sprintf("No difference between %s and %s is significant: %s.", top.B, top.A, evidence)
}

// confidenceText returns a sentence with the test of the best run against the first.
func (c *Comparison) confidenceText() string {
	top := c.topTest()
	if top == nil {
		return "Nothing was tested: there is no second run."
	}
	return fmt.Sprintf("%s against %s: the difference of %s lies within %s with 95 %% confidence, Holm p %s over %s, on %s.", top.B, top.A,
		terminal.Signed(top.Diff, 3), terminal.Interval(top.CI95, 3), page.PValue(top.HolmP), terminal.Plural(len(c.Tests), "test", "tests"),
		terminal.Plural(top.N, "query", "queries"))
}

// topTest returns the test with the largest gain over the first run on the first measure. Significant gains are preferred. Without tests it
// returns nil.
func (c *Comparison) topTest() (top *Test) {
	isGain := func(t *Test) bool { return t.HolmP < page.Significant && t.Diff > 0 }
	for i := range c.Tests {
		t := &c.Tests[i]
		if t.Measure != c.Measures[0] || t.A != c.Runs[0].Name {
			continue
		}
		if top == nil || isGain(t) && !isGain(top) || isGain(t) == isGain(top) && t.Diff > top.Diff {
			top = t
		}
	}
	return top
}

// FindUnlearned returns one finding of the arms that training made worse, or none. Such an arm is below the first stage on test, and in
// some of its trainings no epoch was better on dev than the untrained model.
func FindUnlearned(r *Result) []page.Finding {
	systems, main := r.Systems(), r.Protocol.Main
	first, hasFirst := systems.Scores(systems.FirstStage())[main]
	var names, parts []string
	lowest := 0.0
	for _, arm := range r.Arms {
		numUnlearned, gate := 0, 0.0 // trainings without a better epoch, and the mean term gate after their last epochs
		for _, s := range arm.Seeds {
			if n := len(s.Training); n > 0 && s.BestEpoch == 0 {
				numUnlearned++
				gate += s.Training[n-1].Gate
			}
		}
		value, isMeasured := systems.Scores(arm.Name)[main]
		if !hasFirst || numUnlearned == 0 || !isMeasured || value >= first {
			continue
		}
		gate /= float64(numUnlearned)
		part := fmt.Sprintf("in %s of %s, %s %s", terminal.Group(numUnlearned), terminal.Plural(len(arm.Seeds), "training", "trainings"), main,
			page.Short(value))
		if gate < 0 {
			part += ", term gate " + terminal.Signed(gate, 2)
		}
		lowest = min(lowest, gate)
		names, parts = append(names, arm.Name), append(parts, part)
	}
	if len(parts) == 0 {
		return nil
	}
	f := page.Finding{Claim: "Training made the model of " + names[0] + " no better"}
	if len(parts) > 1 {
		f.Claim = fmt.Sprintf("Training made %s no better", terminal.Plural(len(parts), "model", "models"))
		for i, name := range names {
			parts[i] = name + " " + parts[i]
		}
	}
	f.Evidence = fmt.Sprintf("no epoch was better on dev than the untrained model, which was tested instead, %s; %s has %s",
		strings.Join(parts, "; "), systems.FirstStage(), page.Short(first))
	if lowest < 0 {
		f.Evidence += "; where the term gate is below 0, the frequent words of a query count most, stop words among them (try fewer axiomatic " +
			"pairs with --ratio, or gen.stopwords)"
	}
	return []page.Finding{f}
}
