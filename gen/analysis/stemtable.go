package analysis

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// tablePrefix begins the name of a stemmer that is a file of word TAB stem. Any stemmer or lemmatiser, such
// as Krovetz's, can be written as such a file.
const tablePrefix = "table:"

// readStems reads the lines of a table and returns them in byte order; none for "". A word that is not in
// the table is its own stem. Empty lines, and lines without a TAB that begin with #, are skipped.
func readStems(file string) ([]string, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readText(file, "stemmer", "name a file of word TAB stem")
	if err != nil {
		return nil, err
	}
	stems := map[string]string{}
	var list []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		word, stem, ok := strings.Cut(line, "\t")
		switch {
		case line == "" || !ok && line[0] == '#':
			continue
		case !ok || word == "" || stem == "" || strings.Contains(stem, "\t"):
			return nil, errs.BadInput(file, number, "write word TAB stem", "no word and stem")
		}
		switch previous, again := stems[word]; {
		case !again:
			stems[word] = stem
			list = append(list, line)
		case previous != stem:
			return nil, errs.BadInput(file, number, "keep one of them", "%q has the stems %q and %q", word, previous, stem)
		}
	}
	if len(list) == 0 {
		return nil, errs.BadInput(file, 0, "write word TAB stem, or --set stemmer=none", "the table holds no stem")
	}
	slices.Sort(list)
	return list, nil
}

// readText reads a file of UTF-8 that an option names, without its byte order mark. An error names the first line that is not UTF-8.
func readText(file, option, hint string) (string, error) {
	raw, err := safefile.ReadFile(file, safefile.Whole)
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return "", e
	}
	if err != nil {
		return "", errs.BadUsage(hint, "%s: %v", option, err)
	}
	number := 0
	for line := range bytes.Lines(raw) {
		if number++; !utf8.Valid(line) {
			return "", errs.BadInput(file, number, "iconv -f latin1 -t utf-8 converts it", "not UTF-8")
		}
	}
	return strings.TrimPrefix(string(raw), "\ufeff"), nil
}
