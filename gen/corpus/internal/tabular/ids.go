package tabular

import (
	"slices"
	"strings"
)

// isID reports whether a column holds ids: by its name, or since its texts are codes and no numbers.
func (l *textLook) isID() bool {
	plain := plainColumn(l.name)
	isCode := l.filled > 0 && l.single == l.filled && l.digits == l.filled && l.numbers == 0 && !(isCalled("label", plain) && l.hasClasses())
	return isCalled("id", plain) || isCode && !isCalled("no-grade", plain) && !isCalled("beside", plain)
}

// TextIDs returns the hint to make ids of documents of their texts, in place of a column that the user did not choose; columns is the value of
// --columns. It returns "" for a table of documents alone, whose ids others name.
func (p *Plan) TextIDs(columns string) string {
	if id := p.Columns.ofRole(DocIDRole); id != nil && p.HasQuery() && !p.given.includes(id.name) {
		choice := strings.TrimPrefix(columns+","+choiceOf(UnusedRole, id.name), ",")
		return "keep one of them, or paste --columns " + pasteable(choice) + ": each text is then a document"
	}
	return ""
}

// settleIDs finds the columns of document ids by their content if their names do not tell them.
func (p *Plan) settleIDs() error {
	positive, negative := p.sides()
	isAnswer := len(p.docs) == 1 && p.docs[0].text >= 0 && p.docs[0].label < 0 && slices.Contains(tables().answers, plainColumn(p.Names[p.docs[0].text]))
	switch {
	case !p.given.IsOpen() || p.Form.columns != "":
	case p.given.IDs && (len(p.docs) == 0 || isAnswer):
		return p.takeIDs()
	case p.given.Documents && !p.HasQuery() && positive < 0 && negative < 0:
		return p.takeDocuments()
	}
	return nil
}

// takeIDs reads the columns of document ids in a table without documents. Names tell the ids of positives and negatives. A single other
// column has the ids of labelled documents, or of positives if there is no label.
func (p *Plan) takeIDs() error {
	roles := map[string][]string{}
	for _, look := range p.lookAtTexts(p.Columns.unread) {
		role := DocIDRole
		switch isQuery := p.Query < 0 && p.queryID < 0 && isCalled("query", look.name) && look.isText(fewWords); {
		case isQuery:
			role = QueryRole
		case !look.isID():
			continue
		case isCalled("negative", look.name):
			role = NegativeRole
		case isCalled("positive", look.name):
			role = PositiveRole
		}
		roles[role] = append(roles[role], look.name)
	}
	isDocument := func(name string) bool { return isCalled("document", name) }
	if names := roles[DocIDRole]; len(names) > 1 && slices.ContainsFunc(names, isDocument) {
		roles[DocIDRole] = slices.DeleteFunc(names, func(name string) bool { return !isDocument(name) })
	}
	choice := columnChoice{names: map[string][]string{UnusedRole: p.given.names[UnusedRole], QueryRole: roles[QueryRole]}}
	if r := p.Columns.ofRole(QueryIDRole); r != nil {
		choice.names[QueryIDRole] = []string{r.name}
	}
	switch {
	case len(roles[PositiveRole]) == 1:
		choice.names[PositiveRole], choice.names[NegativeRole] = roles[PositiveRole], roles[NegativeRole]
	case len(roles[DocIDRole]) != 1 || len(roles[NegativeRole]) > 0:
		return nil
	case p.Columns.ofRole(LabelRole) == nil:
		choice.names[PositiveRole] = roles[DocIDRole]
	default:
		choice.names[DocIDRole] = roles[DocIDRole]
	}
	return p.planAgain(choice)
}

// takeDocuments finds the id and the text of documents in a table without a query if their names do not tell them: the first column of ids
// that are all different, and the column of the longest texts.
func (p *Plan) takeDocuments() error {
	if p.Columns.ofRole(DocIDRole) != nil && p.Columns.ofRole(DocRole) != nil {
		return nil
	}
	choice := columnChoice{names: map[string][]string{UnusedRole: p.given.names[UnusedRole]}}
	for _, r := range p.Columns.read {
		choice.names[r.role] = []string{r.name}
	}
	longest := 0.0
	for _, look := range p.lookAtTexts(p.Columns.unread) {
		switch {
		case look.isID() && !isWhole(look.name) && strings.ContainsAny(look.name, "0123456789"), len(strings.Fields(look.name)) >= manyWords:
			return nil // the name is an id or a text: there is no header
		case choice.names[DocIDRole] == nil && look.isID() && look.filled > 0 && len(look.distinct) == look.filled:
			choice.names[DocIDRole] = []string{look.name}
		case p.Columns.ofRole(DocRole) == nil && look.isText(manyWords) && look.mean() > longest:
			choice.names[DocRole], longest = []string{look.name}, look.mean()
		}
	}
	if choice.names[DocIDRole] == nil || choice.names[DocRole] == nil {
		return nil
	}
	return p.planAgain(choice)
}

// tellIDs finds whether the texts of positives and negatives are ids: whole numbers, in lists or beside a query that is a whole number, or
// words without white space if rows may hold ids. Numbers that blanks or commas separate are lists.
func (p *Plan) tellIDs() {
	if p.options != nil {
		return
	}
	areIDs, numDocs, listed := true, 0, false
	for _, d := range p.docs {
		if d.text < 0 || d.id >= 0 || !d.judged && !p.given.IDs {
			return
		}
		k := &p.kinds[d.text]
		n := k.all - k.missing
		numDocs += n
		listed = listed || k.listed+k.idLists > 0
		areIDs = areIDs && (k.ids == n || p.given.IDs && k.single == n)
	}
	if numDocs == 0 || !areIDs {
		return
	}
	isQueryID := p.Form.QueryIDs || p.Query >= 0 && p.kinds[p.Query].areAll(isWhole)
	p.Form.DocumentIDs = listed || p.given.IDs || isQueryID || p.Query < 0 && p.queryID >= 0
	p.Form.QueryIDs = p.Form.DocumentIDs && isQueryID
	for _, d := range p.docs {
		p.written[d.text] = p.written[d.text] || p.kinds[d.text].idLists > 0
	}
}

// separatedIDs returns the whole numbers that blanks or commas separate; nil for another text.
func separatedIDs(text string) []string {
	ids := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if slices.ContainsFunc(ids, func(id string) bool { return !isWhole(id) }) {
		return nil
	}
	return ids
}

// idsHint returns the flags that read a table of ids at a path; "" if it is none.
func (p *Plan) idsHint(path string) string {
	plan := *p
	if len(p.docs) == 0 && p.given.IsOpen() && plan.takeIDs() == nil && len(plan.docs) > 0 {
		plan.Form.DocumentIDs = true
	}
	content := plan.Content()
	if len(plan.docs) == 0 || content.Texts || !content.Queries {
		return ""
	}
	flags := ""
	switch {
	case p.choice.Training:
	case content.Scores && !content.Judgements:
		flags = " --run " + path
	default:
		flags = " --qrels " + path
	}
	switch {
	case p.Query < 0 || p.Form.QueryIDs:
		flags = " --topics FILE" + flags
	case !p.choice.Training:
		flags = " --topics " + path + flags
	}
	return "its documents are ids: say --collection FILE" + flags
}
