package tabular

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// BadColumns returns the error for a file whose columns do not suffice. It names the recognised roles and
// the missing one. text is the beginning of the file; names is empty if there is no table.
func (p *Plan) BadColumns(path string, text []byte, names []string) error {
	form := hintOfForm(text, names)
	names = slices.Sorted(slices.Values(names)) // of objects they have no order
	if p == nil {
		return errs.BadInput(path, 0, cmp.Or(form, "put a line such as query,passage,label first, or say --columns query=1,document=2"),
			"no table with named columns")
	}
	if p.isHeaderless() {
		return errs.BadInput(path, 0, p.Hint(), "its first line names no columns, and its fields have no known names")
	}
	hint := cmp.Or(form, p.pasted())
	switch {
	case hint != "":
	case !p.Content().Texts && (p.queryID >= 0 || len(p.docs) > 0):
		hint = "to read ids, say --collection FILE --topics FILE --qrels " + path
	default:
		hint = "say --columns query=NAME,document=NAME,label=NAME (numbers where the file has no header), or give documents alone with " +
			"--collection"
	}
	if len(p.Columns.read) == 0 {
		return errs.BadInput(path, 0, hint, "its columns are %s: no role is known by these names", FormatList(names))
	}
	lacking := DocRole
	switch {
	case p.Query < 0 && p.Content().Texts:
		lacking = QueryRole
	case p.Content().Negatives:
		lacking = PositiveRole
	}
	return errs.BadInput(path, 0, hint, "its columns are %s: recognised are %s, none is known to hold the %s", FormatList(names), p.Columns,
		lacking)
}

// BadDocuments returns the error for a table of documents whose columns do not suffice.
func (p *Plan) BadDocuments(path string, names []string) error {
	return errs.BadInput(path, 0, "say --columns document_id=NAME,document=NAME", "its columns are %s: recognised are %s, where a document "+
		"needs an id and a text", FormatList(names), p.Columns)
}

// looksHeaderless reports whether a name of a column looks like a value, a sentence or a number, or all names have several words.
func looksHeaderless(names []string) bool {
	long := 0
	for _, name := range names {
		words := len(strings.Fields(name))
		if words > 5 || celltext.IsNumber([]byte(strings.TrimSpace(name))) {
			return true
		}
		if words > 2 {
			long++
		}
	}
	return long > 0 && long == len(names)
}
