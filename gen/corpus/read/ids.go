package read

import (
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkID returns an error for an id that other programs cannot read in a run or qrels file.
func checkID(noun, id, path string, line int) error {
	bad := celltext.ForbiddenInID(id)
	if bad == "" {
		return nil
	}
	return errs.BadInput(path, line, "write _ for it in the collection, the queries and the judgements alike: runs and qrels separate their "+
		"fields by white space", "the id %q of a %s holds %s", id, noun, bad)
}
