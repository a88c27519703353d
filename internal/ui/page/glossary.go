package page

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// Meaning is an axiom in words: what it prefers, the rule, and whose it is.
type Meaning struct{ Axiom, Title, Rule, Source string }

// String returns what shows to those who point at the axiom's name.
func (m Meaning) String() string { return m.Title + ": " + m.Rule }

// glossary explains each axiom wherever its name stands alone in a heading or a cell.
type glossary map[string]string

func newGlossary(list []Meaning) glossary {
	g := glossary{}
	for _, m := range list {
		g[m.Axiom] = m.String()
	}
	return g
}

// section returns a section as the template shows it.
func (g glossary) section(s *Section) shownSection {
	section := shownSection{Section: *s, Meaning: g[s.Title]}
	if s.Table != nil {
		section.Title = cmp.Or(s.Title, s.Table.Title)
	}
	section.Examples = slices.Clone(s.Examples)
	for i := range section.Examples {
		section.Examples[i].Meaning = g[section.Examples[i].Axiom]
	}
	if s.Table != nil && len(s.Table.Rows) > 0 {
		section.Table = g.table(s.Table)
		section.Table.Folded = s.Figure != nil || len(s.Table.Rows) > longTable
	}
	return section
}

// table returns a table as the template shows it.
func (g glossary) table(t *table.Table) *shownTable {
	table := &shownTable{Caption: t.Caption, Columns: slices.Clone(t.Columns)}
	for i := range table.Columns {
		table.Columns[i].Meaning = cmp.Or(g[table.Columns[i].Name], meaningOf(table.Columns[i].Name))
	}
	for r, row := range t.Rows {
		var cells []shownCell
		for c, text := range row {
			cells = append(cells, shownCell{t.Columns[c].Format(text), t.Columns[c].Left, t.IsBold(r, c), g[text]})
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// word is a word of reports, with what it means.
type word struct {
	name  string
	forms func() *regexp.Regexp
	means string
}

// words are those that a page explains at its end where it uses them, and at the head of a column.
var words = []word{
	newWord("judges agree", "agreement",
		"of an axiom's pairs with exactly one judged relevant document, the share that puts it first; half is guessing"),
	newWord("arm", "arms", "one of the compared ways to train, such as judged pairs alone; each arm chooses its own setting"),
	newWord("delta*", "", "the largest difference of two documents' lengths, relative to the longer one"),
	newWord("dev", "", "the queries on which a training stops and settings are chosen; they are never tested"),
	newWord("fulfilled", "fulfil|fulfils|fulfilment",
		"a run fulfils an instance of an axiom where its scores order the documents as the axiom says"),
	newWord("Holm p", "Holm|Holm's", "a p value adjusted by Holm's method for all tests of its table; below 0.05 is significant"),
	newWord("instances", "instance", "pairs or triples of a query's candidates for which an axiom holds a preference"),
	newWord("MAP", "map", "mean average precision: from 0 to 1, higher is better"),
	newWord("MRR", "RR|recip_rank", "mean reciprocal rank, 1 over the place of the first relevant document: from 0 to 1, higher is better"),
	newWord("nDCG", `nDCG@\d+|ndcg(?:_cut_\d+)?`, "normalised discounted cumulative gain: from 0 to 1, higher is better"),
	newWord("P@k", `P[@_]\d+`, "the share of the first k documents that are relevant, for example k = 5 in P@5"),
	newWord("longer by", "length skew",
		"the mean of (|d+| - |d-|) / max(|d+|, |d-|) over a pool's pairs: above 0 the preferred documents are longer"),
	newWord("twins", "twin",
		"candidates that repeat a judged relevant document of their query; they are never the lower document of a pair"),
}

func newWord(name, forms, means string) word {
	if forms != "" {
		forms = "|" + forms
	}
	return word{name, sync.OnceValue(func() *regexp.Regexp {
		re := regexp.MustCompile(`(?:^|[^\w-])(?:` + regexp.QuoteMeta(name) + forms + `)(?:$|[^\w-])`)
		re.Longest()
		return re
	}), means}
}

// meaningOf returns what the head of a column means, "" for one without a word of reports.
func meaningOf(head string) string {
	for _, w := range words {
		if w.forms().FindString(head) == head {
			return w.means
		}
	}
	return ""
}

// usedWords returns the words of reports that are in a text of HTML, for the end of a page.
func usedWords(text string) (list [][2]string) {
	text = regexp.MustCompile(`(?s)<article.*?</article>`).ReplaceAllString(text, " ") // texts of others
	plain := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))
	for _, w := range words {
		if w.forms().MatchString(plain) {
			list = append(list, [2]string{w.name, strings.ToUpper(w.means[:1]) + w.means[1:] + "."})
		}
	}
	return list
}
