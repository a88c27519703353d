package analysis

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	bleve "github.com/blevesearch/bleve/v2/analysis"
)

// englishWords is the stop list named english: function words, and the s and t that remain of 's and n't.
var englishWords = []string{
	"a", "about", "above", "after", "again", "against", "all", "am", "an", "and", "any", "are", "as", "at", "be",
	"because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "could", "did", "do",
	"does", "doing", "down", "during", "each", "few", "for", "from", "further", "had", "has", "have", "having",
	"he", "her", "here", "hers", "herself", "him", "himself", "his", "how", "i", "if", "in", "into", "is", "it",
	"its", "itself", "just", "me", "more", "most", "my", "myself", "no", "nor", "not", "now", "of", "off", "on",
	"once", "only", "or", "other", "our", "ours", "ourselves", "out", "over", "own", "s", "same", "she",
	"should", "so", "some", "such", "t", "than", "that", "the", "their", "theirs", "them", "themselves", "then",
	"there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up", "very", "was",
	"we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with", "would",
	"you", "your", "yours", "yourself", "yourselves",
}

// luceneWords is the stop list named lucene: the default of Lucene's EnglishAnalyzer, which other systems
// adopted.
var luceneWords = []string{
	"a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of", "on", "or",
	"such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
}

// readStopwords returns the words of the stop list that o names. Every token of a line of a language's list
// or of a file is a stop word. A line of a file that begins with # is a comment.
func readStopwords(o Options) ([]string, error) {
	switch o.Stopwords {
	case None:
		return nil, nil
	case "english":
		return englishWords, nil
	case "lucene":
		return luceneWords, nil
	case "inquery":
		return stopTokens(o.tokenizer(), slices.Values(inqueryWords)), nil
	}
	if l := languageNamed(o.Stopwords); l != nil && l.list != nil {
		return stopTokens(o.tokenizer(), l.words()), nil
	}
	text, err := readText(o.Stopwords, "stopwords", errs.Suggestion(o.Stopwords, StopLists()...)+
		"name none, lucene, inquery, a language such as german or a file with one word a line")
	if err != nil {
		return nil, err
	}
	list := stopTokens(o.tokenizer(), func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "#") && !yield(line) {
				return
			}
		}
	})
	if len(list) == 0 {
		return nil, errs.BadInput(o.Stopwords, 0, "give one word a line, or --stopwords none", "the stop list holds no word")
	}
	return list, nil
}

// words returns the words of the language's stop list, in no fixed order.
func (l *language) words() iter.Seq[string] {
	list := bleve.NewTokenMap()
	if err := list.LoadBytes(l.list); err != nil {
		panic(err) // the lists are part of the binary
	}
	for _, word := range corrections[l.name].wrong {
		delete(list, word)
	}
	for _, word := range corrections[l.name].right {
		list[word] = true
	}
	return maps.Keys(list)
}

// corrections are the differences of Bleve's lists from those of Snowball and Lucene today. French drops
// words with another meaning, such as avions (planes), été (summer) and est (east); two words of Finnish
// were misspelt.
var corrections = map[string]struct{ wrong, right []string }{
	"french":  {wrong: []string{"as", "aura", "auras", "avions", "est", "fût", "sommes", "son", "été", "étés"}},
	"finnish": {wrong: []string{"tallä", "tuotä"}, right: []string{"tällä", "tuota"}},
}

// stopTokens tokenizes the words of a stop list like texts and returns the tokens in byte order, each once.
func stopTokens(cut tokenizer, words iter.Seq[string]) []string {
	var list []string
	var buffer []byte
	for word := range words {
		buffer = cut(word, buffer, func(token []byte) { list = append(list, string(token)) })
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// StopLists returns the names of the built-in stop lists.
func StopLists() []string {
	list := []string{None, "english", "lucene", "inquery"}
	for i := range languages {
		if languages[i].list != nil && !slices.Contains(list, languages[i].name) {
			list = append(list, languages[i].name)
		}
	}
	return list
}
