package tabular

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
)

// isHeaderless reports whether nothing is read and the names of the columns look like values.
func (p *Plan) isHeaderless() bool { return len(p.Columns.read) == 0 && looksHeaderless(p.Header) }

// isNumbered reports whether the columns have numbers in place of names.
func (p *Plan) isNumbered() bool {
	return len(p.Header) > 1 && p.Header[0] == "1" && p.Header[1] == "2"
}

// Hint returns the line to paste that says what the columns are.
func (p *Plan) Hint() string {
	if isByRow(p.Header) {
		return writeRecords
	}
	if hint := cmp.Or(p.pasted(), p.idsHint(p.file)); hint != "" {
		return hint
	}
	if p.isHeaderless() {
		return "number the columns: --columns query=1,positive=2,negative=3, or query=1,document=2,label=3"
	}
	hint := "say --columns query=NAME,positive=NAME,negative=NAME, or query=NAME,document=NAME,label=NAME"
	if !p.choice.Training {
		hint += ", or give documents alone with --collection"
	}
	return hint
}

// suggestion returns the value of --columns that gives a role to each column of texts, by their names and contents, or says that it is
// not used, and the plan that it makes; "" if there are no query and document, if nothing tells which of two texts is the better one, or if
// it reads no row of the head.
func (p *Plan) suggestion() (text string, plan *Plan) {
	if p.isHeaderless() && !p.isNumbered() {
		if p.bare == nil {
			return "", nil
		}
		return p.bare.suggestion()
	}
	if text, _ := p.suggestOptions(); text != "" {
		return text, p.tried(text)
	}
	s := &suggester{Plan: p, names: slices.Sorted(slices.Values(p.Header)), roles: map[string]string{}} // of objects the columns have no order
	s.look()
	s.chooseTexts()
	if !s.hasRole(QueryRole) || !s.hasRole(PositiveRole) && !s.hasRole(DocRole) || !s.chooseLabel() || s.isReview() {
		return "", nil
	}
	p.matchMembers(s.roles)
	s.chooseTitle()
	s.giveAll(UnusedRole, func(t textLook) bool { return t.rows > 0 && !isKnown(t.name) })
	var choice []string
	for _, role := range []string{QueryRole, TitleRole, DocRole, PositiveRole, NegativeRole, LabelRole, ScoreRole, UnusedRole} {
		for _, name := range s.names {
			if s.roles[name] == role {
				choice = append(choice, choiceOf(role, name))
			}
		}
	}
	text = strings.Join(choice, ",")
	if plan = p.tried(text); plan == nil {
		return "", nil
	}
	return text, plan
}

// pasted returns the line to paste that reads the table, with the grades of the words of its labels. Without a column of labels it names
// those that may be one. "" if nothing tells what the columns are.
func (p *Plan) pasted() string {
	choice, plan := p.suggestion()
	if choice == "" {
		return ""
	}
	line := "paste --columns " + pasteable(choice)
	if labelled := p.labelChoice(choice, plan); labelled != "" {
		if plan.Columns.ofRole(LabelRole) == nil && plan.Columns.ofRole(PositiveRole) != nil {
			labelled += "; or " + line[len("paste "):] + " if each row is a positive"
		}
		return labelled
	}
	if objects := plan.unreadThat((*textLook).areObjects); objects != nil && plan.Columns.ofRole(LabelRole) == nil {
		return "write the members of the objects in " + FormatList(objects) + " as columns, or " + line + " if each row is a positive"
	}
	return strings.TrimSpace(line + " " + plan.askedWords(""))
}

// labelChoice completes a choice that a suggested plan makes, by the columns that may be labels where their names tell none: the line to paste
// has the one whose values are more than yes and no, and names the others. Where several are, or none is, the user has to choose. "" if there
// are no such columns beside the one of the choice.
func (p *Plan) labelChoice(choice string, plan *Plan) string {
	open, names, graded := p.findLabels(choice, plan)
	if names == nil {
		return ""
	}
	if len(graded) != 1 {
		return "say --columns " + pasteable(open+",label=NAME") + " with one of these as NAME: " + FormatList(names)
	}
	labelled, list := open+","+choiceOf(LabelRole, graded[0]), ""
	if plan := p.tried(labelled); plan != nil {
		list = plan.askedWords("")
	}
	line := strings.TrimSpace("paste --columns " + pasteable(labelled) + " " + list)
	for _, name := range names {
		if name != graded[0] {
			line += ", or say " + choiceOf(LabelRole, name) + " there"
		}
	}
	return line
}

// findLabels returns the columns that may be labels where the names of a suggested plan's choice tell none, nil if there are no such columns
// beside the one of the choice; those whose values are more than yes and no; and the choice without a label. It looks at the head alone.
func (p *Plan) findLabels(choice string, plan *Plan) (open string, names, graded []string) {
	label, columns := "", plan.Columns.unread
	if r := plan.Columns.ofRole(LabelRole); r != nil {
		label, columns = r.name, append(slices.Clip(columns), r.name)
	}
	if isCalled("label", label) || plan.options != nil || plan.Columns.ofRole(NegativeRole) != nil {
		return "", nil, nil
	}
	open = strings.Replace(strings.Replace(choice, ",positive=", ",document=", 1), ","+choiceOf(LabelRole, label), "", 1)
	var beside []string
	for _, look := range plan.lookAtTexts(slices.Sorted(slices.Values(columns))) {
		choice, isCount := look.name, look.name != label && look.isCount()
		if isCount {
			choice += ">=1"
		}
		isOther := isKnown(look.name) || isCalled("no-grade", look.name) || parentOf(look.name) != parentOf(label)
		if look.name != label && (isOther || !isCount && !look.hasClasses() && !look.hasGrades() || p.tried(open+","+choiceOf(LabelRole, choice)) == nil) {
			continue
		}
		if look.name != label && isCalled("beside", look.name) {
			beside = append(beside, choice)
			continue
		}
		names = append(names, choice)
		if !isCount && look.hasDegrees() {
			graded = append(graded, choice)
		}
	}
	if len(names) == 0 {
		names = beside
	}
	if len(names) == 0 || len(names) == 1 && label != "" {
		return "", nil, nil
	}
	if len(names) == 1 {
		graded = names
	}
	return open, names, graded
}

// tried returns the plan of a choice of columns; nil if it does not fit the head, where there is one, or reads no row of it.
func (p *Plan) tried(text string) *Plan {
	choice, err := ParseColumns(text)
	plan, isRead := *p, false
	if err != nil || plan.planAgain(choice) != nil || p.rows != nil && plan.Look(p.rows, true, plan.choice) != nil {
		return nil
	}
	skip := func(string) error { return nil }
	for values := range plan.head(plan.Names...) {
		_ = plan.Reader().Rows(values, skip, func(r Row) error { isRead = isRead || len(r.Docs) > 0; return nil })
	}
	if !isRead && p.rows != nil {
		return nil
	}
	return &plan
}

// suggester chooses the roles of columns for a hint.
type suggester struct {
	*Plan
	names  []string
	roles  map[string]string
	texts  []textLook
	labels []textLook // columns that may be labels, by their names; those that are read first
	grades []textLook // columns of a few numbers, as grades are
}

// readAs reports whether a column is read in one of some roles.
func (s *suggester) readAs(name string, among ...string) bool {
	return slices.ContainsFunc(s.Columns.read, func(r reading) bool { return r.name == name && slices.Contains(among, r.role) })
}

func (s *suggester) hasRole(role string) bool { return s.named(role) != "" }

// named returns the first column with a role, "" if none has it.
func (s *suggester) named(role string) string {
	i := slices.IndexFunc(s.names, func(name string) bool { return s.roles[name] == role })
	if i < 0 {
		return ""
	}
	return s.names[i]
}

// look divides the columns by their contents.
func (s *suggester) look() {
	texts := []string{QueryRole, DocRole, PositiveRole, NegativeRole}
	hasTurns := slices.ContainsFunc(s.names, func(name string) bool { return isCalled("turn", name) })
	for _, look := range s.lookAtTexts(s.names) {
		plain := plainColumn(look.name)
		isHistory := hasTurns && look.listed > 0 && strings.HasPrefix(plain, "context")
		if isHistory || look.rows > 0 && (look.filled == 0 || !s.readAs(look.name, roleNames()...) && s.isRepeated(look.name)) {
			continue
		}
		isNamed := s.readAs(look.name, texts...) || slices.Contains(texts, RoleOf(look.name[strings.LastIndexByte(look.name, '.')+1:]))
		isRead := s.readAs(look.name, LabelRole, ScoreRole)
		switch {
		case isNamed && (look.filled == 0 || look.numbers < look.filled) && !look.hasClasses(),
			look.isText(fewWords) && (!isCalled("label", plain) || (RoleOf(plain) != LabelRole || isCalled("positive", plain)) && !look.hasClasses()), look.isText(manyWords):
			s.texts = append(s.texts, look)
		case isRead:
			s.labels = slices.Insert(s.labels, 0, look)
		case look.rows > 1 && look.listed == 0 && len(look.distinct) == 1: // tells no rows apart
		case isCalled("label", plain) && !isCalled("id", plain):
			s.labels = append(s.labels, look)
		case look.mayGrade(), s.isNumbered() && look.isGrade():
			s.grades = append(s.grades, look)
		}
	}
}

// giveAll sets the role of the columns of texts that fit and have none.
func (s *suggester) giveAll(role string, fits func(textLook) bool) {
	for _, t := range s.texts {
		if s.roles[t.name] == "" && fits(t) {
			s.roles[t.name] = role
		}
	}
}

// give sets the role of the best column of texts that fits the first of some tests that one fits.
func (s *suggester) give(role string, isBetter func(a, b textLook) bool, tests ...func(textLook) bool) {
	for _, fits := range tests {
		var best *textLook
		for i := range s.texts {
			if t := &s.texts[i]; s.roles[t.name] == "" && fits(*t) && (best == nil || isBetter(*t, *best)) {
				best = t
			}
		}
		if best != nil {
			s.roles[best.name] = role
			return
		}
	}
}

// chooseTexts sets the roles of the columns of texts: to negatives, which may be several, then to a positive, a query and a document.
func (s *suggester) chooseTexts() {
	fits := func(kind string) func(textLook) bool { return func(t textLook) bool { return isCalled(kind, t.name) } }
	read := func(role string) func(textLook) bool { return func(t textLook) bool { return s.readAs(t.name, role) } }
	isBeside, isRest := fits("beside"), func(t textLook) bool { return !isCalled("never-query", t.name) }
	isNoAnswer := func(t textLook) bool { return !slices.Contains(tables().answers, plainColumn(t.name)) } // an answer may be short
	isNoDocument := func(t textLook) bool {
		return isRest(t) && isNoAnswer(t) && !fits("candidate")(t) && !s.readAs(t.name, DocRole, PositiveRole, NegativeRole)
	}
	first := func(a, b textLook) bool { return false }
	longer := func(a, b textLook) bool { return a.mean() > b.mean() }
	shorter := func(a, b textLook) bool { return a.mean() < b.mean() && !s.isNumbered() } // of columns without names the first one
	s.giveAll(NegativeRole, func(t textLook) bool { return read(NegativeRole)(t) || fits("negative")(t) })
	s.give(PositiveRole, first, read(PositiveRole), func(t textLook) bool { return fits("positive")(t) && isRest(t) })
	isCompared := func(t textLook) bool {
		return fits("pair")(t) && slices.ContainsFunc(s.texts, func(other textLook) bool { return areSiblings(t.name, other.name) })
	}
	s.give(QueryRole, shorter, read(QueryRole), func(t textLook) bool { return fits("query")(t) && !isBeside(t) }, fits("query"),
		isCompared, fits("topic"), func(t textLook) bool { return isNoDocument(t) && !fits("document")(t) && !isBeside(t) }, isNoDocument)
	document := DocRole
	if s.hasRole(NegativeRole) {
		document = PositiveRole
	}
	if !s.hasRole(PositiveRole) {
		query := s.named(QueryRole)
		siblings := slices.DeleteFunc(slices.Clone(s.texts), func(t textLook) bool { return !areSiblings(t.name, query) })
		hasLabel := func(t textLook) bool { // beside it in an object
			return parentOf(t.name) != "" && slices.ContainsFunc(s.labels, func(label textLook) bool { return parentOf(label.name) == parentOf(t.name) })
		}
		s.give(document, longer, func(t textLook) bool { return len(siblings) == 1 && t.name == siblings[0].name }, hasLabel,
			func(t textLook) bool { return read(DocRole)(t) && isNoAnswer(t) },
			func(t textLook) bool { return fits("document")(t) && !isBeside(t) && isNoAnswer(t) },
			func(t textLook) bool { return read(DocRole)(t) && t.mean() >= manyWords },
			func(t textLook) bool { return fits("document")(t) && !fits("query")(t) && t.mean() >= manyWords },
			func(t textLook) bool { return isRest(t) && !isBeside(t) && !fits("query")(t) },
			func(t textLook) bool { return isRest(t) && !isBeside(t) },
			func(t textLook) bool { return isRest(t) && !fits("never-document")(t) })
	}
	query, doc := s.named(QueryRole), s.named(DocRole)
	if query > doc && areSiblings(query, doc) {
		s.roles[query], s.roles[doc] = DocRole, QueryRole
	}
	if parent := parentOf(query); parent != "" && parent == parentOf(doc) && RoleOf(query[len(parent):])+RoleOf(doc[len(parent):]) == "" &&
		slices.ContainsFunc(s.texts, func(t textLook) bool { return parentOf(t.name) != parent }) { // one text in two languages, say
		delete(s.roles, query)
	}
}

// chooseTitle makes the only other text that is in most rows the document's title, such as the name of a product. It has few words, and
// documents have half as many again.
func (s *suggester) chooseTitle() {
	document := cmp.Or(s.named(DocRole), s.named(PositiveRole))
	i := slices.IndexFunc(s.texts, func(t textLook) bool { return t.name == document })
	if i < 0 || s.hasRole(NegativeRole) || s.texts[i].listed > 0 {
		return
	}
	var titles []string
	for _, t := range s.texts {
		isOther := isKnown(t.name) || isCalled("beside", t.name) || isCalled("query", t.name)
		if s.roles[t.name] == "" && !isOther && t.listed == 0 && t.filled > 0 && 3*t.mean() <= 2*s.texts[i].mean() &&
			t.mean() <= mostTitle && parentOf(t.name) == parentOf(document) {
			titles = append(titles, t.name)
		}
	}
	if len(titles) == 1 {
		s.roles[titles[0]] = TitleRole
	}
}

// mostTitle is the largest number of words of a title, on average.
const mostTitle = 12

// mostPositives is the number of rows of a query, on average, from which on documents without a label are candidates.
const mostPositives = 5

// chooseLabel sets the role of the column of the labels of a document, and makes a document without one the positive. It reports false if it
// has a single label for several documents, or if another column has its alternative and nothing tells which is the better one.
func (s *suggester) chooseLabel() bool {
	document := s.named(DocRole)
	if document == "" {
		return true
	}
	i := slices.IndexFunc(s.texts, func(t textLook) bool { return t.name == document })
	isListed, parent := s.texts[i].listed > 0, parentOf(document)
	isOther := func(t textLook) bool { return (t.listed > 0) != isListed }
	tests := []func(textLook) bool{func(t textLook) bool { return parentOf(t.name) == parent },
		func(t textLook) bool { return parent != "" && strings.HasPrefix(parentOf(t.name), parent) },
		func(t textLook) bool { return parentOf(t.name) == "" }}
	for _, name := range s.names {
		choice := []string{choiceOf(QueryRole, s.named(QueryRole)), choiceOf(DocRole, document), choiceOf(LabelRole, name)}
		if !isListed || !isCalled("pick", name) || parentOf(name) == parent {
			continue
		}
		if plan := s.tried(strings.Join(choice, ",")); plan != nil && plan.options != nil && plan.picks(true) {
			s.roles[name] = LabelRole
			return true
		}
	}
	hasOne := isListed && slices.ContainsFunc(s.labels, func(t textLook) bool { return t.listed == 0 && parentOf(t.name) == "" })
	labels := slices.DeleteFunc(s.labels, isOther)
	for _, fits := range tests {
		if i := slices.IndexFunc(labels, fits); i >= 0 && !s.hasRole(LabelRole) {
			s.roles[labels[i].name] = LabelRole
		}
	}
	if !s.hasRole(LabelRole) && len(s.grades) == 1 && !isOther(s.grades[0]) { // of a name in another language, say
		s.roles[s.grades[0].name] = LabelRole
	}
	if unread := s.unreadLabels(); !s.hasRole(LabelRole) && len(unread) > 0 {
		s.roles[unread[0]] = LabelRole
	}
	label := s.named(LabelRole)
	if i := slices.IndexFunc(s.names, func(name string) bool { return parentOf(name) == parent && IsRank(name) }); i >= 0 && label == "" {
		s.roles[s.names[i]] = ScoreRole
		return true
	}
	plain := plainColumn(document)
	query := s.texts[slices.IndexFunc(s.texts, func(t textLook) bool { return s.roles[t.name] == QueryRole })]
	isQueryListed := query.listed > 0
	isCandidate := query.filled > mostPositives && query.filled > mostPositives*len(query.distinct)
	isAnswered := slices.ContainsFunc(s.names, func(name string) bool { return isCalled("answers", name) })
	if label == "" && ((isListed || parent != "") && isCalled("candidate", plain) || isCalled("no-positive", plain) ||
		isCalled("passage", plain) && (isListed && !isQueryListed || !isAnswered) || isQueryListed && !isListed) {
		return false
	}
	isAlternative := slices.ContainsFunc(s.texts, func(t textLook) bool { return s.roles[t.name] != QueryRole && areSiblings(t.name, document) })
	isOneOfMany := slices.ContainsFunc(s.names, func(name string) bool { return name != query.name && areSiblings(name, document) })
	_, mark := siblingStem(document)
	if _, of := siblingStem(label); isAlternative && of != mark || label == "" && (hasOne || isOneOfMany) {
		return false
	}
	if label == "" && !isCandidate {
		s.roles[document] = PositiveRole
	}
	return true
}

// isReview reports whether the labels are those of a text alone, such as a rating: the query would be its title or topic.
func (s *suggester) isReview() bool {
	query := s.named(QueryRole)
	return s.hasRole(LabelRole) && isCalled("beside", query) && !isCalled("query", query) &&
		!areSiblings(query, s.named(DocRole))
}

// siblings matches the name of one of several columns by what tells them apart: response_1, response_b, title1_zh, left_title.
var siblings = lazy.Regexp(`^(?:(left|right)_)?(.+?)(?:_?([0-9])|_([abjk]|left|right))?(_[a-z][a-z])?$`)

// siblingStem returns the name that a column shares with its siblings, and what tells them apart; "" for both if it is none.
func siblingStem(name string) (stem, mark string) {
	parts := siblings().FindStringSubmatch(plainColumn(name))
	if parts == nil || parts[1]+parts[3]+parts[4] == "" {
		return "", ""
	}
	return parts[2] + parts[5], parts[1] + parts[3] + parts[4]
}

// areSiblings reports whether two columns are two of several of one name.
func areSiblings(a, b string) bool {
	stem, mark := siblingStem(a)
	other, second := siblingStem(b)
	return stem != "" && stem == other && mark != second
}

// matchMembers leaves out those members of negatives that are not the member of the positive, where it has one: neg.title beside pos.text.
func (p *Plan) matchMembers(roles map[string]string) {
	member := ""
	for name, role := range roles {
		if role == PositiveRole && parentOf(name) != "" {
			member = strings.TrimPrefix(name, parentOf(name))
		}
	}
	for name, role := range roles {
		if parent := parentOf(name); role == NegativeRole && parent != "" && roles[parent+member] == NegativeRole && name != parent+member {
			roles[name] = UnusedRole
		}
	}
}

// parentOf returns the name of the column around a nested one, with a dot at its end; "" for another one.
func parentOf(name string) string { return name[:strings.LastIndexByte(name, '.')+1] }

// BadColumns returns the error for a file whose columns do not suffice. It names the recognised roles and
// the missing one. text is the beginning of the file; the plan is nil if there is no table.
func (p *Plan) BadColumns(path string, text []byte) error {
	if p == nil {
		return errs.BadInput(path, 0, cmp.Or(hintOfForm(text, nil), "put a line such as query,passage,label first, or say --columns query=1,document=2"),
			"no table with named columns")
	}
	names, lacking, what := FormatList(slices.Sorted(slices.Values(p.Header))), DocRole, "" // of objects names have no order
	if p.choice.Training {
		what = "no training rows: "
	}
	switch {
	case p.isHeaderless():
		what += "its first line names no columns, and its fields have no known names"
	case len(p.Columns.read) == 0:
		what += "its columns are " + names + ": no role is known by these names"
	default:
		switch c := p.Content(); {
		case p.Query < 0 && c.Texts:
			lacking = QueryRole
		case c.Negatives:
			lacking = PositiveRole
		case c.Texts:
			lacking = LabelRole
		}
		what += "its columns are " + names + ": recognised are " + p.Columns.String() + ", none is known to hold the " + lacking
	}
	if i := slices.IndexFunc(p.Header, func(name string) bool { return isCalled("parent", name) }); i >= 0 && p.Query < 0 {
		return errs.BadInput(path, 0, "write rows of query, document and label: the text of a message, that of a reply to it, and the reply's grade if it has one",
			"%s; its rows are messages of a tree, which the column %s joins", what, p.Header[i])
	}
	return errs.BadInput(path, 0, cmp.Or(hintOfForm(text, p.Header), p.Hint()), "%s", what)
}

// BadDocuments returns the error for a table of documents whose columns do not suffice.
func (p *Plan) BadDocuments() error {
	return errs.BadInput(p.file, 0, "say --columns document_id=NAME,document=NAME", "its columns are %s: recognised are %s, where a document "+
		"needs an id and a text", FormatList(p.Header), p.Columns)
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
