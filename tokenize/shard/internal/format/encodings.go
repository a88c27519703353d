package format

import (
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// encoding returns the Encoding that reads files of the style.
func (s style) encoding() encoding.Encoding {
	if s == table {
		return encoding.TableFiles{}
	}
	return encoding.LineFiles{Ending: endings[s], Object: s == lines, Headed: s == commas}
}

// EncodingOf returns the encoding of a file, and nil if the format writes no such file.
func (f Format) EncodingOf(file string) encoding.Encoding {
	extension := path.Ext(file)
	for _, folder := range f.Folders {
		if (folder.Name == "" || folder.Name == path.Dir(file)) && extension == "."+folder.As.Extension() {
			return folder.As
		}
	}
	for _, s := range slices.Concat(f.Sets, f.Beside) {
		for _, to := range s.folders {
			if extension == "."+endings[to.style] {
				return to.style.encoding()
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
		for _, to := range s.folders {
			for _, pattern := range s.patterns() {
				name := strings.NewReplacer("TASK", "*", "CLASSES", "*").Replace(pattern)
				for _, name := range []string{name + to.suffix, strings.TrimSuffix(name, "-*") + to.suffix} {
					if fits, _ := path.Match(name, dir); fits && len(name) > longest {
						longest = len(name)
						has = s.shape < candidateRows && to.sequence == nil && strings.Contains(to.row, "{query}") && documentText().MatchString(to.row)
					}
				}
			}
		}
	}
	return has
}
