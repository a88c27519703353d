package analysis

import (
	"bytes"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// englishWords is the stop list named english: function words, and the s and t that are left of 's and n't.
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

// luceneWords is the stop list named lucene: the default of Lucene's EnglishAnalyzer, which other systems took over.
var luceneWords = []string{
	"a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of", "on", "or",
	"such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
}

// readStopwords gives the words of the list that o names. In a file every token of a line is a stop word; a line that
// begins with # is a comment.
func readStopwords(o Options) ([]string, error) {
	switch o.Stopwords {
	case None:
		return nil, nil
	case "english":
		return englishWords, nil
	case "lucene":
		return luceneWords, nil
	case "inquery":
		return o.tokensOf(inqueryWords), nil
	}
	raw, err := os.ReadFile(o.Stopwords)
	if err != nil {
		return nil, fault.BadUsage("name none, english, lucene, inquery or a file with one word a line", "stopwords: %v", err)
	}
	if err := notUTF8(o.Stopwords, raw); err != nil {
		return nil, err
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	var lines []string
	for line := range strings.Lines(string(raw)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	list := o.tokensOf(lines)
	if len(list) == 0 {
		return nil, fault.BadInput(o.Stopwords, 0, "give one word a line, or --stopwords none", "the stop list holds no word")
	}
	return list, nil
}

// tokensOf cuts lines into tokens and gives each once, in byte order.
func (o Options) tokensOf(lines []string) (list []string) {
	var buffer []byte
	for _, line := range lines {
		buffer = o.tokenizer()(line, buffer, func(token []byte) { list = append(list, string(token)) })
	}
	slices.Sort(list)
	return slices.Compact(list)
}
