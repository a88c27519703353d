package page

import (
	"cmp"
	"html"
	"html/template"
	"regexp"
	"strings"
	"sync"
)

// Meaning explains an axiom: a title, the rule in words, and the source.
type Meaning struct{ Axiom, Title, Rule, Source string }

// glossary maps an axiom's name to its meaning, for headings and cells that are such a name.
type glossary map[string]string

func newGlossary(list []Meaning) glossary {
	g := glossary{}
	for _, m := range list {
		g[m.Axiom] = m.Title + ": " + m.Rule
	}
	return g
}

// functions returns the functions of the template. Each returns the text that a page shows on hover over a name; "" for none.
func (g glossary) functions() template.FuncMap {
	return template.FuncMap{
		"meaning":     func(name string) string { return g[name] },
		"headMeaning": func(name string) string { return cmp.Or(g[name], meaningOf(name)) },
	}
}

// word is a technical word of reports with its meaning.
type word struct {
	name  string
	forms func() *regexp.Regexp
	means string
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

// meaningOf returns the meaning of a column's head; "" if it is none of words.
func meaningOf(head string) string {
	for _, w := range words {
		if w.forms().FindString(head) == head {
			return w.means
		}
	}
	return ""
}

// usedWords returns the words that occur in an HTML text, each with its meaning.
func usedWords(text string) (list [][2]string) {
	text = regexp.MustCompile(`(?s)<article.*?</article>`).ReplaceAllString(text, " ") // users' texts
	plain := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))
	for _, w := range words {
		if w.forms().MatchString(plain) {
			list = append(list, [2]string{w.name, strings.ToUpper(w.means[:1]) + w.means[1:] + "."})
		}
	}
	return list
}
