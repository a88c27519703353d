package hubcard

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// CSV is what a card says of files of delimited text, in the words of the library datasets and of pandas.
type CSV struct {
	Separator byte     // 0 where the card names none
	Names     []string // of the columns of files without a header; nil where the card names none
}

// csvOptions are options of delimited text that would change what is read, with the values that change nothing.
var csvOptions = map[string][]string{"header": {"infer", "0", "null"}, "quotechar": {`"`}, "quoting": {"0"}, "skiprows": {"0", "null"},
	"skipfooter": {"0"}, "nrows": {"null"}, "escapechar": {"null"}, "comment": {"null"}, "encoding": {"utf-8", "utf8", "UTF-8", "null"},
	"decimal": {"."}, "thousands": {"null"}}

// CSVOf returns what the card of a file's folder, or of a folder above it, says of the file as delimited text. An option that is not read
// is an error. Standard input ("-") has no folder.
func CSVOf(file string) (csv CSV, err error) {
	if file == "-" || file == "" {
		return csv, nil
	}
	c, dir, err := cardAbove(file, func(c *card) bool { return len(c.Configs) > 0 })
	if err != nil || c == nil {
		return csv, nil // not a card; who reads the folder by it tells
	}
	name, isFirst := NamesBelow(dir, []string{file}), false
	for i := range c.Configs {
		config := &c.Configs[i]
		if config.Data.Kind != 0 && len(config.splits(dir, name)) == 0 {
			continue
		}
		part, err := config.csv(filepath.Join(dir, cardName))
		if err != nil {
			return csv, err
		}
		if isFirst && (part.Separator != csv.Separator || !slices.Equal(part.Names, csv.Names)) {
			return CSV{}, nil // configurations of one file disagree, and it shows its separator itself
		}
		csv, isFirst = part, true
	}
	return csv, nil
}

// csv returns what a configuration of the card in a file says of delimited text.
func (c *cardConfig) csv(card string) (csv CSV, err error) {
	bad := func(option, why string) error {
		return errs.BadInput(card, 0, "write the file with a header and commas, and leave the option out",
			"%s of its configuration %s %s", option, c.Name, why)
	}
	for _, option := range slices.Sorted(maps.Keys(c.Options)) {
		value := c.Options[option]
		text, harmless := fmt.Sprint(value.Value), csvOptions[option]
		switch {
		case option == "sep" || option == "delimiter":
			if text == `\t` {
				text = "\t"
			}
			if len(text) != 1 || strings.ContainsAny(text, "\"\n\r") {
				return csv, bad(option, fmt.Sprintf("is %q: columns are separated by one character", text))
			}
			csv.Separator = text[0]
		case option == "names" || option == "column_names":
			if value.Decode(&csv.Names) != nil {
				return csv, bad(option, "is no list of names")
			}
		case harmless != nil && !slices.Contains(harmless, text) && value.Tag != "!!null":
			return csv, bad(option, fmt.Sprintf("is %q, which is not read", text))
		}
	}
	if header := c.Options["header"]; csv.Names != nil && header.Value == "0" {
		return csv, bad("header", "stands beside names: the names of the file's first line are read, or those of the card")
	}
	return csv, nil
}
