package analysis

import (
	"embed"
	"iter"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// stopLists holds a stop list a file, one word a line, in byte order. Comments name its source.
//
//go:embed stoplists/*.txt
var stopLists embed.FS

// stopList returns the words of the built-in stop list of a name; none for other names.
func stopList(name string) []string {
	text, err := stopLists.ReadFile("stoplists/" + name + ".txt")
	if err != nil {
		return nil
	}
	words := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return slices.DeleteFunc(words, isComment)
}

func isComment(line string) bool { return strings.HasPrefix(line, "#") }

// readStopwords returns the words of the stop list that o names. Every token of a line of a language's list
// or of a file is a stop word. A line of a file that begins with # is a comment.
func readStopwords(o Options) ([]string, error) {
	if o.Stopwords == None {
		return nil, nil
	}
	switch words := stopList(o.Stopwords); {
	case o.Stopwords == "english" || o.Stopwords == "lucene": // word pieces, too, drop whole words
		return words, nil
	case words != nil:
		return stopTokens(o.tokenizer(), slices.Values(words)), nil
	}
	text, err := readText(o.Stopwords, "stopwords", errs.Suggestion(o.Stopwords, StopLists()...)+
		"name none, lucene, inquery, a language such as german or a file with one word a line")
	if err != nil {
		return nil, err
	}
	list := stopTokens(o.tokenizer(), func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if !isComment(line) && !yield(line) {
				return
			}
		}
	})
	if len(list) == 0 {
		return nil, errs.BadInput(o.Stopwords, 0, "give one word a line, or --set stopwords=none", "the stop list holds no word")
	}
	return list, nil
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
		if name := languages[i].name; name != "english" && stopList(name) != nil {
			list = append(list, name)
		}
	}
	return list
}
