package shard

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// pairsDropped begins a key of Manifest.Warnings; the reason follows.
const pairsDropped = "pairs dropped: "

// sentences returns each text once, behind the formats or subjects that it is about.
func sentences(about *lists.Groups[string, string]) []string {
	return lists.Map(about.Keys, func(text string) string { return strings.Join(about.Of[text], ", ") + ": " + text })
}

// RowlessTexts returns sentences on judged inputs that are in no row.
func (m *Manifest) RowlessTexts() []string {
	var about lists.Groups[string, string]
	for _, p := range m.Pointwise {
		if p.Rowless > 0 {
			about.Add(fmt.Sprintf("in %s, %s of %s are in no row", p.Split, terminal.Group(p.Rowless),
				terminal.Plural(p.Judged, "judged input", "judged inputs")), p.Folder)
		}
	}
	return sentences(&about)
}

// Findings returns sentences that a user should know before training on the files. A finding that several formats share is listed once.
func (m *Manifest) Findings() []string {
	var about lists.Groups[string, string]
	add := func(format, text string) {
		if text != "" && !slices.Contains(about.Of[text], format) {
			about.Add(text, format)
		}
	}
	for _, drop := range [...][2]string{{plan.EmptyText, "have an empty text, or one such as NULL or -"},
		{plan.SameText, "have a negative with the text of a relevant document"},
		{plan.RepeatedText, "have the texts of an earlier pair, under other ids"}} {
		if n := m.Warnings[pairsDropped+drop[0]]; n > 0 {
			add("pairs", terminal.Group(n)+" "+drop[1]+": left out")
		}
	}
	for _, warning := range slices.Sorted(maps.Keys(m.Warnings)) { // name is the format at the end of a warning
		axiomatic := terminal.Plural(m.Warnings[warning], "axiomatic pair", "axiomatic pairs")
		if name, ok := strings.CutPrefix(warning, plan.Contradicted); ok {
			add(name, axiomatic+" against a judgement: a ranker learns the order, "+
				"an embedder takes a document judged not relevant for relevant (--axioms= leaves axiomatic pairs out)")
		} else if name, ok := strings.CutPrefix(warning, plan.Unjudged); ok {
			add(name, axiomatic+" with a positive that nobody judged: an embedder takes it for relevant (--axioms= leaves "+
				"axiomatic pairs out, -c nv-retriever takes hard negatives too)")
		} else if what, name, ok := strings.Cut(warning, " left out of "); ok && !strings.Contains(name, " ") && // spaces: no format
			what != plan.Contradictory && !strings.HasPrefix(what, "pointwise rows") { // Conflicts and Pointwise say more, below
			add(name, strings.TrimSuffix(what, ",")+": "+terminal.Group(m.Warnings[warning])+" left out")
		}
	}
	for _, g := range m.Groups {
		if g.Short > 0 {
			add(g.Format, g.String())
		}
	}
	for _, c := range m.Conflicts {
		if c.Conflicts > 0 {
			add(c.Format, c.String())
		}
	}
	for _, p := range m.Pointwise {
		if p.BothSides > 0 {
			add(p.Folder, p.String())
		}
		add(p.Folder, p.AxiomText())
	}
	for _, s := range m.Spreads {
		add("order", s.String())
	}
	for _, text := range m.readerFindings() {
		add("readers", text)
	}
	return sentences(&about)
}

// readerFindings returns a sentence for each split of a folder: whether it has enough files for the option readers. Without the option it
// returns nil.
func (m *Manifest) readerFindings() (list []string) {
	if m.Readers == 0 {
		return nil
	}
	files, rows := map[string]int{}, map[string]int{}
	var names []string
	for _, s := range m.Shards {
		name := path.Dir(s.Path) + ", " + plan.SplitOf(s.Path)
		if files[name] == 0 {
			names = append(names, name)
		}
		files[name], rows[name] = files[name]+1, rows[name]+s.Rows
	}
	for _, name := range names {
		enough := fmt.Sprintf("at least %d for each of %s", plan.ShardsPerReader, terminal.Plural(m.Readers, "reader", "readers"))
		if files[name] < plan.ShardsPerReader*m.Readers {
			enough = fmt.Sprintf("fewer than %d for each of %s", plan.ShardsPerReader, terminal.Plural(m.Readers, "reader", "readers"))
		}
		if files[name]%m.Readers != 0 {
			enough += ", and no multiple of them: loaders may let every rank read all files"
		}
		list = append(list, fmt.Sprintf("%s: %s in %s, %s", name, terminal.Plural(rows[name], "row", "rows"),
			terminal.Plural(files[name], "file", "files"), enough))
	}
	return list
}

// AnswerText returns a sentence with the number of pairs and the share of each source. Without Drawn it has only the number, by Mixture.
func (m *Manifest) AnswerText() string {
	rows, numJudged, numAssumed := 0, 0, 0
	axioms := map[string]bool{}
	for _, d := range m.Drawn {
		rows += d.Rows
		switch {
		case d.Axiom != "":
			axioms[d.Axiom] = true
		case d.NegativeSource == pairs.NegativeAssumed:
			numAssumed += d.Rows
		default:
			numJudged += d.Rows
		}
	}
	if rows == 0 {
		for _, n := range m.Mixture {
			rows += n
		}
		return fmt.Sprintf("The shards hold %s.", terminal.Plural(rows, "pair", "pairs"))
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(rows) }
	var parts []string
	if numJudged > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %% are judged", share(numJudged)))
	}
	if numAssumed > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %% have a relevant document above one that nobody judged", share(numAssumed)))
	}
	if n := rows - numJudged - numAssumed; n > 0 {
		parts = append(parts, fmt.Sprintf("%.0f %% come from %s", share(n), terminal.Plural(len(axioms), "axiom", "axioms")))
	}
	return fmt.Sprintf("The shards hold %s: %s.", terminal.Plural(rows, "pair", "pairs"), strings.Join(parts, ", "))
}
