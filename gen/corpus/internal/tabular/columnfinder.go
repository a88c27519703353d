package tabular

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// columnFinder finds the columns of a file by their names or by the user's choice, and records in which role each is read.
type columnFinder struct {
	file    string
	header  []string         // of the file, as it spells them
	places  map[string][]int // in header, by the spelling of Roles
	loose   bool             // the header has the names so far, there may be others
	choice  columnChoice
	names   []string       // of the columns that are read
	taken   map[string]int // places in names
	read    []reading
	asked   map[string]bool // spellings that were looked for
	numbers bool            // negative_1, negative_2 .. were looked for
	err     error           // the first one
}

func newColumnFinder(file string, header []string, loose bool, choice columnChoice) columnFinder {
	f := columnFinder{file: file, header: header, loose: loose, choice: choice, places: make(map[string][]int, len(header)),
		taken: map[string]int{}, asked: map[string]bool{}}
	for i, name := range header {
		plain := plainColumn(name)
		f.places[plain] = append(f.places[plain], i)
	}
	return f
}

// find finds the column of a role: the chosen one, or the first with a known name; -1 if there is none.
func (f *columnFinder) find(role string) int {
	if names := f.choice.names[role]; len(names) > 0 {
		return f.findChosen(role, names[0])
	}
	return f.findKnown(role, role)
}

// findKnown finds the first column with a known name of a role, which is read in another one; -1 if there is none.
func (f *columnFinder) findKnown(names, role string) int {
	if f.choice.Numbered() {
		return -1
	}
	for _, name := range knownNames(names) {
		if place := f.takeOnly(role, name); place >= 0 {
			return place
		}
	}
	return -1
}

// findName finds the first column with one of some names that is not chosen for another role, -1 if there
// is none.
func (f *columnFinder) findName(role string, names ...string) int {
	for _, name := range names {
		if columns := f.fitting(plainColumn(name)); len(columns) > 0 {
			return f.take(role, columns[0])
		}
	}
	return -1
}

// findChosen finds a column that the user chose for a role. It is an error if there are none or several.
func (f *columnFinder) findChosen(role, name string) int {
	n := 0
	for _, have := range f.header {
		if have == name {
			n++
		}
	}
	switch {
	case n > 1:
		return f.refuse(twoColumns(f.file, name))
	case n == 0 && !f.loose:
		hint := errs.Suggestion(name, f.header...) + "its columns are " + FormatList(f.header)
		return f.refuse(f.badChoice(role, name, hint, "there is no such column"))
	}
	return f.take(role, name)
}

// takeOnly takes the column with a known name in a role, unless it is chosen for some role; -1 if there is none.
func (f *columnFinder) takeOnly(role, name string) int {
	switch columns := f.fitting(name); len(columns) {
	case 0:
		return -1
	case 1:
		return f.take(role, columns[0])
	default:
		return f.refuse(twoColumns(f.file, columns[0]))
	}
}

// fitting returns the columns with a spelling, except those that are chosen for some role: these are not guessed.
func (f *columnFinder) fitting(plain string) (names []string) {
	f.asked[plain] = true
	for _, i := range f.places[plain] {
		if have := f.header[i]; !f.choice.includes(have) {
			names = append(names, have)
		}
	}
	return names
}

// take records that a column is read in a role, and returns its index in names.
func (f *columnFinder) take(role, name string) int {
	f.read = append(f.read, reading{role: role, name: name})
	place, has := f.taken[name]
	if !has {
		place = len(f.names)
		f.taken[name], f.names = place, append(f.names, name)
	}
	return place
}

// refuse records an error, and returns the place of no column.
func (f *columnFinder) refuse(err error) int {
	f.err = cmp.Or(f.err, err)
	return -1
}

func twoColumns(file, name string) error {
	return errs.BadInput(file, 1, "rename one of them", "two columns are called %s", name)
}

func (f *columnFinder) badChoice(role, name, hint, fault string) error {
	e := errs.BadUsage(hint, "--columns %s=%s: %s", role, name, fault)
	e.File = f.file
	return e
}

// checkUsed returns an error if a chosen column is not read.
func (f *columnFinder) checkUsed() error {
	roles := ColumnRoles{read: f.read}
	for _, role := range roleNames() {
		for _, name := range f.choice.names[role] {
			if roles.find(role, name) == nil {
				const hint = "choose it beside a document or a positive"
				return f.badChoice(role, name, hint, "has no meaning with the other columns: "+roles.String())
			}
		}
	}
	for _, name := range f.choice.names[UnusedRole] {
		if !f.loose && !slices.Contains(f.header, name) {
			return f.badChoice(UnusedRole, name, errs.Suggestion(name, f.header...)+"its columns are "+FormatList(f.header), "there is no such column")
		}
	}
	return nil
}

// unread returns the columns that are not read.
func (f *columnFinder) unread() []string {
	return slices.DeleteFunc(slices.Clone(f.header), func(name string) bool {
		_, isRead := f.taken[name]
		return isRead || slices.Contains(f.choice.names[UnusedRole], name)
	})
}

// hasLabel reports whether a column has a known name of a label that is no score.
func (f *columnFinder) hasLabel() (has bool) {
	for _, name := range knownNames(LabelRole) {
		if !slices.Contains(memberScores, name) {
			f.asked[name] = true
			has = has || len(f.places[name]) > 0
		}
	}
	return has
}

// negatives finds the columns of negatives: all with known names, and negative_1, negative_2, neg_1 ..
func (f *columnFinder) negatives() (columns []int) {
	if names := f.choice.names[NegativeRole]; len(names) > 0 || f.choice.Numbered() {
		for _, name := range names {
			if place := f.findChosen(NegativeRole, name); place >= 0 {
				columns = append(columns, place)
			}
		}
		return columns
	}
	for _, name := range knownNames(NegativeRole) {
		if place := f.takeOnly(NegativeRole, name); place >= 0 {
			columns = append(columns, place)
		}
	}
	f.numbers = true
	for _, name := range f.header {
		if (isNumberedNegative(plainColumn(name)) || f.isBySystem(name)) && !f.choice.includes(name) {
			columns = append(columns, f.take(NegativeRole, name))
		}
	}
	if len(columns) > safefile.Columns {
		f.refuse(errs.BadInput(f.file, 1, "write the negatives of a row as one list", "the columns of negatives are %d, more than %d",
			len(columns), safefile.Columns))
		return nil
	}
	return columns
}

// isBySystem reports whether a column is that of the negatives that a system found, as in {"neg": {"bm25": [..], "dense": [..]}}: the members
// of a column of negatives, of which none has a name with a role.
func (f *columnFinder) isBySystem(name string) bool {
	parent, _, isMember := strings.Cut(name, ".")
	if !isMember || !slices.Contains(knownNames(NegativeRole), plainColumn(parent)) {
		return false
	}
	return !slices.ContainsFunc(f.header, func(other string) bool {
		member, isBeside := strings.CutPrefix(other, parent+".")
		plain := plainColumn(member)
		return isBeside && (isKnown(member) || slices.Contains(knownNames(NegativeRole), plainColumn(other)) ||
			slices.Contains(memberIDs, plain) || noTextEnding().MatchString(plain) || besideRows().MatchString(plain))
	})
}

// isNumberedNegative reports whether a column's spelling is that of one of several negatives.
func isNumberedNegative(plain string) bool {
	return slices.ContainsFunc([]string{"negative_", "neg_", "hard_negative_", "hard_neg_", "negative", "neg"}, func(stem string) bool {
		number, ok := strings.CutPrefix(plain, stem)
		return ok && celltext.IsNumber([]byte(number))
	})
}

// findMember finds a column in the same nested column as a text, -1 if there is none. A text inside a member called doc belongs to the
// object around it too: candidates.docid is the id of candidates.doc.text.
func (f *columnFinder) findMember(role string, text int, names []string) int {
	var inside []string
	for dot := strings.LastIndexByte(f.names[text], '.'); dot >= 0; {
		parent := f.names[text][:dot]
		for _, name := range names {
			inside = append(inside, parent+"."+name)
		}
		outer := strings.LastIndexByte(parent, '.')
		if outer < 0 || parent[outer+1:] != "doc" {
			break
		}
		dot = outer
	}
	return f.findName(role, inside...)
}

// teacherScore finds the column of the scores that a teacher gave to positives or negatives, -1 if there is none: pos_scores beside pos or
// positive, score_chosen beside chosen or chosen.content.
func (f *columnFinder) teacherScore(role string, text int) int {
	name := f.names[text]
	stems := []string{name, strings.TrimSuffix(name, "s"), cmp.Or(strings.TrimSuffix(parentOf(name), "."), name)}
	isOther := func(r reading) bool { return r.role == role && r.name != name }
	if slices.Contains(knownNames(role), plainColumn(name)) && !slices.ContainsFunc(f.read, isOther) {
		stems = append(stems, role[:3]) // pos, neg
	}
	score := f.findMember(role+"_"+ScoreRole, text, memberScores)
	for _, stem := range stems {
		if score < 0 {
			score = f.findName(role+"_"+ScoreRole, stem+"_scores", stem+"_score", "score_"+stem)
		}
	}
	return score
}
