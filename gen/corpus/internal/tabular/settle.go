package tabular

import (
	"cmp"
	"slices"
	"strings"
)

// settle finds roles of columns by their content if the names do not tell them. A column called relevant may hold texts. The query of
// positives and negatives may be the beginning that they share, or the only other column of texts.
func (p *Plan) settle() error {
	choice := columnChoice{names: map[string][]string{UnusedRole: p.given.names[UnusedRole]}}
	isOpen := p.given.IsOpen() && p.Form.columns == ""
	if isOpen || p.given.IsOpen() && p.Form.isPair() {
		text, left := p.suggestOptions()
		if p.withoutRole = left; text != "" && left == nil {
			choice, err := ParseColumns(text)
			return cmp.Or(err, p.planAgain(choice))
		}
		if all := p.optionColumns(); left == nil && len(all) > 0 && len(p.docs) == 1 && p.docs[0].text >= 0 && p.docs[0].label < 0 &&
			slices.Contains(pairedAnswers, plainColumn(p.Names[p.docs[0].text])) {
			if look := p.lookAtTexts([]string{p.Names[p.docs[0].text]})[0]; 2*look.single > look.filled { // perhaps a number
				p.withoutRole = all[0]
			}
		}
	}
	if numbers, areGrades := p.numbersNamedTexts(); isOpen && numbers != nil {
		unused := choice.names[UnusedRole]
		choice.names[UnusedRole] = append(slices.Clip(unused), numbers...)
		if other := *p; other.planAgain(choice) == nil && other.Content().Texts && (other.Content().Labels || !areGrades) {
			*p = other
		} else if areGrades {
			choice.names[UnusedRole], choice.names[LabelRole] = unused, numbers[:1]
			return p.planAgain(choice)
		}
	} else if name := p.noDocument(); isOpen && name != "" {
		choice.names[UnusedRole] = append(slices.Clip(choice.names[UnusedRole]), name)
		if err := p.planAgain(choice); err != nil {
			return err
		}
		if len(p.docs) == 0 {
			return p.takeSuggestion()
		}
	}
	if labels := p.unreadLabels(); isOpen && len(labels) == 1 && isCalled("relevance", labels[0]) {
		if _, areBeside := p.leftTexts(manyWords); areBeside {
			choice.names[LabelRole] = labels
			return p.planAgain(choice)
		}
	}
	positive, negative := p.sides()
	isPair := p.Query < 0 && positive >= 0 && negative >= 0
	var rest []string
	if isPair {
		rest, _ = p.leftTexts(fewWords)
	}
	switch {
	case isPair && p.queryID < 0 && p.sharesBeginnings(positive, negative):
		p.isReward = true
		p.Columns.ofRole(PositiveRole).remark = " (the query is the beginning that both share)"
	case isPair && isOpen && len(rest) == 1:
		choice.names[QueryRole] = rest
		if err := p.planAgain(choice); err != nil {
			return err
		}
		if r := p.Columns.find(QueryRole, rest[0]); r != nil {
			r.remark = " (the only other text)"
		}
	case !isOpen || choice.names[UnusedRole] != nil:
	case isPair, len(p.docs) == 0, positive < 0 && negative >= 0,
		positive >= 0 && negative < 0 && slices.ContainsFunc(p.Columns.unread, isNegated),
		p.isUnjudged() && (p.unreadLabels() != nil || slices.ContainsFunc(p.Columns.unread, IsRank)):
		return p.takeSuggestion()
	}
	return nil
}

// numbersNamedTexts returns the columns of positives and negatives that hold whole numbers or grades beside the text of a query, such as a
// rank called pos, and whether some are grades. Answers may be numbers.
func (p *Plan) numbersNamedTexts() (names []string, areGrades bool) {
	var texts []string
	for _, d := range p.docs {
		if d.judged && d.text >= 0 && !slices.Contains(tables().answers, plainColumn(p.Names[d.text])) {
			texts = append(texts, p.Names[d.text])
		}
	}
	if p.given.IDs || p.Query < 0 || texts == nil {
		return nil, false
	}
	looks := p.lookAtTexts(append([]string{p.Names[p.Query]}, texts...))
	for _, look := range looks[1:] {
		if (look.areWhole() || look.hasGrades()) && !looks[0].areWhole() {
			names, areGrades = append(names, look.name), areGrades || look.hasGrades()
		}
	}
	return names, areGrades
}

// noDocument returns the column of the document if another text is left and this one is none: its texts are classes, or nearly all hold the
// query and the other text, as prompts do, or the labels are those of answers about it; "" if it is one.
func (p *Plan) noDocument() string {
	if p.Query < 0 || len(p.docs) != 1 || p.docs[0].text < 0 || p.docs[0].judged {
		return ""
	}
	name := p.Names[p.docs[0].text]
	looks := p.lookAtTexts(append([]string{name}, p.Columns.unread...))
	areClasses := looks[0].hasClasses() && looks[0].single == looks[0].filled
	for _, other := range looks[1:] {
		isText := other.isText(fewWords)
		switch {
		case isText && areClasses && !isCalled("beside", other.name), isText && RoleOf(other.name) == DocRole && p.holdsBoth(name, other.name),
			slices.Contains(tables().answers, plainColumn(other.name)) && p.tellsLabelsApart(&other):
			return name
		}
	}
	return ""
}

// tellsLabelsApart reports whether the document of a query often has several labels, and seldom beside one text of another column.
func (p *Plan) tellsLabelsApart(other *textLook) bool {
	label := p.docs[0].label
	if label < 0 || p.docs[0].text < 0 || other.listed > 0 {
		return false
	}
	keys := []string{p.Names[p.Query], p.Names[p.docs[0].text], other.name}
	others, rows := p.conflicts(p.Names[label], keys[:2:2]...)
	left, _ := p.conflicts(p.Names[label], keys...)
	return 2*left < others && 10*others >= rows
}

// holdsBoth reports whether nearly all texts of a column hold the query and the text of another column, in any case.
func (p *Plan) holdsBoth(name, other string) bool {
	return p.fitMost(func(values []Cells) bool {
		whole := strings.ToLower(strings.Join(values[0].Texts, "\n"))
		return !slices.ContainsFunc(values[1:], func(c Cells) bool {
			return !strings.Contains(whole, strings.TrimRight(strings.ToLower(strings.Join(c.Texts, "\n")), "?!. "))
		})
	}, name, p.Names[p.Query], other)
}

// takeSuggestion reads the columns as the hint would say, if it is sure and no text is left over.
func (p *Plan) takeSuggestion() error {
	text, plan := p.suggestion()
	if plan == nil || p.isHeaderless() || isByRow(p.Header) || plan.options != nil || strings.Contains(text, "unused=") ||
		strings.Contains(text, "title=") || !p.isSure(plan) {
		return nil
	}
	if _, labels, _ := p.findLabels(text, plan); labels != nil {
		return nil
	}
	isOther := p.Query < 0 && len(p.docs) > 0
	choice, err := ParseColumns(text)
	if err = cmp.Or(err, p.planAgain(choice)); err == nil && isOther && p.Query >= 0 {
		p.Columns.ofRole(QueryRole).remark = " (the only other text)"
	}
	return err
}

// isSure reports whether names tell the roles that a suggestion gives: those of positives and negatives, of a query and a label that are
// read by their names, or of all texts and of a label, if there is one, that is the only column of grades.
func (p *Plan) isSure(suggested *Plan) bool {
	names := suggested.choice.names
	isNamed := func(role string, kinds ...string) bool {
		return !slices.ContainsFunc(names[role], func(name string) bool {
			return RoleOf(name) != role && !slices.ContainsFunc(kinds, func(kind string) bool { return isCalled(kind, name) })
		})
	}
	isLabelled := names[LabelRole] != nil && p.Query >= 0 && p.Columns.ofRole(LabelRole) != nil
	if names[NegativeRole] != nil || isLabelled {
		return names[PositiveRole] != nil || isLabelled
	}
	if label := names[LabelRole]; label != nil {
		look := p.lookAtTexts(label)[0]
		if !look.hasGrades() || suggested.asked() >= 0 || suggested.gradeColumns() != nil {
			return false
		}
	}
	_, areBeside := suggested.leftTexts(manyWords)
	return areBeside && isNamed(QueryRole, "query") && isNamed(DocRole, "document") && isNamed(PositiveRole, "positive", "document") &&
		isNamed(LabelRole, "label", "positive")
}

// planAgain replaces the plan by a plan of the same table with another choice of roles.
func (p *Plan) planAgain(choice columnChoice) error {
	choice.Wanted = p.choice.Wanted
	settled, err := PlanColumns(p.file, p.Header, p.loose, choice, p.labels)
	if err != nil {
		return err
	}
	settled.rows, settled.All, settled.given = p.rows, p.All, p.given
	if columns := &settled.Columns; p.given.IsOpen() { // other columns than the user's were passed over
		columns.unused = p.given.names[UnusedRole]
		columns.passed = slices.DeleteFunc(slices.Clone(choice.names[UnusedRole]), func(name string) bool { return slices.Contains(columns.unused, name) })
	}
	*p = *settled
	return nil
}

// sides returns the columns of the texts of the first positive and negative, -1 without one.
func (p *Plan) sides() (positive, negative int) {
	positive, negative = -1, -1
	for _, d := range p.docs {
		switch {
		case d.judged && d.grade > 0 && positive < 0:
			positive = d.text
		case d.judged && d.grade == 0 && negative < 0:
			negative = d.text
		}
	}
	return positive, negative
}

// sharedLeast is the minimum number of words of a beginning that two texts share, if the beginning is a query.
const sharedLeast = 2

// sharesBeginnings reports whether the texts of two columns begin alike in most rows, as those of reward models do.
func (p *Plan) sharesBeginnings(a, b int) bool {
	shared, rows := 0, 0
	for values := range p.head(p.Names[a], p.Names[b]) {
		if first, second := values[0].Texts, values[1].Texts; len(first) > 0 && len(second) > 0 {
			rows++
			n := len(SharedBeginning(first[0], second[0]))
			if words, _ := countWords(first[0][:n]); words >= sharedLeast && n < len(first[0]) {
				shared++
			}
		}
	}
	return 2*shared > rows
}

// SharedBeginning returns the beginning that two texts share, up to the last white space in it.
func SharedBeginning(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:strings.LastIndexAny(a[:n], "\n ")+1]
}
