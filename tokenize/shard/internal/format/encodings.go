package format

import (
	"path"
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// encoding returns how files of the style are read back.
func (s style) encoding() encoding.Encoding {
	if s == table {
		return encoding.TableFiles{}
	}
	return encoding.LineFiles{Ending: endings[s], Object: s == lines, Headed: s == commas}
}

// EncodingOf returns the encoding of a file; nil where the format writes no such file.
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
