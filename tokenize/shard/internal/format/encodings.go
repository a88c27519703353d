package format

import (
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// EncodingOf returns the encoding of a file, and nil if the format writes no such file.
func (f Format) EncodingOf(file string) encoding.Encoding {
	extension := path.Ext(file)
	for _, folder := range f.Folders {
		if (folder.Name == "" || folder.Name == path.Dir(file)) && extension == "."+folder.As.Extension() {
			return folder.As
		}
	}
	for _, s := range slices.Concat(f.Sets, f.Beside) {
		for _, target := range s.folders {
			switch {
			case extension != "."+endings[target.style]:
			case target.style == table:
				return encoding.TableFiles{}
			default:
				return encoding.LineFiles{Ending: endings[target.style], Object: target.style == lines, Headed: target.style == commas}
			}
		}
	}
	return nil
}

// documentText matches a placeholder for the text of a document.
var documentText = lazy.Regexp(`\{(document|documents|positive|pos_body|first)\}`)

// HasTexts reports whether the rows of a file are training rows with the texts of query and documents. If a file's folder matches several
// patterns, the longest pattern decides.
func (f Format) HasTexts(file string) (has bool) {
	dir, longest := path.Dir(file), 0
	for _, folder := range f.Folders {
		if folder.Name == "" || folder.Name == dir {
			return f.Name == templateFormat.Name
		}
	}
	for _, s := range slices.Concat(f.Sets, f.Beside) {
		for _, target := range s.folders {
			for _, pattern := range s.patterns() {
				name := strings.NewReplacer("TASK", "*", "CLASSES", "*").Replace(pattern)
				for _, name := range []string{name + target.suffix, strings.TrimSuffix(name, "-*") + target.suffix} {
					if fits, _ := path.Match(name, dir); fits && len(name) > longest {
						longest = len(name)
						has = s.shape < candidateRows && target.sequence == nil && strings.Contains(target.row, "{query}") &&
							documentText().MatchString(target.row)
					}
				}
			}
		}
	}
	return has
}
