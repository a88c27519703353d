package tabular

import (
	"cmp"
	"slices"
	"strings"
)

// settle finds by their content the roles of columns that their names do not tell: a column relevant may hold texts; the query of positives
// and negatives is the beginning that they share, or the only other column of texts.
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
			if look := p.lookAtTexts([]string{p.Names[p.docs[0].text]})[0]; 2*look.single > look.filled { // a number, perhaps
				p.withoutRole = all[0]
			}
		}
	}
	if name := p.noDocument(); isOpen && name != "" {
		choice.names[UnusedRole] = append(slices.Clip(choice.names[UnusedRole]), name)
		if err := p.planAgain(choice); err != nil {
			return err
		}
		if len(p.docs) == 0 {
			return p.takeSuggestion()
		}
	}
	positive, negative := p.sides()
	if i := slices.IndexFunc(p.Header, func(name string) bool { return plainColumn(name) == "relevant" }); isOpen && i >= 0 && positive < 0 {
		if look := p.lookAtTexts(p.Header[i : i+1]); look[0].isText(fewWords) && (len(p.docs) == 0 || negative >= 0) {
			choice.names[PositiveRole] = p.Header[i : i+1]
			if err := p.planAgain(choice); err != nil {
				return err
			}
			positive, negative = p.sides()
		}
	}
	if isOpen && len(p.docs) == 0 && choice.names[UnusedRole] == nil {
		return p.takeSuggestion()
	}
	if labels := p.unreadLabels(); isOpen && len(labels) == 1 && isCalled("relevance", labels[0]) {
		if _, areBeside := p.leftTexts(manyWords); areBeside {
			choice.names[LabelRole] = labels
			return p.planAgain(choice)
		}
	}
	if p.Query >= 0 || positive < 0 || negative < 0 {
		return nil
	}
	if p.queryID < 0 && p.sharesBeginnings(positive, negative) {
		p.isReward = true
		p.Columns.ofRole(PositiveRole).remark = " (the query is the beginning that both share)"
		return nil
	}
	if rest, _ := p.leftTexts(fewWords); isOpen && len(rest) == 1 {
		choice.names[QueryRole] = rest
		if err := p.planAgain(choice); err != nil {
			return err
		}
		if r := p.Columns.find(QueryRole, rest[0]); r != nil {
			r.remark = " (the only other text)"
		}
	}
	return nil
}

// noDocument returns the column of the document if another text is left and this one is none: its texts are classes, or nearly all hold the
// query and the other text, as prompts do, or one of a query has several labels, as the passage of answers does; "" if it is one.
func (p *Plan) noDocument() string {
	if p.Query < 0 || len(p.docs) != 1 || p.docs[0].text < 0 || p.docs[0].judged {
		return ""
	}
	name := p.Names[p.docs[0].text]
	looks := p.lookAtTexts(append([]string{name}, p.Columns.unread...))
	areClasses := looks[0].hasClasses() && looks[0].single == looks[0].filled
	for _, other := range looks[1:] {
		switch {
		case !other.isText(fewWords):
		case areClasses && !isCalled("beside", other.name), RoleOf(other.name) == DocRole && p.holdsBoth(name, other.name),
			slices.Contains(pairedAnswers, plainColumn(other.name)) && p.isContradicted(name):
			return name
		}
	}
	return ""
}

// isContradicted reports whether many texts of a column have another label than before for the same query.
func (p *Plan) isContradicted(name string) bool {
	if p.docs[0].label < 0 {
		return false
	}
	rows, others, labels := 0, 0, map[string]string{}
	for values := range p.head(p.Names[p.Query], name, p.Names[p.docs[0].label]) {
		pair, label := strings.Join(append(slices.Clip(values[0].Texts), values[1].Texts...), "\n"), strings.Join(values[2].Texts, "\n")
		if rows++; labels[pair] != "" && labels[pair] != label {
			others++
		}
		labels[pair] = label
	}
	return 4*others > rows
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

// takeSuggestion reads the columns as the hint would say, if their names tell positives and negatives, or a query and a label, and no text is
// left over.
func (p *Plan) takeSuggestion() error {
	text, _ := p.suggestion()
	isLabelled := p.Query >= 0 && p.Columns.ofRole(LabelRole) != nil && strings.Contains(text, ",document=") && strings.Contains(text, ",label=")
	isTriple := strings.Contains(text, "positive=") && strings.Contains(text, "negative=")
	if strings.Contains(text, "unused=") || !isLabelled && !isTriple {
		return nil
	}
	choice, err := ParseColumns(text)
	if err != nil {
		return err
	}
	return p.planAgain(choice)
}

// planAgain plans the columns of the same table with a choice of roles.
func (p *Plan) planAgain(choice columnChoice) error {
	choice.Wanted = p.choice.Wanted
	settled, err := PlanColumns(p.file, p.Header, p.loose, choice, p.labels)
	if err != nil {
		return err
	}
	settled.rows, settled.given = p.rows, p.given
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

// sharedLeast is the number of words that two texts must share at their beginnings, so that these are a query.
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
