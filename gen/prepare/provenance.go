package prepare

import (
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/internal/provenance"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// sourceFiles returns the collection's files as an index names them: what they hold, packed or not. A packed one that cannot be read to
// its end is told by who reads its documents.
func sourceFiles(documents []stage.Input) (list []index.SourceFile) {
	for _, in := range documents {
		s := index.SourceFile{Name: corpus.PlainName(in.Name), Bytes: in.Bytes, SHA256: in.SHA256}
		if isPacked, bytes, sum, err := corpus.Content(in.Path); isPacked && err == nil {
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
	if provenance.Agree(here, there) {
		return nil
	}
	return errs.BadUsage("name the index of this collection, or leave the documents out: --topics, --qrels and --index without --data",
		"the index %s was made of %s, and the collection %s holds %s", r.Config.Gen.Index, provenance.Names(there),
		c.Layout.Documents, provenance.Names(here))
}
