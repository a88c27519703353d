package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Rows have their columns told by their names, or by --columns. What stands in a column is a role.
const (
	queryRole    = "query"
	queryIDRole  = "query_id"
	docRole      = "document"
	docIDRole    = "document_id"
	titleRole    = "title"
	labelRole    = "label"
	scoreRole    = "score" // of a nested document, such as a generated answer: it orders and judges nothing
	positiveRole = "positive"
	negativeRole = "negative"
	splitRole    = "split"
)

// answersText is the column of generated answers that are objects.
const answersText = "answers_text"

// role is what a column can hold.
type role struct {
	name  string
	known []string
}

// roles are the names under which columns are known, first choice first, in lower case and with _ for other signs. Names
// of nested columns are joined by a dot.
var roles = []role{
	{queryRole, []string{"query", "query_text", "question", "question_text", "anchor", "search_query"}},
	{queryIDRole, []string{"query_id", "qid", "question_id", "queryid", "topic_id"}},
	{docRole, []string{"passage", "document", "doc", "text", "passage_text", "document_text", "doc_text", "passages_passage_text", "context",
		"sentence", "answer", "contents", "answers", answersText}},
	{docIDRole, []string{"document_id", "doc_id", "docno", "docid", "pid", "passage_id", "corpus_id", "sentence_id"}},
	{titleRole, []string{"title", "document_title", "doc_title", "passage_title"}},
	{labelRole, []string{"label", "relevance", "rel", "grade", "is_relevant", "relevant", "is_selected", "score"}},
	{positiveRole, []string{"positive", "pos", "positives", "positive_passage", "positive_passages_text", "positive_ctxs_text"}},
	{negativeRole, []string{"negative", "neg", "negatives", "negative_passage", "negative_passages_text", "hard_negative", "hard_negatives",
		"negative_ctxs_text", "hard_negative_ctxs_text"}},
	{splitRole, []string{"split"}},
}

// knownNames are those of a role.
func knownNames(name string) []string {
	return roles[slices.IndexFunc(roles, func(r role) bool { return r.name == name })].known
}

// memberIDs name the ids of nested documents, beside their texts.
var memberIDs = []string{"docid", "doc_id", "docno", "pid", "passage_id", "document_id", "corpus_id", "id", "_id"}

// plainColumn is a column's name as roles spell it.
func plainColumn(name string) string {
	return strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
}

// plan says which columns of a file are read as what.
type plan struct {
	names          []string // of the columns that are read
	query, queryID int      // places in names, -1 where there is none
	split          int
	docs           []docColumns
	told           []string // "query = question"
}

// docColumns are those of one document of a row, or of a list of them.
type docColumns struct {
	text, id, title int
	label           int
	grade           int      // where judged by the column's name: 1 of a positive, 0 of a negative
	judged          bool     // by the column's name
	from            *float64 // a label of this or more is 1, another 0
	scores          bool     // labels are real numbers: they order and judge nothing
}

// columnChoice is --columns: role to names, and the threshold of labels.
type columnChoice struct {
	names map[string][]string
	from  *float64
}

// parseColumns reads ROLE=NAME,ROLE=NAME; negative may stand several times, label may be NAME>=NUMBER.
func parseColumns(text string) (c columnChoice, err error) {
	c.names = map[string][]string{}
	if strings.TrimSpace(text) == "" {
		return c, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		role, name, found := strings.Cut(strings.TrimSpace(part), "=")
		role = strings.TrimSpace(role)
		if !found || name == "" {
			return c, fault.BadUsage("write --columns query=NAME,document=NAME,label=NAME", "--columns: %q is no ROLE=NAME", part)
		}
		var known []string
		for _, r := range roles {
			known = append(known, r.name)
		}
		if !slices.Contains(known, role) {
			return c, fault.BadUsage("did you mean "+fault.Nearest(role, known)+"?", "--columns: unknown role %q", role)
		}
		if len(c.names[role]) > 0 && role != negativeRole {
			return c, fault.BadUsage("keep one of them", "--columns: %s stands twice", role)
		}
		if name, least, cut := strings.Cut(name, ">="); cut && role == labelRole {
			x, err := strconv.ParseFloat(strings.TrimSpace(least), 64)
			if err != nil {
				return c, fault.BadUsage("write label=NAME>=0.5", "--columns: %q is no number", least)
			}
			c.from = &x
			c.names[role] = []string{strings.TrimSpace(name)}
			continue
		}
		c.names[role] = append(c.names[role], strings.TrimSpace(name))
	}
	return c, nil
}

// numbered says whether all columns are named by their numbers: the file has no header.
func (c columnChoice) numbered() bool {
	for _, names := range c.names {
		for _, name := range names {
			if !isNumber([]byte(name)) {
				return false
			}
		}
	}
	return len(c.names) > 0
}

// planner finds columns among a file's names.
type planner struct {
	plan
	file   string
	among  []string // of the file, as it spells them
	loose  bool     // the names are those met so far, there may be others
	choice columnChoice
}

// planOf chooses the columns of a file with the given names. What no column is found for is left out; what is chosen but
// not there is an error.
func planOf(file string, among []string, loose bool, choice columnChoice) (*plan, error) {
	p := &planner{plan: plan{query: -1, queryID: -1, split: -1}, file: file, among: among, loose: loose, choice: choice}
	err := p.find()
	return &p.plan, err
}

func (p *planner) find() (err error) {
	for _, one := range []struct {
		role string
		into *int
	}{{queryRole, &p.query}, {queryIDRole, &p.queryID}, {splitRole, &p.split}} {
		if *one.into, err = p.role(one.role); err != nil {
			return err
		}
	}
	positive, err := p.role(positiveRole)
	if err != nil {
		return err
	}
	negatives, err := p.negatives()
	if err != nil {
		return err
	}
	if positive >= 0 || len(negatives) > 0 {
		if positive >= 0 {
			p.docs = append(p.docs, p.beside(positiveRole, docColumns{text: positive, grade: 1, judged: true, label: -1}))
		}
		for _, at := range negatives {
			p.docs = append(p.docs, p.beside(negativeRole, docColumns{text: at, judged: true, label: -1}))
		}
		return nil
	}
	return p.document()
}

// document finds the columns of a document and its label.
func (p *planner) document() (err error) {
	d := docColumns{from: p.choice.from}
	if d.text, err = p.role(docRole); err != nil {
		return err
	}
	if d.text >= 0 && strings.Contains(p.names[d.text], ".") {
		d.label = p.member(labelRole, d.text, []string{"is_selected", "label", "relevance", "rel", "grade"})
		if d.label < 0 {
			d.label = p.member(scoreRole, d.text, []string{"score"})
			d.scores = d.label >= 0
		}
		if p.queryID < 0 && plainColumn(p.names[d.text]) == answersText {
			p.queryID = p.named(queryIDRole, "id", "_id")
		}
		p.docs = append(p.docs, p.beside(docRole, d))
		return nil
	}
	for _, one := range []struct {
		role string
		into *int
	}{{docIDRole, &d.id}, {titleRole, &d.title}, {labelRole, &d.label}} {
		if *one.into, err = p.role(one.role); err != nil {
			return err
		}
	}
	if d.id < 0 && p.query < 0 && p.queryID < 0 {
		d.id = p.named(docIDRole, "_id", "id")
	}
	if d.text >= 0 || d.id >= 0 {
		p.docs = append(p.docs, d)
	}
	return nil
}

// beside adds the columns of id and title that belong to a text: those nested with it, or called after it.
func (p *planner) beside(role string, d docColumns) docColumns {
	d.id = p.member(role+"_id", d.text, memberIDs)
	d.title = p.member(role+"_title", d.text, []string{titleRole})
	if text := p.names[d.text]; d.id < 0 {
		d.id = p.named(role+"_id", text+"_id", text+"_docid", text+"_pid")
	}
	return d
}

// member finds a column in the same nested column as that of a text.
func (p *planner) member(role string, text int, names []string) int {
	in := strings.LastIndexByte(p.names[text], '.')
	if in < 0 {
		return -1
	}
	inside := make([]string, len(names))
	for i, name := range names {
		inside[i] = p.names[text][:in+1] + name
	}
	return p.named(role, inside...)
}

// named finds the first of some names.
func (p *planner) named(role string, names ...string) int {
	for _, name := range names {
		for _, have := range p.among {
			if plainColumn(have) == plainColumn(name) {
				return p.take(role, have)
			}
		}
	}
	return -1
}

// take notes that a column is read.
func (p *planner) take(role, name string) int {
	p.told = append(p.told, role+" = "+name)
	if at := slices.Index(p.names, name); at >= 0 {
		return at
	}
	p.names = append(p.names, name)
	return len(p.names) - 1
}

// role finds the column of a role: the one chosen, or the first of its names.
func (p *planner) role(role string) (int, error) {
	if chosen := p.choice.names[role]; len(chosen) > 0 {
		return p.chosen(role, chosen[0])
	}
	if p.choice.numbered() {
		return -1, nil
	}
	for _, name := range knownNames(role) {
		var fitting []string
		for _, have := range p.among {
			if plainColumn(have) == name && !p.spoken(have) {
				fitting = append(fitting, have)
			}
		}
		switch {
		case len(fitting) == 1:
			return p.take(role, fitting[0]), nil
		case len(fitting) > 1:
			return -1, fault.BadInput(p.file, 1, "rename one of them", "two columns are called %s", fitting[0])
		}
	}
	return -1, nil
}

// spoken says whether a column is chosen for some role, so that it is not guessed at.
func (p *planner) spoken(name string) bool {
	for _, names := range p.choice.names {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

func (p *planner) chosen(role, name string) (int, error) {
	switch n := count(p.among, name); {
	case n > 1:
		return -1, fault.BadInput(p.file, 1, "rename one of them", "two columns are called %s", name)
	case n == 0 && !p.loose:
		return -1, fault.BadInput(p.file, 0, "its columns are "+listed(p.among), "--columns %s=%s: there is no such column", role, name)
	}
	return p.take(role, name), nil
}

func count(list []string, wanted string) (n int) {
	for _, s := range list {
		if s == wanted {
			n++
		}
	}
	return n
}

// negatives finds the columns of negatives: those of the known names, and negative_1, negative_2, neg_1 ..
func (p *planner) negatives() (found []int, err error) {
	if chosen := p.choice.names[negativeRole]; len(chosen) > 0 || p.choice.numbered() {
		for _, name := range chosen {
			at, err := p.chosen(negativeRole, name)
			if err != nil {
				return nil, err
			}
			found = append(found, at)
		}
		return found, nil
	}
	at, err := p.role(negativeRole)
	if at >= 0 {
		found = append(found, at)
	}
	for _, name := range p.among {
		for _, stem := range []string{"negative_", "neg_", "hard_negative_"} {
			if number, ok := strings.CutPrefix(plainColumn(name), stem); ok && isNumber([]byte(number)) && !p.spoken(name) {
				found = append(found, p.take(negativeRole, name))
			}
		}
	}
	return found, err
}

// listed names at most twelve columns.
func listed(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// String says what is read as what: "query = question, document = passage".
func (p *plan) String() string { return strings.Join(p.told, ", ") }

// texts says whether the rows hold texts of documents.
func (p *plan) texts() bool {
	return slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text >= 0 })
}

// asks says whether the rows name queries.
func (p *plan) asks() bool { return p.query >= 0 || p.queryID >= 0 }

// judges says whether some documents are judged.
func (p *plan) judges() bool {
	return slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.judged || d.label >= 0 && !d.scores })
}
