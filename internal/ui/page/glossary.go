package page

import (
	"cmp"
	"html"
	"html/template"
	"regexp"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
)

// Meaning explains an axiom: a title, the rule in words, and the source.
type Meaning struct{ Axiom, Title, Rule, Source string }

// glossary maps an axiom's name to its meaning. Headings and cells with that name show the meaning on hover.
type glossary map[string]string

func newGlossary(list []Meaning) glossary {
	g := glossary{}
	for _, m := range list {
		g[m.Axiom] = m.Title + ": " + m.Rule
	}
	return g
}

// functions returns the functions of the template. Each returns the meaning of a name; "" for none.
func (g glossary) functions() template.FuncMap {
	return template.FuncMap{
		"meaning":     func(name string) string { return g[name] },
		"headMeaning": func(name string) string { return cmp.Or(g[name], meaningOf(name)) },
	}
}

// word is a technical word of reports with its meaning.
type word struct {
	name    string
	forms   func() *regexp.Regexp // matches the name and its other forms in a text
	meaning string
}

// words lists the technical words. A page explains the used ones at its end, and at column heads.
var words = []word{
	newWord("judges agree", "agreement",
		"of an axiom's pairs with exactly one judged relevant document, the share that puts it first; half is guessing"),
	newWord("arm", "arms", "one of the compared ways to train, such as judged pairs alone; each arm chooses its own setting"),
	newWord("delta*", "", "the largest difference of two documents' lengths, relative to the longer one"),
	newWord("dev", "", "the queries on which a training stops and settings are chosen; they are never tested"),
	newWord("fulfilled", "fulfil|fulfils|fulfilment",
		"a run fulfils an instance of an axiom where its scores order the documents as the axiom says"),
	newWord("Holm p", "Holm(?: p|'s)?", "a p value adjusted by Holm's method for all tests of its table; below 0.05 is significant"),
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

func newWord(name, forms, meaning string) word {
	if forms != "" {
		forms += "|" // a regexp takes the first alternative that matches: nDCG@10 before nDCG
	}
	return word{name, lazy.Regexp(`(?:^|[^\w-])(?:` + forms + regexp.QuoteMeta(name) + `)(?:$|[^\w-])`), meaning}
}

// meaningOf returns the meaning of a column's head; "" if that is no technical word.
func meaningOf(head string) string {
	for _, w := range words {
		if w.forms().FindString(head) == head {
			return w.meaning
		}
	}
	return ""
}

// usedWords returns the words that occur in an HTML text, each with its meaning.
func usedWords(text string) (list [][2]string) {
	text = regexp.MustCompile(`(?s)<article.*?</article>`).ReplaceAllString(text, " ") // without users' texts
	plain := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))
	for _, w := range words {
		if w.forms().MatchString(plain) {
			list = append(list, [2]string{w.name, strings.ToUpper(w.meaning[:1]) + w.meaning[1:] + "."})
		}
	}
	return list
}
