package quota

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// ConsensusName begins an entry of gen.axioms of which several sources have to agree.
const ConsensusName = "consensus"

// Consensus is such an entry: what its sources prefer, and how many of them have to.
//
//	consensus                                     length-safe, bm25, and model where gen.model_run names one; all of them
//	consensus(bm25, model)                        these
//	consensus(length-safe, bm25, model; 2)        two of them at least, and more than prefer the opposite
//	consensus(bm25, model, margin_sd=0.5)         their scores differ by half a standard deviation; without it by 0.3
//
// A source is bm25 (the candidates' k1 and b), model (the run that gen.model_run names), an expression, or a named set, whose members
// vote as one: the sign of their sum.
type Consensus struct {
	Names   []string // of the sources, as they were written
	Sources []axioms.Preference
	Least   int

	notes []string // parameters that a source cannot take
}

// usualDeviations is by how much the scores of a source differ at least, in standard deviations of the query's.
const usualDeviations = "0.3"

// consensusOf reads an entry; nil where it is another one.
func consensusOf(g *configs.Gen, entry string) (*Consensus, error) {
	inside := ""
	if entry != ConsensusName {
		var ok bool
		if inside, ok = strings.CutPrefix(entry, ConsensusName+"("); !ok || !strings.HasSuffix(inside, ")") {
			return nil, nil
		}
		inside = strings.TrimSuffix(inside, ")")
	}
	inside, least, hasLeast := cutLast(inside, ';')
	deviations := usualDeviations
	c := &Consensus{}
	for _, source := range topLevel(inside) {
		if value, ok := strings.CutPrefix(source, "margin_sd="); ok {
			deviations = value
		} else {
			c.Names = append(c.Names, source)
		}
	}
	if len(c.Names) == 0 {
		if c.Names = []string{"length-safe", "bm25"}; g.ModelRun != "" {
			c.Names = append(c.Names, "model")
		}
	}
	for _, name := range c.Names {
		source, notes, err := sourceOf(g, name, deviations)
		if err != nil {
			return nil, err
		}
		c.notes = append(c.notes, notes...)
		c.Sources = append(c.Sources, source)
	}
	c.Least = len(c.Sources)
	if hasLeast {
		var err error
		if c.Least, err = strconv.Atoi(strings.TrimSpace(least)); err != nil || c.Least < 1 || c.Least > len(c.Sources) {
			return nil, errs.BadUsage("write consensus(length-safe, bm25, model; 2)", "gen.axioms: %s has %s, and %q of them cannot agree",
				entry, terminal.Plural(len(c.Sources), "source", "sources"), strings.TrimSpace(least))
		}
	}
	if len(c.Sources) < 2 {
		return nil, errs.BadUsage("name another one, or the source without consensus", "gen.axioms: %s has one source", entry)
	}
	return c, nil
}

// cutLast cuts a text at the last mark outside parentheses.
func cutLast(text string, mark byte) (head, tail string, ok bool) {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch {
		case text[i] == ')':
			depth++
		case text[i] == '(':
			depth--
		case text[i] == mark && depth == 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// sourceOf reads a source, with what it cannot take.
func sourceOf(g *configs.Gen, name, deviations string) (axioms.Preference, []string, error) {
	text := name
	switch name {
	case "bm25":
		text = "rs-bm25(k1=" + terminal.Number(g.K1) + ", b=" + terminal.Number(g.B) + ", margin_sd=" + deviations + ")"
	case "model":
		if g.ModelRun == "" {
			return nil, nil, errs.BadUsage("name it with --model-run FILE", "gen.axioms: consensus asks the model's run, and none is named")
		}
		if strings.ContainsAny(g.ModelRun, ",()") {
			return nil, nil, errs.BadUsage("rename it, or give another path to it", "gen.model_run: %q stands in axiom expressions, which end a "+
				"file's name at a comma or a parenthesis", g.ModelRun)
		}
		text = "run(" + g.ModelRun + ", margin_sd=" + deviations + ")"
	}
	members, notes, err := axioms.ParseListWithin(text, g.DeltaStar)
	if err != nil {
		return nil, nil, err
	}
	var parts []axioms.Preference
	for _, a := range members {
		p, ok := a.(axioms.Preference)
		if !ok {
			return nil, nil, errs.BadUsage("name axioms over two documents", "gen.axioms: %s cannot vote in consensus", a)
		}
		parts = append(parts, p)
	}
	if len(parts) == 1 {
		return parts[0], notes, nil
	}
	return axioms.Sum(parts...), notes, nil
}

// Axiom returns the consensus as an expression.
func (c *Consensus) Axiom() axioms.Preference {
	if len(c.Sources) == 1 {
		return c.Sources[0]
	}
	if c.Least == len(c.Sources) {
		return axioms.Agreement(c.Sources...)
	}
	return axioms.Majority(float64(c.Least)/float64(len(c.Sources)), c.Sources...)
}

// Exclude returns the consensus of the other sources, as many of which have to agree as before, or all.
func (c *Consensus) Exclude(source int) *Consensus {
	return &Consensus{
		Names:   slices.Delete(slices.Clone(c.Names), source, source+1),
		Sources: slices.Delete(slices.Clone(c.Sources), source, source+1),
		Least:   min(c.Least, len(c.Sources)-1),
	}
}
