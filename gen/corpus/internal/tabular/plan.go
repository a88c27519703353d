package tabular

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Plan is the roles of the columns of a file.
type Plan struct {
	Names          []string // the names of the columns that are read
	Query, queryID int      // indices in Names, -1 if there is none
	Split          int
	Columns        ColumnRoles
	Form           Form
	before         []int     // indices of the columns whose texts go before the query's text
	best, orBest   int       // the columns that say which document is the best one, -1 if there is none
	options        *options  // how the column best names the right documents of a table without a Form
	answers        int       // the column of a question's answers, or the flag that it has none; -1 if there is neither
	isFlag         bool      // true if the column answers is a flag
	planned        []reading // the readings that the names of columns alone give
	withoutRole    []string  // columns of texts beside multiple choice: the table is refused because of them
	isShared       bool      // true if the query and a document have one column: see Form
	isReward       bool      // true if the query is the beginning that the documents share
	docs           []docColumns
	wholes         []bool // for each of Names, true if its ids are written as floats such as 7.0
	Judging        string // the command-line option that makes labels of scores; "" if it is not needed
	KeepsEmpty     bool   // true if documents without a text and an id are kept
	KeepsSpace     bool   // true if texts and ids keep white space around them

	file   string
	Header []string         // the names of the file's columns, as the file spells them
	places map[string][]int // indices in Header, by the name in the spelling of Roles
	loose  bool             // true if later rows may have other columns than Header
	choice columnChoice
	labels labelGrades
	rows   visitRows // visits the rows of the file's head; nil before Look
	All    visitRows // visits all rows of the file; nil if they are the head
	bare   *Plan     // the plan of the table if it has no header; nil if it must have one
	err    error     // the first error of finding columns

	given   columnChoice // the user's choice, where choice is what the head tells
	kinds   []kindsMet   // for each of Names, the kinds of texts in the head
	written []bool       // for each of Names, true if its texts are written lists
	tuples  [][2]int     // for each column of lists of which one text is read: its index in Names, and the text's place in a list
}

// docColumns are the columns of one document of a row, or of a list of documents; -1 for a column that does not exist.
type docColumns struct {
	text, id, title int
	label, Score    int
	grade           int         // if judged is true: 1 for a positive, 0 for a negative
	judged          bool        // true if the name of the column judges the document
	cutoff          *float64    // a label is 1 from this number on, and 0 below; nil if labels are grades
	labels          labelGrades // what labels mean
	Comma           bool        // labels have decimal commas
	words           wordScale   // the grades of labels that are words; nil if labels are numbers
	areWords        bool        // true if labels are words, and those of the head, or some of a scale, have known grades
	isAsked         bool        // true if some labels of the head have no known grade
	classes         []string    // the names of classes, if labels are places in this list; nil if not
	isPlace         bool        // true if labels are places in a list of classes that is not known
	isRank          bool        // true if scores are ranks: the lowest is the best
}

// newDoc returns the columns of a document before any is found.
func (p *Plan) newDoc() docColumns {
	return docColumns{text: -1, id: -1, title: -1, label: -1, Score: -1, labels: p.labels}
}

// PlanColumns returns the roles of the columns with the given names. A role without a column of a known
// name is left out. A chosen column that does not exist, or has no meaning with the others, is an error.
func PlanColumns(file string, header []string, loose bool, choice columnChoice, labels labelGrades) (*Plan, error) {
	p := &Plan{file: file, Header: header, places: make(map[string][]int, len(header)), loose: loose, choice: choice, labels: labels,
		queryID: -1, best: -1, orBest: -1, answers: -1}
	for i, name := range header {
		plain := plainColumn(name)
		p.places[plain] = append(p.places[plain], i)
	}
	choice = p.spelled(choice)
	if p.choice = choice; choice.IsOpen() {
		if form, columns, ok := formOf(header, choice.Training); ok {
			if form.Pieces {
				return nil, errs.BadInput(file, 0, "name rows of texts: the output format jsonl has them",
					"its rows hold numbers of word pieces or n-graphs, and no texts")
			}
			// A title before the query is no title of documents.
			columns.names[UnusedRole] = slices.Concat(form.before, choice.names[UnusedRole])
			p.Form, p.choice = form, columns
		}
	}
	p.findColumns()
	err := cmp.Or(p.err, p.checkUsed())
	if err != nil {
		return nil, err
	}
	p.nameBest()
	p.Form.turns = p.Form.turns || p.hasTurns()
	if (p.Form.turns || p.Form.isSet) && slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text == p.Query }) {
		p.isShared, p.Query, p.Names = true, len(p.Names), append(p.Names, p.Names[p.Query])
	}
	p.choice, p.Columns.unread, p.Columns.unused = choice, p.unread(), choice.names[UnusedRole]
	p.planned = slices.Clone(p.Columns.read)
	return p, nil
}

func (p *Plan) findColumns() {
	for _, name := range p.Form.before {
		p.before = append(p.before, p.take(QueryRole, name))
	}
	p.Query = p.find(QueryRole)
	if !p.Form.isSet { // an id of a set belongs to all its texts
		p.queryID = p.find(QueryIDRole)
	}
	p.Split = p.find(SplitRole)
	if !p.choice.Has(DocRole, LabelRole, ScoreRole) {
		p.pairs()
	}
	if len(p.docs) == 0 {
		p.document()
	}
}

// nameBest makes positives and negatives documents where a column of the form says which one is better.
func (p *Plan) nameBest() {
	if p.Form.best == "" {
		return
	}
	for i := range p.Columns.read {
		if r := &p.Columns.read[i]; r.role == PositiveRole || r.role == NegativeRole {
			r.role = DocRole
		}
	}
	p.best = p.take(LabelRole, p.Form.best)
	if p.Form.orBest != "" {
		p.orBest = p.take(LabelRole, p.Form.orBest)
		return
	}
	p.Columns.find(LabelRole, p.Form.best).remark = " (" + strings.Join(p.Form.bestAt, " or ") + " says which one is better)"
}

// pairs finds the columns of positives and negatives. Beside negatives alone, a document without a label is the positive, as sentence
// transformers writes its hard negatives: question, answer, negative.
func (p *Plan) pairs() {
	positive, negatives := p.find(PositiveRole), p.negatives()
	if positive < 0 && len(negatives) > 0 && !p.choice.Has(NegativeRole) && !p.hasLabel() {
		positive = p.findKnown(DocRole, PositiveRole)
	}
	if positive >= 0 {
		d := p.newDoc()
		d.text, d.grade, d.judged = positive, 1, true
		p.findChosenParts(&d)
		p.docs = append(p.docs, p.memberParts(PositiveRole, d))
	}
	for _, text := range negatives {
		d := p.newDoc()
		d.text, d.judged = text, true
		p.docs = append(p.docs, p.memberParts(NegativeRole, d))
	}
}

// document finds the columns of a document and its label.
func (p *Plan) document() {
	if names := p.choice.names[DocRole]; len(names) > 1 {
		for _, name := range names {
			d := p.newDoc()
			d.text, d.judged, d.grade = p.findChosen(DocRole, name), true, 1
			p.docs = append(p.docs, d)
		}
		p.best = p.find(LabelRole)
		return
	}
	d := p.newDoc()
	d.cutoff, d.text = p.choice.cutoff, p.find(DocRole)
	p.findChosenParts(&d)
	isNested := d.text >= 0 && strings.Contains(p.Names[d.text], ".")
	if isNested {
		d = p.nestedParts(d)
	}
	if !isNested || !p.loose { // in objects, only members beside a nested text are known to belong to it
		p.flatParts(&d)
	} else if d.label < 0 && d.Score < 0 {
		d.label = p.find(LabelRole)
	}
	if d.text < 0 && p.Query >= 0 && p.queryID < 0 {
		p.queryID = p.findName(QueryIDRole, "id", "_id")
	}
	if d.text >= 0 || d.id >= 0 {
		p.docs = append(p.docs, d)
	}
}

func (p *Plan) findChosenParts(d *docColumns) {
	for _, part := range d.parts() {
		if names := p.choice.names[part.role]; len(names) > 0 {
			*part.place = p.findChosen(part.role, names[0])
		}
	}
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
func (p *Plan) nestedParts(d docColumns) docColumns {
	if d.label < 0 && d.Score < 0 {
		d.label = p.findMember(LabelRole, d.text, memberLabels)
	}
	if d.label < 0 && d.Score < 0 {
		d.Score = p.findMember(ScoreRole, d.text, memberScores)
	}
	if p.queryID < 0 && plainColumn(p.Names[d.text]) == answersText {
		p.queryID = p.findName(QueryIDRole, "id", "_id")
	}
	return p.memberParts(DocRole, d)
}

// flatParts finds the parts by their own names.
func (p *Plan) flatParts(d *docColumns) {
	for _, part := range d.parts() {
		hasScore := part.role == LabelRole && d.Score >= 0
		if *part.place < 0 && !hasScore && part.role != ScoreRole {
			*part.place = p.find(part.role)
		}
	}
	if d.id < 0 && p.Query < 0 && p.queryID < 0 {
		d.id = p.findName(DocIDRole, "_id", "id")
	}
}

// memberParts adds the columns of a text's id and title: members beside the text, or columns named after it.
func (p *Plan) memberParts(role string, d docColumns) docColumns {
	if d.id < 0 && !p.Form.isSet {
		d.id = p.findMember(role+"_id", d.text, memberIDs)
	}
	if d.title < 0 {
		d.title = p.findMember(role+"_title", d.text, []string{TitleRole})
	}
	if text := p.Names[d.text]; d.id < 0 {
		d.id = p.findName(role+"_id", text+"_id", text+"_docid", text+"_pid")
	}
	if d.judged && d.Score < 0 {
		d.Score = p.teacherScore(role, d.text)
	}
	return d
}

// IsChangedBy reports whether a further column, beside those at the beginning of the file, changes which columns are read, and how.
func (p *Plan) IsChangedBy(name string) bool {
	now, err := PlanColumns(p.file, append(slices.Clone(p.Header), name), true, p.choice, p.labels)
	return err != nil || !now.Columns.IsSame(ColumnRoles{read: p.planned})
}

// JudgesAll reports whether some documents are judged. In a table of ids of queries and documents alone, without labels and ranks, each
// is relevant.
func (p *Plan) JudgesAll() bool {
	if len(p.docs) == 1 && p.docs[0].text < 0 && p.docs[0].label < 0 && p.docs[0].Score < 0 && !slices.ContainsFunc(p.Columns.unread, IsRank) && p.unreadLabels() == nil {
		p.docs[0].grade, p.docs[0].judged = 1, true
	}
	return p.Content().Judgements
}

// SetBare sets what the table is if it has no header: the columns, called by numbers, and the rows of the head and of the file.
func (p *Plan) SetBare(header []string, rows, all visitRows) {
	p.bare = &Plan{file: p.file, Header: header, choice: p.choice, rows: rows, All: all}
}

// PairAnswers judges the answers of a table of questions and answers, of pairs of texts, or of rows with a query each, that has no labels:
// each is the positive of its query.
func (p *Plan) PairAnswers() {
	if !p.isUnjudged() || p.Form.turns {
		return
	}
	d := &p.docs[0]
	name := p.Names[d.text]
	isPair := len(p.Form.has) == 2 && plainColumn(name) != "hypothesis" || slices.Contains(pairedAnswers, plainColumn(name))
	if !p.choice.IsOpen() || !isPair && !p.hasQueryEach() {
		return
	}
	d.judged, d.grade = true, 1
	p.Columns.find(DocRole, name).remark = " (the positive of its query)"
}

// isUnjudged reports whether rows have a query and a document, and nothing judges or orders it.
func (p *Plan) isUnjudged() bool {
	if p.Query < 0 || len(p.docs) != 1 {
		return false
	}
	d := &p.docs[0]
	return d.text >= 0 && !d.judged && d.label < 0 && d.Score < 0
}

// hasQueryEach reports whether the head has two rows or more, each with another query and one document: rows are then pairs, not
// candidates.
func (p *Plan) hasQueryEach() bool {
	document := p.Names[p.docs[0].text]
	isRank := func(name string) bool { return IsRank(name) && strings.HasPrefix(document, parentOf(name)) } // of the document
	if p.rows == nil || slices.ContainsFunc(p.Columns.unread, isRank) {
		return false
	}
	isAnswer := strings.HasPrefix(plainColumn(document), "answer") // each text of a list is a right answer
	rows, queries := 0, map[string]bool{}
	for values := range p.head(p.Names[p.Query], document) {
		if len(values[1].Texts) > 1 && values[0].depth() == 0 && !isAnswer { // perhaps candidates
			return false
		}
		for _, text := range values[0].Texts {
			queries[ContentID(strings.TrimSpace(text))] = true
		}
		if rows++; len(queries) != rows {
			break
		}
	}
	return rows > 1 && len(queries) == rows
}

// TakeQueries turns a plan without a query, whose document has a text and no label, into a plan of queries: the text becomes the query. It
// reports whether it did.
func (p *Plan) TakeQueries() bool {
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

// HasQuery reports whether rows have the texts of queries, in a column or as the beginning of their documents.
func (p *Plan) HasQuery() bool { return p.Query >= 0 || p.isReward }

// Content lists the kinds of content that the rows of a table have, as its columns show.
type Content struct {
	Queries    bool // texts of queries, or their ids
	Texts      bool // of documents
	Pairs      bool // ids of queries and of documents
	Collection bool // documents with ids, and no queries
	Judgements bool // of some documents
	Labels     bool // a column of labels
	Words      bool // judgements are words of a scale
	Scores     bool // numbers order some documents
	Several    bool // columns of documents, each graded by its column
	Negatives  bool // all documents are negatives by the names of their columns
	Taught     bool // all documents are positives and negatives with the scores of a teacher
}

// Content returns what the rows hold.
func (p *Plan) Content() Content {
	c := Content{Queries: p.HasQuery() || p.queryID >= 0, Several: len(p.docs) > 1}
	negatives, taught := 0, 0
	for _, d := range p.docs {
		c.Texts = c.Texts || d.text >= 0 && !p.Form.DocumentIDs
		c.Judgements = c.Judgements || d.judged || d.label >= 0
		c.Labels = c.Labels || d.label >= 0
		c.Words = c.Words || d.words != nil
		c.Scores = c.Scores || d.Score >= 0
		if d.judged && d.grade == 0 {
			negatives++
		}
		if d.judged && d.Score >= 0 {
			taught++
		}
	}
	hasIDs := len(p.docs) == 1 && p.docs[0].id >= 0
	c.Pairs = hasIDs && c.Queries
	c.Collection = hasIDs && c.Texts && !c.Queries
	c.Negatives = negatives > 0 && negatives == len(p.docs)
	c.Taught = taught > 0 && taught == len(p.docs) && c.Queries
	return c
}

// HasTrainingRows reports whether documents are judged or scored beside a query, beside each other, or in a form of training rows.
func (p *Plan) HasTrainingRows() bool {
	c := p.Content()
	return (c.Judgements || c.Scores) && (c.Queries || c.Several || p.Form.columns != "")
}

// metColumns finds whether chosen columns that are not in the head of a file occur later.
type metColumns struct {
	plan   *Plan
	Absent []int // places in the plan's Names
}

// NewMetColumns returns the columns of a plan that the head of the file does not have.
func NewMetColumns(p *Plan) *metColumns {
	m := &metColumns{plan: p}
	for i, name := range p.Names {
		if !slices.Contains(p.Header, name) {
			m.Absent = append(m.Absent, i)
		}
	}
	return m
}

// Add removes the columns that a row has from the absent ones.
func (m *metColumns) Add(values []Cells) {
	if len(m.Absent) > 0 {
		m.Absent = slices.DeleteFunc(m.Absent, func(i int) bool { return !values[i].IsEmpty() })
	}
}

// Check returns an error if a chosen column occurs nowhere in a file.
func (m *metColumns) Check() error {
	if len(m.Absent) == 0 {
		return nil
	}
	name, role := m.plan.Names[m.Absent[0]], UnusedRole
	for _, r := range m.plan.Columns.read {
		if r.name == name {
			role = r.role
		}
	}
	return m.plan.noColumn(role, name)
}
