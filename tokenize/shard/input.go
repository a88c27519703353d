package shard

import (
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Split is one part of a data set, its pairs in file order. A table has 56 bytes a pair, ten million are 560 MB; what Write
// keeps of a pair on top is 4 bytes, twice where there are several tasks, and up to 20 for each size of groups.
type Split struct {
	Name  string // train, validation (or dev) or test
	Pairs *pairs.Table
	// Spares are pairs of Pairs' positives that are no rows: they fill groups. Nil: none.
	Spares *pairs.Table
}

// Input is what Write makes shards of. Query and Doc are called from several goroutines, more than once for an id, and
// must give the same answer each time; false means that there is no such text, which is an error. Documents made by lnc2
// ("ID~k") are Doc's to make.
type Input struct {
	Splits    []Split
	Query     func(id string) (text string, ok bool)
	Doc       func(id string) (title, text string, ok bool)
	Tokenizer *tokenize.Tokenizer // nil where no format needs ids
	// Teacher gives the scores that formats of scores teach; nil: those of the pairs.
	Teacher *Teacher
	// Rankings are what formats that evaluate write; the others do not look at them.
	Rankings []Ranking
	Manifest Manifest // what the caller knows: see there
	Hub      Hub      // for the card
	// Lenient leaves out a format that no pair fits, and counts it, where else it is an error.
	Lenient bool
}

// Teacher is a model whose scores of a query's documents are taught.
type Teacher struct {
	SHA256 []string // of the files they come from
	Score  func(query, doc string) (float64, bool)
}

// fileName is the split's name in files, as Hugging Face has it.
func (s Split) fileName() (string, error) {
	switch s.Name {
	case "train", "validation", "test":
		return s.Name, nil
	case "dev":
		return "validation", nil
	}
	return "", fault.BadUsage("use train, validation or test", "unknown split %q", s.Name)
}

// docText is the text of a document: title, newline, text.
func docText(title, text string) string {
	if title == "" {
		return text
	}
	return title + "\n" + text
}

func (in *Input) query(id string) string {
	text, _ := in.Query(id)
	return text
}

func (in *Input) doc(id string) string {
	title, text, _ := in.Doc(id)
	return docText(title, text)
}
