package prepare

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// sourceFiles returns the collection's files as an index names them: what they hold, packed or not. A packed one that cannot be read to
// its end is told by who reads its documents.
func sourceFiles(documents []stage.Input) (list []index.SourceFile) {
	for _, in := range documents {
		s := index.SourceFile{Name: read.PlainName(in.Name), Bytes: in.Bytes, SHA256: in.SHA256}
		if isPacked, bytes, sum, err := read.Content(in.Path); isPacked && err == nil {
			s.Bytes, s.SHA256 = bytes, sum
		}
		list = append(list, s)
	}
	return list
}

// sameCollection refuses a given index that was made of other documents than those of the configured collection. Where the
// collection has no documents at hand, or the index does not say, there is nothing to compare.
func sameCollection(r *stage.Run, c *collection.Collection, x index.Reader) error {
	there := x.About().Collection
	if len(there) == 0 {
		return nil
	}
	here := sourceFiles(documents(r.Account.Files))
	if FilesAgree(here, there) {
		return nil
	}
	return errs.BadUsage("name the index of this collection, or leave the documents out: --topics, --qrels and --index without --data",
		"the index %s was made of %s, and the collection %s holds %s", r.Config.Gen.Index, FileNames(there),
		c.Layout.Documents, FileNames(here))
}

// FilesAgree reports whether files hold the same. It is true where one side names no file.
func FilesAgree(here, there []index.SourceFile) bool {
	return len(here) == 0 || len(there) == 0 || slices.Equal(contents(here), contents(there))
}

// contents returns the checksums of files, sorted, so that names decide nothing.
func contents(list []index.SourceFile) (sums []string) {
	for _, s := range list {
		sums = append(sums, s.SHA256)
	}
	slices.Sort(sums)
	return sums
}

// FileNames returns the names of the first three files, each with the first 8 digits of its checksum.
func FileNames(list []index.SourceFile) string {
	var names []string
	for i, s := range list {
		if i == 3 {
			names = append(names, "...")
			break
		}
		names = append(names, s.Name+" ("+s.SHA256[:min(8, len(s.SHA256))]+")")
	}
	return strings.Join(names, ", ")
}
