package page

import (
	"html"
	"regexp"
	"strings"
)

// word is a word of reports, with what it means.
type word struct {
	name  string
	forms *regexp.Regexp
	whole *regexp.Regexp // a text that is the word alone
	means string
}

// words are those that a page explains at its end where it uses them, and at the head of a column.
var words = []word{
	newWord("agreement", "",
		"of an axiom's pairs with exactly one judged relevant document, the share that puts it first; half is guessing"),
	newWord("arm", "arms", "one of the compared ways to train, such as judged pairs alone; each arm chooses its own setting"),
	newWord("delta*", "", "the largest difference of two documents' lengths, relative to the longer one"),
	newWord("dev", "", "the queries on which a training stops and settings are chosen; they are never tested"),
	newWord("fulfilled", "fulfil|fulfils|fulfilment",
		"a run fulfils an instance of an axiom where its scores order the documents as the axiom says"),
	newWord("Holm p", "Holm|Holm's", "a p value adjusted for the number of tests by Holm's method; below 0.05 is significant"),
	newWord("instances", "instance", "pairs or triples of a query's candidates for which an axiom holds a preference"),
	newWord("MAP", "map", "mean average precision: from 0 to 1, higher is better"),
	newWord("MRR", "RR|recip_rank", "mean reciprocal rank, 1 over the place of the first relevant document: from 0 to 1, higher is better"),
	newWord("nDCG", `nDCG@\d+|ndcg(?:_cut_\d+)?`, "normalised discounted cumulative gain: from 0 to 1, higher is better"),
	newWord("P@k", `P[@_]\d+`, "the share of the first k documents that are relevant, for example k = 5 in P@5"),
	newWord("skew", "length skew",
		"the mean of (|d+| - |d-|) / max(|d+|, |d-|) over a pool's pairs: above 0 the preferred documents are longer"),
	newWord("twins", "twin",
		"candidates that repeat a judged relevant document of their query; they are never the lower document of a pair"),
}

func newWord(name, forms, means string) word {
	if forms != "" {
		forms = "|" + forms
	}
	any := `(?:` + regexp.QuoteMeta(name) + forms + `)`
	return word{name, regexp.MustCompile(`(?:^|[^\w-])` + any + `(?:$|[^\w-])`), regexp.MustCompile(`^` + any + `$`), means}
}

// meaningOf returns what the head of a column means, "" for one without a word of reports.
func meaningOf(head string) string {
	for _, w := range words {
		if w.whole.MatchString(head) {
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
		if w.forms.MatchString(plain) {
			list = append(list, [2]string{w.name, strings.ToUpper(w.means[:1]) + w.means[1:] + "."})
		}
	}
	return list
}
