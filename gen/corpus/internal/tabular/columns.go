package tabular

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Plan is the roles of the columns of a file.
type Plan struct {
	Names          []string // of the columns that are read
	Query, queryID int      // indices in Names, -1 if there is none
	Split          int
	docs           []docColumns
	readings       []reading
	unread         []string        // columns that have no role
	wholes         []bool          // per name: ids are written as floats such as 7.0
	KeepsEmpty     bool            // documents without a text and an id are kept
	asked          map[string]bool // spellings of columns that were looked for
	numbers        bool            // negative_1, negative_2 .. were looked for
}

// reading is one column that is read, with its role.
type reading struct {
	role, name string
	remark     string
}

func (r reading) String() string { return r.role + " = " + r.name + r.remark }

// docColumns are the columns of one document of a row, or of a list of documents; -1 for a column that does
// not exist.
type docColumns struct {
	text, id, title int
	label, Score    int
	grade           int         // if judged by the column's name: 1 for a positive, 0 for a negative
	judged          bool        // by the column's name
	cutoff          *float64    // a label of this or more is 1, another 0
	labels          labelGrades // what labels mean
	Comma           bool        // labels have decimal commas
	words           wordScale   // grades of the words that labels are, nil if they are numbers
	classes         []string    // names of the classes whose places labels are; nil if they are no class labels
}

// noColumns are the columns of a document before any is found.
var noColumns = docColumns{text: -1, id: -1, title: -1, label: -1, Score: -1}

// planner assigns roles to the columns of a file.
type planner struct {
	Plan
	file   string
	header []string         // of the file, as it spells them
	places map[string][]int // in header, by the spelling of Roles
	taken  map[string]int   // places in Names of the columns that are read
	loose  bool             // the names are those so far, there may be others
	choice columnChoice
}

// PlanColumns returns the roles of the columns with the given names. A role without a column of a known
// name is left out. A chosen column that does not exist, or has no meaning with the others, is an error.
func PlanColumns(file string, header []string, loose bool, choice columnChoice, labels labelGrades) (*Plan, error) {
	p := &planner{Plan: Plan{Query: -1, queryID: -1, Split: -1, asked: map[string]bool{}}, file: file, header: header, loose: loose,
		choice: choice, places: make(map[string][]int, len(header)), taken: map[string]int{}}
	for i, name := range header {
		plain := plainColumn(name)
		p.places[plain] = append(p.places[plain], i)
	}
	if err := p.find(); err != nil {
		return nil, err
	}
	for i := range p.docs {
		p.docs[i].labels = labels
	}
	for _, name := range header {
		if _, read := p.taken[name]; !read {
			p.unread = append(p.unread, name)
		}
	}
	return &p.Plan, p.checkUsed()
}

// checkUsed returns an error if a chosen column is not read.
func (p *planner) checkUsed() error {
	for _, role := range roleNames() {
		for _, name := range p.choice.names[role] {
			if !slices.ContainsFunc(p.readings, func(r reading) bool { return r.role == role && r.name == name }) {
				return p.badChoice(role, name, "choose it beside a document or a positive", "has no meaning with the other columns: "+p.String())
			}
		}
	}
	return nil
}

func (p *planner) badChoice(role, name, hint, fault string) error {
	e := errs.BadUsage(hint, "--columns %s=%s: %s", role, name, fault)
	e.File = p.file
	return e
}

func (p *planner) find() (err error) {
	for _, part := range []struct {
		role  string
		place *int
	}{{QueryRole, &p.Query}, {QueryIDRole, &p.queryID}, {SplitRole, &p.Split}} {
		if *part.place, err = p.role(part.role); err != nil {
			return err
		}
	}
	if !p.choice.Has(DocRole, LabelRole, ScoreRole) {
		if err := p.pairs(); err != nil || len(p.docs) > 0 {
			return err
		}
	}
	return p.document()
}

// pairs finds the columns of positives and negatives. Beside negatives alone, a document without a label is the positive, as sentence
// transformers writes its hard negatives: question, answer, negative.
func (p *planner) pairs() error {
	positive, err := p.role(PositiveRole)
	if err != nil {
		return err
	}
	negatives, err := p.negatives()
	if err != nil {
		return err
	}
	if positive < 0 && len(negatives) > 0 && !p.choice.Has(NegativeRole) && !p.hasLabel() {
		if positive, err = p.roleOf(DocRole, PositiveRole); err != nil {
			return err
		}
	}
	if positive >= 0 {
		d := noColumns
		d.text, d.grade, d.judged = positive, 1, true
		if err := p.findChosenParts(&d); err != nil {
			return err
		}
		p.docs = append(p.docs, p.memberParts(PositiveRole, d))
	}
	for _, text := range negatives {
		d := noColumns
		d.text, d.judged = text, true
		p.docs = append(p.docs, p.memberParts(NegativeRole, d))
	}
	return nil
}

// document finds the columns of a document and its label.
func (p *planner) document() (err error) {
	d := noColumns
	d.cutoff = p.choice.cutoff
	if d.text, err = p.role(DocRole); err != nil {
		return err
	}
	if err := p.findChosenParts(&d); err != nil {
		return err
	}
	isNested := d.text >= 0 && strings.Contains(p.Names[d.text], ".")
	if isNested {
		d = p.nestedParts(d)
	}
	if !isNested || !p.loose { // of objects only what is nested with a text is known to belong to it
		if err := p.flatParts(&d); err != nil {
			return err
		}
	} else if d.label < 0 && d.Score < 0 {
		if d.label, err = p.role(LabelRole); err != nil {
			return err
		}
	}
	if d.text < 0 && p.Query >= 0 && p.queryID < 0 {
		p.queryID = p.findName(QueryIDRole, "id", "_id")
	}
	if d.text >= 0 || d.id >= 0 {
		p.docs = append(p.docs, d)
	}
	return nil
}

// findChosenParts finds the columns chosen for the parts of a document.
func (p *planner) findChosenParts(d *docColumns) (err error) {
	for _, part := range d.parts() {
		if names := p.choice.names[part.role]; len(names) > 0 {
			if *part.place, err = p.findChosen(part.role, names[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// docPart is a column of a document other than its text.
type docPart struct {
	role  string
	place *int
}

func (d *docColumns) parts() []docPart {
	return []docPart{{DocIDRole, &d.id}, {TitleRole, &d.title}, {LabelRole, &d.label}, {ScoreRole, &d.Score}}
}

// nestedParts finds the parts that are nested with a text.
func (p *planner) nestedParts(d docColumns) docColumns {
	if d.label < 0 && d.Score < 0 {
		d.label = p.member(LabelRole, d.text, memberLabels)
	}
	if d.label < 0 && d.Score < 0 {
		d.Score = p.member(ScoreRole, d.text, memberScores)
	}
	if p.queryID < 0 && plainColumn(p.Names[d.text]) == answersText {
		p.queryID = p.findName(QueryIDRole, "id", "_id")
	}
	return p.memberParts(DocRole, d)
}

// flatParts finds the parts by their own names.
func (p *planner) flatParts(d *docColumns) (err error) {
	for _, part := range d.parts() {
		hasScore := part.role == LabelRole && d.Score >= 0
		if *part.place >= 0 || hasScore || part.role == ScoreRole {
			continue
		}
		if *part.place, err = p.role(part.role); err != nil {
			return err
		}
	}
	if d.id < 0 && p.Query < 0 && p.queryID < 0 {
		d.id = p.findName(DocIDRole, "_id", "id")
	}
	return nil
}

// memberParts adds the columns of the id and title of a text: those nested with the text, or named after
// it.
func (p *planner) memberParts(role string, d docColumns) docColumns {
	if d.id < 0 {
		d.id = p.member(role+"_id", d.text, memberIDs)
	}
	if d.title < 0 {
		d.title = p.member(role+"_title", d.text, []string{TitleRole})
	}
	if text := p.Names[d.text]; d.id < 0 {
		d.id = p.findName(role+"_id", text+"_id", text+"_docid", text+"_pid")
	}
	if d.judged && d.Score < 0 {
		d.Score = p.teacherScore(role, d.text)
	}
	return d
}

// findName finds the first column with one of some names that is not chosen for another role, -1 if there
// is none.
func (p *planner) findName(role string, names ...string) int {
	for _, name := range names {
		plain := plainColumn(name)
		p.asked[plain] = true
		for _, i := range p.places[plain] {
			if have := p.header[i]; !p.isChosen(have) {
				return p.take(role, have)
			}
		}
	}
	return -1
}

// take records that a column is read in a role, and returns its index in Names.
func (p *planner) take(role, name string) int {
	p.readings = append(p.readings, reading{role: role, name: name})
	place, has := p.taken[name]
	if !has {
		place = len(p.Names)
		p.taken[name], p.Names = place, append(p.Names, name)
	}
	return place
}

// hasLabel reports whether a column has a known name of a label that is no score.
func (p *planner) hasLabel() (has bool) {
	for _, name := range knownNames(LabelRole) {
		if !slices.Contains(memberScores, name) {
			p.asked[name] = true
			has = has || len(p.places[name]) > 0
		}
	}
	return has
}

// role finds the column of a role: the chosen one, or the first with a known name; -1 if there is none.
func (p *planner) role(role string) (int, error) {
	if names := p.choice.names[role]; len(names) > 0 {
		return p.findChosen(role, names[0])
	}
	return p.roleOf(role, role)
}

// roleOf finds the first column with a known name of a role, which is read in another one; -1 if there is none.
func (p *planner) roleOf(names, role string) (int, error) {
	if p.choice.Numbered() {
		return -1, nil
	}
	for _, name := range knownNames(names) {
		if place, err := p.takeKnown(role, name); place >= 0 || err != nil {
			return place, err
		}
	}
	return -1, nil
}

// takeKnown takes the column with a known name in a role, unless it is chosen for some role; -1 if there is none.
func (p *planner) takeKnown(role, name string) (int, error) {
	var fitting []string
	p.asked[name] = true
	for _, i := range p.places[name] {
		if have := p.header[i]; !p.isChosen(have) {
			fitting = append(fitting, have)
		}
	}
	switch len(fitting) {
	case 0:
		return -1, nil
	case 1:
		return p.take(role, fitting[0]), nil
	}
	return -1, errs.BadInput(p.file, 1, "rename one of them", "two columns are called %s", fitting[0])
}

// isChosen reports whether a column is chosen for some role. Its role is then not guessed.
func (p *planner) isChosen(name string) bool {
	for _, names := range p.choice.names {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

func (p *planner) findChosen(role, name string) (int, error) {
	switch n := count(p.header, name); {
	case n > 1:
		return -1, errs.BadInput(p.file, 1, "rename one of them", "two columns are called %s", name)
	case n == 0 && !p.loose:
		return -1, p.badChoice(role, name, errs.Suggestion(name, p.header...)+"its columns are "+FormatList(p.header), "there is no such column")
	}
	return p.take(role, name), nil
}

func count(list []string, name string) (n int) {
	for _, s := range list {
		if s == name {
			n++
		}
	}
	return n
}

// negatives finds the columns of negatives: all with known names, and negative_1, negative_2, neg_1 ..
func (p *planner) negatives() (columns []int, err error) {
	if names := p.choice.names[NegativeRole]; len(names) > 0 || p.choice.Numbered() {
		for _, name := range names {
			place, err := p.findChosen(NegativeRole, name)
			if err != nil {
				return nil, err
			}
			columns = append(columns, place)
		}
		return columns, nil
	}
	for _, name := range knownNames(NegativeRole) {
		place, err := p.takeKnown(NegativeRole, name)
		if err != nil {
			return nil, err
		}
		if place >= 0 {
			columns = append(columns, place)
		}
	}
	p.numbers = true
	for _, name := range p.header {
		if isNumberedNegative(plainColumn(name)) && !p.isChosen(name) {
			columns = append(columns, p.take(NegativeRole, name))
		}
	}
	if len(columns) > safefile.Columns {
		return nil, errs.BadInput(p.file, 1, "write the negatives of a row as one list", "the columns of negatives are %d, more than %d",
			len(columns), safefile.Columns)
	}
	return columns, nil
}

// isNumberedNegative reports whether a column's spelling is that of one of several negatives.
func isNumberedNegative(plain string) bool {
	return slices.ContainsFunc([]string{"negative_", "neg_", "hard_negative_"}, func(stem string) bool {
		number, ok := strings.CutPrefix(plain, stem)
		return ok && celltext.IsNumber([]byte(number))
	})
}

// MayRead reports whether a further column of this name could change which columns are read, and how.
func (p *Plan) MayRead(name string) bool {
	plain := plainColumn(name)
	return p.asked[plain] || p.numbers && isNumberedNegative(plain)
}

// String returns the columns and roles: "query = question, document = passage".
func (p *Plan) String() string {
	lines := make([]string, len(p.readings))
	for i, r := range p.readings {
		lines[i] = r.String()
	}
	return strings.Join(lines, ", ")
}

// Texts reports whether the rows hold texts of documents.
func (p *Plan) Texts() bool {
	return slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text >= 0 })
}

// Asks reports whether the rows name queries.
func (p *Plan) Asks() bool { return p.Query >= 0 || p.queryID >= 0 }

// Judges reports whether some documents are judged.
func (p *Plan) Judges() bool {
	return slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.judged || d.label >= 0 })
}

// HasNegativesAlone reports whether the names of columns say of all documents that they are not relevant.
func (p *Plan) HasNegativesAlone() bool {
	return len(p.docs) > 0 && !slices.ContainsFunc(p.docs, func(d docColumns) bool { return !d.judged || d.grade > 0 })
}

// JudgesAll reports whether some documents are judged. In a table of ids of queries and documents alone, without labels and ranks, each
// is relevant.
func (p *Plan) JudgesAll() bool {
	if len(p.docs) == 1 && !p.Texts() && p.docs[0].label < 0 && p.docs[0].Score < 0 && !slices.ContainsFunc(p.unread, IsRank) {
		p.docs[0].grade, p.docs[0].judged = 1, true
	}
	return p.Judges()
}

// IsRank reports whether a column's name is that of ranks.
func IsRank(name string) bool { return plainColumn(name) == "rank" }

// NamesPairs reports whether the rows hold ids of queries and of documents.
func (p *Plan) NamesPairs() bool { return p.Asks() && len(p.docs) == 1 && p.docs[0].id >= 0 }

// IsCollection reports whether the rows hold documents with ids, and no queries.
func (p *Plan) IsCollection() bool {
	return !p.Asks() && len(p.docs) == 1 && p.docs[0].id >= 0 && p.Texts()
}

// Scores reports whether numbers order some documents.
func (p *Plan) Scores() bool {
	return slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.Score >= 0 })
}

// Compares reports whether the columns hold several documents, each graded by its column.
func (p *Plan) Compares() bool { return len(p.docs) > 1 }

// OnlyQueries turns a plan without a query, whose document has a text and no label, into a plan of queries:
// the text becomes the query. It reports whether it did.
func (p *Plan) OnlyQueries() bool {
	if p.Query >= 0 || len(p.docs) != 1 || p.docs[0].text < 0 || p.docs[0].label >= 0 {
		return false
	}
	p.Query = p.docs[0].text
	if p.queryID < 0 {
		p.queryID = p.docs[0].id
	}
	p.docs = nil
	return true
}
