package account

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// UsedText returns DrawnText, and the reasons why preferences of the judgements are in no row, if some are not.
func (s *Report) UsedText() string {
	text := s.DrawnText()
	for _, r := range s.Of(Judgements) {
		if why := reasonsText(r.LeftOut); r.Split == s.Training() && why != "" {
			text += fmt.Sprintf("; judgements order %s of documents, and %s in rows; the others: %s", terminal.Plural(r.Found, "pair", "pairs"),
				terminal.Plural(r.Drawn, "is", "are"), why)
		}
	}
	return text
}

// HasMoreJudged reports whether the judgements of the training split state more preferences than were asked for.
func (s *Report) HasMoreJudged() bool {
	return slices.ContainsFunc(s.Of(Judgements), func(r Row) bool { return r.Split == s.Training() && r.LeftOut[notDrawn] > 0 })
}

// reasonsText returns reasons with their numbers, "near duplicate 3, not judged 12"; "" for none.
func reasonsText(leftOut map[string]int) string {
	var list []string
	for _, reason := range slices.Sorted(maps.Keys(leftOut)) {
		if n := leftOut[reason]; n > 0 {
			list = append(list, reasonText(reason)+" "+terminal.Group(n))
		}
	}
	return strings.Join(list, ", ")
}

// reasonText returns a reason in words, with the option that changes it if there is one.
func reasonText(reason string) string {
	switch reason {
	case "same_side":
		return "grades that make no pair (--min-grade N, --set grades=ordered)"
	case notDrawn:
		return "more than asked for"
	case "no_candidate":
		return "document no candidate (--set add_judged=on)"
	}
	if strings.Contains(reason, " ") { // a sentence, where a name such as on_overlap stays as it is
		return reason
	}
	return strings.ReplaceAll(reason, "_", " ")
}

// DrawnText returns the numbers of axiomatic and judged pairs in the training split as text, or the number of rows of a mixture.
func (s *Report) DrawnText() string {
	axiomatic, short, repeats := 0, 0, 0
	judged, mixture := s.Judged(s.Training()), s.Mixture()
	for _, r := range s.Pools() {
		if r.Key != "" { // no task of a mixture
			axiomatic, short, repeats = axiomatic+r.Taken(), short+r.Short, repeats+r.LeftOut["other_axiom"]
		}
	}
	text := fmt.Sprintf("used: %s axiomatic and %s judged pairs", terminal.Group(axiomatic), terminal.Group(judged.Taken()))
	if len(mixture) > 0 {
		text = "used: " + mixtureText(mixture)
	}
	if short > 0 {
		text += ", " + terminal.Group(short) + " axiomatic fewer than asked"
	}
	if repeats > 0 {
		text += ", " + terminal.Group(repeats) + " of them for another axiom too"
	}
	return text
}

// mixtureText returns the numbers of rows and tasks of a mixture as text.
func mixtureText(mixture map[string]int) string {
	rows := 0
	for _, n := range mixture {
		rows += n
	}
	return terminal.Plural(rows, "row", "rows") + " of " + terminal.Plural(len(mixture), "task", "tasks")
}

// name returns a row's name in tables: judged, the axiom, the task, or the kind.
func (r *Row) name() string {
	switch {
	case r.Task != "" && r.Axiom == "" && r.What == Pairs:
		return "judged"
	case r.Axiom != "":
		return r.Axiom
	}
	return cmp.Or(r.Task, r.What)
}

// tables returns a table of what was found and used, and a table of what was dropped and why.
func (s *Report) tables() (*table.Table, *table.Table) {
	all := &table.Table{Name: "account", Caption: "Judges agree: of the pairs with exactly one relevant document, the share that prefers it; of those with two " +
		"judged documents, if they are a tenth or more. " +
		"In pool: what could be used, found less dropped. Short: fewer than asked for. Longer by: how much " +
		"longer the preferred document is, relative to the longer one. Prefer longer: the share of pairs that prefer the longer document.",
		Columns: table.Mixed(2, "pairs", "split", "found", "dropped", "in pool", "used", "judges agree",
			"asked", "short", "longer by", "prefer longer")}
	details := []string{"in pool", "asked", "short", "longer by", "prefer longer"} // found less dropped, and what is not of every pool
	for i, c := range all.Columns {
		all.Columns[i].IsDetail = slices.Contains(details, c.Name)
	}
	dropped := &table.Table{Name: "dropped", Caption: "What was found and not used, by reason; dropped above are all " +
		"but more than asked for. Noted: remarks, which are in no sum."}
	dropped.Columns = table.Mixed(3, "of", "split", "reason", "number")
	for _, r := range s.Drawing().Rows {
		skew, longer := table.None, table.None
		if r.Direction != nil {
			skew = terminal.SignedPercent(r.LengthSkew)
			if r.Direction.Pairs > 0 {
				longer = terminal.Percent(r.Direction.LongerShare())
			}
		}
		split := SetName(r.Split, r.Set)
		if r.What != Records && r.What != Judgements {
			inPool := r.InPool()
			asked := terminal.Group(r.Asked) + map[bool]string{true: " negatives each"}[r.What == Groups]
			all.Add(r.name(), split, terminal.Group(r.Found), terminal.Group(r.Found+r.Added-inPool), terminal.Group(inPool),
				terminal.Group(r.Drawn), share(r.Agreement, 2), asked, terminal.Group(r.Short), skew, longer)
		}
		for i, counts := range []map[string]int{r.LeftOut, r.Noted} {
			for _, reason := range slices.Sorted(maps.Keys(counts)) {
				if n := counts[reason]; n > 0 {
					dropped.Add(r.name(), split, []string{"", "noted: "}[i]+reasonText(reason), terminal.Group(n))
				}
			}
		}
	}
	return all, dropped
}

// Results returns a sentence and a table of what was found and used; in the details, tables of the rows and of what was dropped.
func (s *Report) Results(drawn []pairs.PoolRows) *table.Results {
	all, dropped := s.tables()
	r := new(table.Results).Say("%s", s.UsedText())
	return r.Table(all).Details(new(table.Results).Table(pairs.DrawnTable(s.withAgreement(drawn))).Table(dropped))
}

// withAgreement returns a copy of drawn, in which Agreement is that of the axiom's whole pool if the rows of drawn have none.
func (s *Report) withAgreement(drawn []pairs.PoolRows) []pairs.PoolRows {
	drawn = slices.Clone(drawn)
	for i := range drawn {
		d := &drawn[i]
		same := func(r Row) bool { return r.Split == d.Split && r.Axiom == d.Axiom && r.Task == d.Task }
		if j := slices.IndexFunc(s.Rows, same); d.Axiom != "" && d.Agreement == nil && j >= 0 {
			d.Agreement = s.Rows[j].Agreement
		}
	}
	return drawn
}

// share formats a share; nil means that it is unknown.
func share(x *float64, digits int) string {
	if x == nil {
		return table.None
	}
	return strconv.FormatFloat(*x, 'f', digits, 64)
}

// Page returns a page of what was found, of what was dropped, and of the rows. next is the next command, empty if shards exist.
func (s *Report) Page(drawn []pairs.PoolRows, next string) *page.Page {
	why := "the rows as a trainer reads them"
	if next == "" {
		why, next = why+", in this page's folder", "axiomine tokenize inspect shards"
	}
	all, dropped := s.tables()
	p := &page.Page{Kind: "axiomine training pairs", Title: "What the pairs are made of", Found: s.summary(), Sure: s.sure(),
		Next:     page.Next{Why: why, Command: next},
		Warnings: slices.Concat(s.Overlaps, s.Warnings),
		Sections: []page.Section{{Title: "Found and used", Table: all}, {Title: "Not used", Table: dropped},
			{Title: "The rows", Table: pairs.DrawnTable(drawn)}}}
	read := &table.Table{Caption: "Columns, fields and files that are no part of the pairs.", Columns: table.Mixed(2, "the reader", "says")}
	for _, line := range s.Columns {
		read.Add("columns", line)
	}
	for _, line := range s.NotRead {
		read.Add("not read", line)
	}
	if len(read.Rows) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: "The collection as it was read", Table: read})
	}
	p.Glossary = catalogue.Meanings(lists.Map(s.Pools(), func(pool Row) string { return pool.Axiom }))
	return p
}

// summary returns a sentence on the numbers of training pairs from judgements and from axioms, or of rows of a mixture.
func (s *Report) summary() string {
	mixture := s.Mixture()
	if !s.takesJudged() {
		return "The training split has " + mixtureText(mixture) + "."
	}
	axiomatic, used := 0, 0
	for _, p := range s.Pools() {
		axiomatic += p.Drawn
		if p.Drawn > 0 {
			used++
		}
	}
	parts, rows, tasks := []string{s.judgedText()}, 0, 0
	for task, n := range mixture {
		if task != quota.RankingTask && !strings.HasPrefix(task, quota.PairTask) {
			rows, tasks = rows+n, tasks+1
		}
	}
	if axiomatic > 0 || tasks == 0 {
		parts = append(parts, terminal.Plural(axiomatic, "pair", "pairs")+" that axioms prefer")
	}
	if used > 1 {
		parts[1] += fmt.Sprintf(", drawn from %s", terminal.Plural(used, "pool", "pools"))
	}
	if tasks > 0 {
		parts = append(parts, terminal.Plural(rows, "row", "rows")+" of "+terminal.Plural(tasks, "three-class task", "three-class tasks"))
	}
	return "The training split has " + terminal.JoinAnd(parts) + "."
}

// judgedText returns the number of judged pairs in the training split as text, divided by whether their negatives are judged.
func (s *Report) judgedText() string {
	r := s.Judged(s.Training())
	n := r.Drawn - r.Again
	text := terminal.Plural(n, "judged pair", "judged pairs")
	switch {
	case n == 0:
		return text
	case r.Assumed == 0:
		return text + ", all with a judged negative,"
	case r.Assumed == n:
		return text + ", all with an assumed negative, which nobody judged,"
	}
	return text + fmt.Sprintf(" (%s with a judged negative, %s with an assumed one, which nobody judged)", terminal.Group(n-r.Assumed),
		terminal.Group(r.Assumed))
}

// sure returns sentences on how often judgements agree with the axioms, and on how many pools prefer one length.
func (s *Report) sure() string {
	right, decisions, leaning := 0.0, 0, 0
	pools := s.Pools()
	for _, p := range pools {
		if p.Agreement != nil {
			right += float64(*p.Agreement * float64(p.Decided))
			decisions += p.Decided
		}
		if p.Direction != nil && p.Direction.Leans() != "" {
			leaning++
		}
	}
	switch {
	case len(pools) == 0 && !s.takesJudged():
		return "The classes of the rows rest on the axioms alone."
	case len(pools) == 0 && len(s.Of(Classes)) > 0:
		return "No axiom's pool of pairs was drawn from: the pairs rest on the judgements, and the classes of the tasks on the axioms."
	case len(pools) == 0:
		return "No axiom's pool was drawn from: all rests on the judgements."
	case decisions == 0:
		return "No judgement decides any mined pair, so that nothing here says how often the axioms are right." + leaningText(leaning)
	}
	if decisions < page.Fewest {
		return fmt.Sprintf("Too few to say how often the axioms are right: judgements decide %s.",
			terminal.Plural(decisions, "mined pair", "mined pairs")) + leaningText(leaning)
	}
	return fmt.Sprintf("Judgements agree with %.0f %% of the %s with one relevant document; they say nothing of the others.",
		100*right/float64(decisions), terminal.Plural(decisions, "mined pair", "mined pairs")) + leaningText(leaning)
}

func leaningText(pools int) string {
	if pools == 0 {
		return " In no pool does the length of the documents alone decide more than 60 % of the pairs."
	}
	return fmt.Sprintf(" In %s the length of the documents alone decides more than 60 %% of the pairs.",
		terminal.Plural(pools, "pool", "pools"))
}
