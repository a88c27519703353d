package tabular

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
)

// find finds the column of a role: the chosen one, or the first with a known name; -1 if there is none.
func (p *Plan) find(role string) int {
	if names := p.choice.names[role]; len(names) > 0 {
		return p.findChosen(role, names[0])
	}
	return p.findKnown(role, role)
}

// findKnown finds the first column that has a known name of the role names, and reads it in the role role; -1 if there is none.
func (p *Plan) findKnown(names, role string) int {
	if p.choice.Numbered() {
		return -1
	}
	for _, name := range knownNames(names) {
		if place := p.takeOnly(role, name); place >= 0 {
			return place
		}
	}
	return -1
}

// spelled returns a choice whose names are those of the file's columns, where they differ in case or separators alone.
func (p *Plan) spelled(choice columnChoice) columnChoice {
	choice.names = maps.Clone(choice.names)
	for role, names := range choice.names {
		choice.names[role] = lists.Map(names, func(name string) string {
			if places := p.places[plainColumn(name)]; len(places) == 1 && !slices.Contains(p.Header, name) {
				return p.Header[places[0]]
			}
			return name
		})
	}
	return choice
}

// findName finds the first column with one of some names that is not chosen for another role; -1 if there is none.
func (p *Plan) findName(role string, names ...string) int {
	for _, name := range names {
		if columns := p.fitting(plainColumn(name)); len(columns) > 0 {
			return p.take(role, columns[0])
		}
	}
	return -1
}

// findChosen finds a column that the user chose for a role. It is an error if there are none or several.
func (p *Plan) findChosen(role, name string) int {
	switch n := len(lists.Filter(p.Header, func(have string) bool { return have == name })); {
	case n > 1:
		return p.refuse(twoColumns(p.file, name))
	case n == 0 && !p.loose:
		return p.refuse(p.noColumn(role, name))
	}
	return p.take(role, name)
}

// takeOnly takes the column with a known name in a role, unless it is chosen for some role; -1 if there is none.
func (p *Plan) takeOnly(role, name string) int {
	switch columns := p.fitting(name); len(columns) {
	case 0:
		return -1
	case 1:
		return p.take(role, columns[0])
	default:
		return p.refuse(twoColumns(p.file, columns[0]))
	}
}

// fitting returns the columns whose plainColumn is plain, except columns that are chosen for some role: no role is guessed for them.
func (p *Plan) fitting(plain string) (names []string) {
	for _, i := range p.places[plain] {
		if have := p.Header[i]; !p.choice.includes(have) {
			names = append(names, have)
		}
	}
	return names
}

// take records that a column is read in a role, and returns its index in names.
func (p *Plan) take(role, name string) int {
	p.Columns.read = append(p.Columns.read, reading{role: role, name: name})
	if place := slices.Index(p.Names, name); place >= 0 {
		return place
	}
	p.Names = append(p.Names, name)
	return len(p.Names) - 1
}

// refuse records an error, and returns the place of no column.
func (p *Plan) refuse(err error) int {
	p.err = cmp.Or(p.err, err)
	return -1
}

func twoColumns(file, name string) error {
	return errs.BadInput(file, 1, "rename one of them", "two columns are called %s", name)
}

func (p *Plan) noColumn(role, name string) error {
	return p.badChoice(role, name, errs.Suggestion(name, p.Header...)+"its columns are "+FormatList(p.Header), "there is no such column")
}

func (p *Plan) badChoice(role, name, hint, fault string) error {
	e := errs.BadUsage(hint, "--columns %s=%s: %s", role, name, fault)
	e.File = p.file
	return e
}

// checkUsed returns an error if a chosen column is not read.
func (p *Plan) checkUsed() error {
	for _, role := range roleNames() {
		for _, name := range p.choice.names[role] {
			if p.Columns.find(role, name) == nil {
				const hint = "choose it beside a document or a positive"
				return p.badChoice(role, name, hint, "has no meaning with the other columns: "+p.Columns.String())
			}
		}
	}
	for _, name := range p.choice.names[UnusedRole] {
		if !p.loose && !slices.Contains(p.Header, name) {
			return p.noColumn(UnusedRole, name)
		}
	}
	return nil
}

func (p *Plan) unread() []string {
	return slices.DeleteFunc(slices.Clone(p.Header), func(name string) bool {
		return slices.Contains(p.Names, name) || slices.Contains(p.choice.names[UnusedRole], name)
	})
}

// hasLabel reports whether a column has a known name of a label that is no score.
func (p *Plan) hasLabel() bool {
	return slices.ContainsFunc(knownNames(LabelRole), func(name string) bool { return !slices.Contains(memberScores, name) && len(p.places[name]) > 0 })
}

// negatives finds the columns of negatives: all with known names, and negative_1, negative_2, neg_1 ..
func (p *Plan) negatives() (columns []int) {
	if names := p.choice.names[NegativeRole]; len(names) > 0 || p.choice.Numbered() {
		for _, name := range names {
			if place := p.findChosen(NegativeRole, name); place >= 0 {
				columns = append(columns, place)
			}
		}
		return columns
	}
	for _, name := range knownNames(NegativeRole) {
		if place := p.takeOnly(NegativeRole, name); place >= 0 {
			columns = append(columns, place)
		}
	}
	for _, name := range p.Header {
		if (numberedNegative().MatchString(plainColumn(name)) || p.isBySystem(name)) && !p.choice.includes(name) {
			columns = append(columns, p.take(NegativeRole, name))
		}
	}
	if len(columns) > safefile.Columns {
		p.refuse(errs.BadInput(p.file, 1, "write the negatives of a row as one list", "the columns of negatives are %d, more than %d",
			len(columns), safefile.Columns))
		return nil
	}
	return columns
}

// isBySystem reports whether a column has the negatives of one system, as in {"neg": {"bm25": [..], "dense": [..]}}: the members
// of a column of negatives, of which none has a name with a role.
func (p *Plan) isBySystem(name string) bool {
	parent, _, isMember := strings.Cut(name, ".")
	if !isMember || !slices.Contains(knownNames(NegativeRole), plainColumn(parent)) {
		return false
	}
	return !slices.ContainsFunc(p.Header, func(other string) bool {
		member, isBeside := strings.CutPrefix(other, parent+".")
		plain := plainColumn(member)
		return isBeside && (isKnown(member) || slices.Contains(knownNames(NegativeRole), plainColumn(other)) ||
			slices.Contains(memberIDs, plain) || isCalled("no-text", plain) || isCalled("beside", plain))
	})
}

// numberedNegative matches the spelling of one of several negatives.
var numberedNegative = lazy.Regexp(`^(hard_)?neg(ative)?_?[0-9]+$`)

// findMember finds a column with one of some names beside a nested text; -1 if there is none. A text inside a member called doc belongs to
// the object around it too: candidates.docid is the id of candidates.doc.text.
func (p *Plan) findMember(role string, text int, names []string) int {
	var inside []string
	for dot := strings.LastIndexByte(p.Names[text], '.'); dot >= 0; {
		parent := p.Names[text][:dot]
		for _, name := range names {
			inside = append(inside, parent+"."+name)
		}
		outer := strings.LastIndexByte(parent, '.')
		if outer < 0 || parent[outer+1:] != "doc" {
			break
		}
		dot = outer
	}
	return p.findName(role, inside...)
}

// teacherScore finds the column of the scores that a teacher gave to positives or negatives, -1 if there is none: pos_scores beside pos or
// positive, score_chosen beside chosen or chosen.content.
func (p *Plan) teacherScore(role string, text int) int {
	name := p.Names[text]
	stems := []string{name, strings.TrimSuffix(name, "s"), cmp.Or(strings.TrimSuffix(parentOf(name), "."), name)}
	isOther := func(r reading) bool { return r.role == role && r.name != name }
	if slices.Contains(knownNames(role), plainColumn(name)) && !slices.ContainsFunc(p.Columns.read, isOther) {
		stems = append(stems, role[:3]) // pos, neg
	}
	score := p.findMember(role+"_"+ScoreRole, text, memberScores)
	for _, stem := range stems {
		if score < 0 {
			score = p.findName(role+"_"+ScoreRole, stem+"_scores", stem+"_score", "score_"+stem)
		}
	}
	return score
}
