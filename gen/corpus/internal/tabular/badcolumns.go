package tabular

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// BadColumns returns the error for a file whose columns do not suffice. It names the recognised roles and
// the missing one. text is the beginning of the file; names is empty if there is no table.
func (p *Plan) BadColumns(path string, text []byte, names []string) error {
	form := hintOfForm(text, names)
	if p == nil {
		return errs.BadInput(path, 0, cmp.Or(form, "put a line such as query,passage,label first, or say --columns query=1,document=2"),
			"no table with named columns")
	}
	if len(p.Columns.read) == 0 && looksHeaderless(names) {
		return errs.BadInput(path, 0, "number the columns: --columns query=1,document=2,label=3, or --columns query=1,positive=2,negative=3",
			"its first line names no columns, and its fields have no known names")
	}
	if len(p.Columns.read) == 0 {
		hint := "say --columns query=NAME,document=NAME,label=NAME (numbers where the file has no header), "
		if likely := innerColumns(names); form != "" {
			hint = form + ", "
		} else if likely != "" {
			hint = fmt.Sprintf("did you mean --columns %q?, ", likely)
		}
		return errs.BadInput(path, 0, hint+"or give documents alone with --collection",
			"its columns are %s: none is known to hold what is wanted", FormatList(names))
	}
	lacking := DocRole
	switch {
	case p.Query < 0 && p.Content().Texts:
		lacking = QueryRole
	case p.Content().Negatives:
		lacking = PositiveRole
	}
	hint := fmt.Sprintf("say --columns %s=NAME", lacking)
	if name := cmp.Or(likelyColumn(p.Columns.unread, lacking), p.Columns.titleOf(lacking)); name != "" {
		hint = fmt.Sprintf("did you mean --columns %q?", lacking+"="+name)
	}
	return errs.BadInput(path, 0, hint+", or give documents alone with --collection",
		"its columns are %s: recognised are %s, none is known to hold the %s", FormatList(names), p.Columns, lacking)
}

// BadDocuments returns the error for a table of documents whose columns do not suffice.
func (p *Plan) BadDocuments(path string, names []string) error {
	return errs.BadInput(path, 0, "say --columns document_id=NAME,document=NAME", "its columns are %s: recognised are %s, where a document "+
		"needs an id and a text", FormatList(names), p.Columns)
}

// innerColumns returns the choice of columns whose innermost names are known for a query, a document and a label; "" without the former.
func innerColumns(names []string) string {
	var choice []string
	for _, role := range []string{QueryRole, DocRole, LabelRole} {
		var fitting []string
		for _, name := range names {
			if inner := name[strings.LastIndexByte(name, '.')+1:]; slices.Contains(knownNames(role), plainColumn(inner)) {
				fitting = append(fitting, name)
			}
		}
		switch {
		case len(fitting) == 1:
			choice = append(choice, role+"="+fitting[0])
		case role != LabelRole:
			return ""
		}
	}
	return strings.Join(choice, ",")
}

// looksHeaderless reports whether a name of a column looks like a value: a sentence or a number.
func looksHeaderless(names []string) bool {
	for _, name := range names {
		if len(strings.Fields(name)) > 5 || celltext.IsNumber([]byte(strings.TrimSpace(name))) {
			return true
		}
	}
	return false
}

// titleOf returns the column of titles where documents are wanted; "" if there is none.
func (c ColumnRoles) titleOf(lacking string) string {
	i := slices.IndexFunc(c.read, func(r reading) bool { return r.role == TitleRole })
	if lacking != DocRole || i < 0 {
		return ""
	}
	return c.read[i].name
}

// likelyColumn returns the most probable column of a role: the only one left, or the first that contains a
// known name; else "".
func likelyColumn(names []string, role string) string {
	if len(names) == 1 && !noTextEnding.MatchString(plainColumn(names[0])) {
		return names[0]
	}
	for _, name := range names {
		plain := plainColumn(name)
		for _, word := range knownNames(role) {
			if strings.Contains(plain, word) && !noTextEnding.MatchString(plain) {
				return name
			}
		}
	}
	return ""
}

// noTextEnding matches the names of columns that hold no texts.
var noTextEnding = regexp.MustCompile(`_(u?ids?|idx|rank|url|score|model)$`)
