package collection

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
)

// ParseBySplit parses a flag's FILE or SPLIT=FILE,SPLIT=FILE into a map from split to file; nil for an empty text. Names of existing files
// may contain commas and equals signs. Two files for one split are an error.
func ParseBySplit(flag, text string) (map[string]string, error) {
	if text == "" {
		return nil, nil
	}
	parts := splitAtCommas(text)
	if len(parts) == 0 {
		return nil, errs.BadUsage("leave it out, or name a file", "%s: %q names no file", flag, text)
	}
	files := map[string]string{}
	if len(parts) == 1 && (exists(parts[0]) || !strings.Contains(text, "=")) {
		var err error
		if files, err = read.SplitFiles(parts[0]); err != nil {
			return nil, err
		}
		parts = nil // the names of the files name the splits
	}
	for _, part := range parts {
		split, file, hasName := strings.Cut(part, "=")
		if hasName = hasName && !exists(part); !hasName {
			split, file = read.AllSplits, part
		}
		split = configs.SplitWord(split)
		switch other, isNamed := files[split]; {
		case file == "":
			return nil, errs.BadUsage("leave the split out, or name its file: "+flag+" "+split+"=FILE", "%s: no file is named for the split %s",
				flag, split)
		case split == "":
			return nil, errs.BadUsage("name the split: "+flag+" train="+file, "%s: no split is named for the file %s", flag, file)
		case isNamed && !hasName:
			return nil, errs.BadUsage("join them into one, or name the split of each: "+flag+" train=FILE,test=FILE",
				"%s has two files without a split: %s and %s", flag, other, file)
		case isNamed:
			return nil, errs.BadUsage("join the files into one", "%s has two files for the split %s: %s and %s", flag, split, other, file)
		}
		files[split] = file
	}
	return files, checkNames(flag, slices.Sorted(maps.Keys(files)))
}

// splitAtCommas returns the parts of a list of SPLIT=FILE or FILE.
func splitAtCommas(text string) []string {
	if exists(text) {
		return []string{text}
	}
	return read.SplitList(text, func(part string) bool {
		_, file, _ := strings.Cut(part, "=")
		return exists(part) || exists(file)
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// checkNames returns an error if two splits have names that many disks do not distinguish. source is the flag or the input with the splits.
func checkNames(source string, splits []string) error {
	splitByFold := map[string]string{}
	for _, split := range splits {
		if other, exists := splitByFold[result.Fold(split)]; exists && other != split {
			return errs.BadUsage("give one of them another name", "%s has the splits %s and %s: many disks do not distinguish such names",
				source, other, split)
		}
		splitByFold[result.Fold(split)] = split
	}
	return nil
}
