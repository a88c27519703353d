package tabular

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
)

// textLook is what the first rows of a column hold.
type textLook struct {
	name                    string
	rows, filled            int
	single, numbers, digits int // texts of one word; numbers; texts of which most words begin with a digit
	words, bytes            int
	distinct                map[string]bool
}

// lookAtTexts returns what the first rows of some columns hold, of columnsRead at most. Without a head nothing is known of them.
func (p *Plan) lookAtTexts(names []string) (looks []textLook) {
	for _, name := range names[:min(len(names), columnsRead)] {
		looks = append(looks, textLook{name: name, distinct: map[string]bool{}})
	}
	if p.rows == nil || len(looks) == 0 {
		return looks
	}
	if err := p.addTexts(looks); err != nil { // a column of a type that is not read has no texts
		_ = p.addEach(looks)
	} else if looks[0].rows == 0 && p.addEach(looks) { // a column of tuples has no texts either, and its rows are not read
		for i := range looks {
			if looks[i].rows == 0 {
				looks[i].name = ""
			}
		}
	}
	return looks
}

// addEach adds what the first rows of each column hold by itself, and reports whether one has any.
func (p *Plan) addEach(looks []textLook) (hasRows bool) {
	for i := range looks {
		looks[i] = textLook{name: looks[i].name, distinct: map[string]bool{}}
		_ = p.addTexts(looks[i : i+1])
		hasRows = hasRows || looks[i].rows > 0
	}
	return hasRows
}

// addTexts adds what the first rows hold.
func (p *Plan) addTexts(looks []textLook) error {
	var names []string
	for _, look := range looks {
		names = append(names, look.name)
	}
	err := p.rows(names, func(values []Cells) error {
		for i := range looks {
			looks[i].add(values[i].Texts)
		}
		if looks[0].rows == rowsLookedAt {
			return errEnough
		}
		return nil
	})
	if err == errEnough {
		return nil
	}
	return err
}

func (l *textLook) add(texts []string) {
	l.rows++
	isFilled := false
	for _, text := range texts {
		if text = strings.TrimSpace(text); isMissing(text) {
			continue
		}
		words, digits := countWords(text)
		l.words, l.bytes = l.words+words, l.bytes+len(text)
		if words == 1 {
			l.single++
		}
		if _, ok := ParseNumber(text, true); ok {
			l.numbers++
		}
		if 2*digits > words {
			l.digits++
		}
		l.distinct[text] = true
		isFilled = true
		break // the first one stands for a list
	}
	if isFilled {
		l.filled++
	}
}

// CountWords returns the number of words of a text. Two letters of a script without spaces count as a word.
func CountWords(text string) int {
	words, _ := countWords(text)
	return words
}

// countWords returns the words of a text, and those that begin with a digit.
func countWords(text string) (words, digits int) {
	letters := 0
	for _, word := range strings.Fields(text) {
		words++
		if '0' <= word[0] && word[0] <= '9' {
			digits++
		}
	}
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			letters++
		}
	}
	return words + letters/2, digits
}

// mean returns the number of words of a text of the column, on average.
func (l *textLook) mean() float64 { return float64(l.words) / float64(max(l.filled, 1)) }

// isText reports whether a column holds texts, and not words, ids, numbers, dates, names of classes or addresses.
func (l *textLook) isText(least float64) bool {
	switch {
	case l.name == "" || noTextEnding().MatchString(plainColumn(l.name)):
		return false
	case l.rows == 0:
		return true
	case l.filled == 0 || 2*l.filled < l.rows || 2*l.numbers >= l.filled || 2*l.digits >= l.filled || 2*l.single >= l.filled:
		return false
	}
	return l.mean() >= least && (l.rows < 10 || len(l.distinct) >= 10 || 5*len(l.distinct) >= l.filled)
}

// Words of a text, on average: those of a text that may be a query, and those of one that is not passed over.
const (
	fewWords  = 1.5
	manyWords = 4
)

// noTextEnding matches the names of columns that hold no texts.
var noTextEnding = lazy.Regexp(`(^|_)(u?ids?|idx|rank|url|score|scores|model|role|from)$`)

// besideRows matches the names of columns that tell of a row, and are part of none of its texts.
var besideRows = lazy.Regexp(`(^|_)(url|link|links|href|source|sources|src|origin|dataset|domain|topic|category|categories|tags?|` +
	`keywords?|types?|genre|titles?|headline|authors?|dates?|time|timestamp|languages?|lang|name|file|path|license|metadata|meta|info|` +
	`comments?|notes?|feedback[0-9]?|explanations?|reason|reasons|reasoning|rationales?|summary|description|abstract|point|points|instructions?|system|` +
	`original|raw|parse|whole_func_string|template|options|choices|entities|tokens|thinking|thought|html|image|history|context|contexts|references?|` +
	`margin|axiom|messages?|content|annotations?)$`)

// neverQuery matches the names of columns beside rows that are no query even where nothing else is.
var neverQuery = lazy.Regexp(`(^|_)(explanations?|reason|reasons|reasoning|rationales?|comments?|notes?|metadata|meta|system|` +
	`annotations?)$`)

// negativeName and positiveName match the names of columns of negatives and of positives.
var (
	negativeName = lazy.Regexp(`(^|_)(neg|negs|bad|hard|worse|worst|lose|loser|fake)(_|[0-9]|$)|negativ|reject|incorrect|irrelev|` +
		`nonrelev|non_relev|not_relev|wrong|contradict|distract`)
	positiveName = lazy.Regexp(`(^|_)(pos|good|gold|best|better|win|winner|right)(_|[0-9]|$)|positiv|chosen|correct|relevan|entail|accept|` +
		`preferred`)
	queryName = lazy.Regexp(`(^|_)(q|query|queries|question|claim|premise|prompt|search|ask|anchor|utterance|instruction|topic|input|` +
		`keyword|docstring)(_|[0-9]|$)`)
	documentName = lazy.Regexp(`(^|_)(doc|docs|document|passage|text|context|answer|response|evidence|paragraph|body|content|abstract|` +
		`product|output|title|candidate|code|selftext)(_|[0-9]|$)`)
	labelName = lazy.Regexp(`(^|_)(label|labels|score|relevance|relevant|rel|grade|rating|judge?ment|similarity|quality|helpfulness|duplicate|class|` +
		`match|target|gold)(_|[0-9]|$)`)
)

// settle finds by their content the roles of columns that their names do not tell: a column relevant may hold texts; the query of positives
// and negatives is the beginning that they share, or the only other column of texts.
func (l headLook) settle() error {
	p := l.plan
	choice := columnChoice{names: map[string][]string{}, Training: l.choice.Training, IDs: l.choice.IDs}
	choice.names[UnusedRole] = l.choice.names[UnusedRole]
	isOpen := l.choice.IsOpen() && p.Form.columns == ""
	positive, negative := p.sides()
	if i := slices.IndexFunc(p.header, func(name string) bool { return plainColumn(name) == "relevant" }); isOpen && i >= 0 && positive < 0 {
		if look := p.lookAtTexts(p.header[i : i+1]); look[0].isText(fewWords) && (len(p.docs) == 0 || negative >= 0) {
			choice.names[PositiveRole] = p.header[i : i+1]
			if err := p.planAgain(choice); err != nil {
				return err
			}
			positive, negative = p.sides()
		}
	}
	if isOpen && len(p.docs) == 0 && choice.names[UnusedRole] == nil {
		return p.takeSuggestion()
	}
	if p.Query >= 0 || positive < 0 || negative < 0 || p.Form.Pieces {
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

// takeSuggestion reads the columns as the hint would say, if their names tell positives and negatives, or the title is the only text beside
// a query and a label, and no text is left over.
func (p *Plan) takeSuggestion() error {
	text := p.suggestion()
	title := p.Columns.ofRole(TitleRole)
	isTitle := title != nil && p.Query >= 0 && p.Columns.ofRole(LabelRole) != nil && strings.Contains(text, ",document="+title.name+",")
	isTriple := strings.Contains(text, "positive=") && strings.Contains(text, "negative=")
	if strings.Contains(text, "unused=") || !isTitle && !isTriple {
		return nil
	}
	choice, err := ParseColumns(text)
	if err != nil {
		return err
	}
	choice.Training, choice.IDs = p.choice.Training, p.choice.IDs
	return p.planAgain(choice)
}

// planAgain plans the columns of the same table with a choice of roles.
func (p *Plan) planAgain(choice columnChoice) error {
	settled, err := PlanColumns(p.file, p.header, p.loose, choice, p.labels)
	if err != nil {
		return err
	}
	settled.rows = p.rows
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

// leftTexts returns the columns of texts of so many words that have no role. Where the names of some say that they are beside rows, the
// others are returned alone, if there are any; areBeside reports that all are.
func (p *Plan) leftTexts(least float64) (names []string, areBeside bool) {
	var beside []string
	for _, look := range p.lookAtTexts(p.Columns.unread) {
		switch plain := plainColumn(look.name); {
		case !look.isText(least) || neverQuery().MatchString(plain):
		case besideRows().MatchString(plain):
			beside = append(beside, look.name)
		default:
			names = append(names, look.name)
		}
	}
	slices.Sort(beside)
	slices.Sort(names)
	if names == nil {
		return beside, true
	}
	return names, false
}

// sharedLeast is the number of words that two texts must share at their beginnings, so that these are a query.
const sharedLeast = 2

// sharesBeginnings reports whether the texts of two columns begin alike in most rows, as those of reward models do.
func (p *Plan) sharesBeginnings(a, b int) bool {
	shared, rows := 0, 0
	_ = p.rows([]string{p.Names[a], p.Names[b]}, func(values []Cells) error {
		if first, second := values[0].Texts, values[1].Texts; len(first) > 0 && len(second) > 0 {
			rows++
			n := len(SharedBeginning(first[0], second[0]))
			if words, _ := countWords(first[0][:n]); words >= sharedLeast && n < len(first[0]) {
				shared++
			}
		}
		return nil
	})
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

// CheckRoles returns an error if a column of texts has no role in rows of queries and documents, and none is chosen: what is read as
// something else would be lost. The hint is the choice that gives each such column a role, or says that it has none.
func (p *Plan) CheckRoles() error {
	if p.Form.DocumentIDs && !p.choice.Training {
		return errs.BadInput(p.file, 0, "axiomine audit --collection FILE reads them; write the texts in their place, or give --collection, --topics and "+
			"--qrels", "its positives and negatives are ids: %s", p.Columns)
	}
	if p.Form.Inside != "" || p.rows == nil || p.isReward {
		return nil
	}
	if !p.choice.IsOpen() {
		return p.checkWords()
	}
	least := float64(manyWords)
	positive, negative := p.sides()
	isBare := !p.HasQuery() && positive >= 0 && negative >= 0
	if isBare {
		least = fewWords
	}
	left, areBeside := p.leftTexts(least)
	if !isBare {
		left = slices.DeleteFunc(left, func(name string) bool { return areBeside || isKnown(name) || p.isDerived(name) })
	}
	if len(left) > 0 {
		what := "the column " + left[0] + " holds texts and has no role"
		if len(left) > 1 {
			what = "the columns " + FormatList(left) + " hold texts and have no role"
		}
		return errs.BadInput(p.file, 0, p.Hint(), "%s; read are %s", what, p.Columns)
	}
	if labels := p.unreadLabels(); len(labels) > 0 {
		return errs.BadInput(p.file, 0, p.Hint()+", or say unused="+labels[0]+" there in place of label", "%s may be labels, and none is read; read are %s",
			FormatList(labels), p.Columns)
	}
	return p.checkWords()
}

// isDerived reports whether a column is named after one that is read, and no further text of a row: original_query, sentence1_parse.
func (p *Plan) isDerived(name string) bool {
	plain := plainColumn(name)
	if plain == "" {
		return false
	}
	if last := plain[len(plain)-1]; last >= '0' && last <= '9' || negativeName().MatchString(plain) || positiveName().MatchString(plain) {
		return false
	}
	return slices.ContainsFunc(p.Columns.read, func(r reading) bool {
		read := plainColumn(r.name)
		return strings.HasPrefix(plain, read+"_") || strings.HasSuffix(plain, "_"+read)
	})
}

// isHeaderless reports whether nothing is read and the names of the columns look like values.
func (p *Plan) isHeaderless() bool { return len(p.Columns.read) == 0 && looksHeaderless(p.header) }

// Hint returns the line to paste that says what the columns are.
func (p *Plan) Hint() string {
	if choice := p.suggestion(); choice != "" {
		return "paste --columns " + strconv.Quote(choice)
	}
	if p.isHeaderless() {
		return "number the columns: --columns query=1,positive=2,negative=3, or query=1,document=2,label=3"
	}
	return "say --columns query=NAME,positive=NAME,negative=NAME, or query=NAME,document=NAME,label=NAME"
}

// suggestion returns the value of --columns that gives a role to each column of texts, by their names and contents, or says that it is
// not used; "" if there are no query and document.
func (p *Plan) suggestion() string {
	if p.isHeaderless() {
		if p.bare == nil {
			return ""
		}
		return p.bare.suggestion()
	}
	roles, header := map[string]string{}, slices.Sorted(slices.Values(p.header)) // of objects the columns have no order
	readAs := func(name string, among ...string) bool {
		return slices.ContainsFunc(p.Columns.read, func(r reading) bool { return r.name == name && slices.Contains(among, r.role) })
	}
	hasRole := func(role string) bool {
		return slices.ContainsFunc(header, func(name string) bool { return roles[name] == role })
	}
	var texts []textLook
	var labels, grades []string
	for _, look := range p.lookAtTexts(header) {
		plain := plainColumn(look.name)
		inner := RoleOf(look.name[strings.LastIndexByte(look.name, '.')+1:])
		isNamed := readAs(look.name, QueryRole, DocRole, PositiveRole, NegativeRole) ||
			slices.Contains([]string{QueryRole, DocRole, PositiveRole, NegativeRole}, inner)
		switch {
		case isNamed && (look.filled == 0 || look.numbers < look.filled) || look.isText(fewWords) && !labelName().MatchString(plain) || look.isText(manyWords):
			texts = append(texts, look)
		case readAs(look.name, LabelRole, ScoreRole) || labelName().MatchString(plain) && !noID().MatchString(plain):
			if labels = append(labels, look.name); readAs(look.name, LabelRole, ScoreRole) {
				labels[0], labels[len(labels)-1] = look.name, labels[0]
			}
		case look.hasGrades() && !isKnown(look.name):
			grades = append(grades, look.name)
		}
	}
	// give gives a role to the columns of texts that fit; to the one with the best value alone, if several do and one is wanted.
	give := func(role string, several bool, fits func(textLook) bool, isBetter func(a, b textLook) bool) {
		var best *textLook
		for i := range texts {
			if t := &texts[i]; roles[t.name] == "" && fits(*t) {
				if several {
					roles[t.name] = role
				} else if best == nil || isBetter(*t, *best) {
					best = t
				}
			}
		}
		if best != nil {
			roles[best.name] = role
		}
	}
	named := func(pattern *regexp.Regexp) func(textLook) bool {
		return func(t textLook) bool { return pattern.MatchString(plainColumn(t.name)) }
	}
	read := func(role string) func(textLook) bool { return func(t textLook) bool { return readAs(t.name, role) } }
	isRest := func(t textLook) bool { return !neverQuery().MatchString(plainColumn(t.name)) }
	isNoDocument := func(t textLook) bool { return isRest(t) && !readAs(t.name, DocRole, PositiveRole, NegativeRole) }
	first := func(a, b textLook) bool { return false }
	longer := func(a, b textLook) bool { return a.mean() > b.mean() }
	shorter := func(a, b textLook) bool { return a.mean() < b.mean() }
	isNegative := func(t textLook) bool { return readAs(t.name, NegativeRole) || named(negativeName())(t) }
	give(NegativeRole, true, isNegative, first)
	give(PositiveRole, false, read(PositiveRole), first)
	give(PositiveRole, false, func(t textLook) bool { return !hasRole(PositiveRole) && named(positiveName())(t) }, first)
	for _, fits := range []func(textLook) bool{read(QueryRole), named(queryName()),
		func(t textLook) bool { return isNoDocument(t) && !named(documentName())(t) && !named(besideRows())(t) }, isNoDocument} {
		if !hasRole(QueryRole) {
			give(QueryRole, false, fits, shorter)
		}
	}
	document := DocRole
	if hasRole(NegativeRole) {
		document = PositiveRole
	}
	isNoAnswer := func(t textLook) bool { return !slices.Contains(answerNames, plainColumn(t.name)) } // an answer may be short
	for _, fits := range []func(textLook) bool{func(t textLook) bool { return read(DocRole)(t) && isNoAnswer(t) },
		func(t textLook) bool { return named(documentName())(t) && !named(besideRows())(t) && isNoAnswer(t) },
		func(t textLook) bool { return isRest(t) && !named(besideRows())(t) }, isRest} {
		if !hasRole(PositiveRole) && !hasRole(document) {
			give(document, false, fits, longer)
		}
	}
	if !hasRole(QueryRole) || !hasRole(PositiveRole) && !hasRole(DocRole) {
		return ""
	}
	if hasRole(DocRole) {
		document := header[slices.IndexFunc(header, func(name string) bool { return roles[name] == DocRole })]
		for _, fits := range []func(string) bool{func(name string) bool { return parentOf(name) == parentOf(document) },
			func(name string) bool {
				return strings.HasPrefix(parentOf(name), parentOf(document)) && parentOf(document) != ""
			},
			func(name string) bool { return parentOf(name) == "" }} {
			if i := slices.IndexFunc(labels, fits); i >= 0 {
				roles[labels[i]] = LabelRole
				break
			}
		}
		if !hasRole(LabelRole) && len(grades) == 1 { // of a name in another language, say
			roles[grades[0]] = LabelRole
		}
		if unread := p.unreadLabels(); !hasRole(LabelRole) && len(unread) > 0 {
			roles[unread[0]] = LabelRole
		}
		if p.choice.Training && !hasRole(LabelRole) {
			roles[document] = PositiveRole
		}
	}
	p.matchMembers(roles)
	give(UnusedRole, true, func(t textLook) bool { return t.rows > 0 && !isKnown(t.name) }, first)
	var choice []string
	for _, role := range []string{QueryRole, DocRole, PositiveRole, NegativeRole, LabelRole, UnusedRole} {
		for _, name := range header {
			if roles[name] == role {
				if strings.ContainsAny(name, ",\"") {
					name = `"` + name + `"`
				}
				choice = append(choice, role+"="+name)
			}
		}
	}
	return strings.Join(choice, ",")
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

// noID matches the names of ids among those of labels.
var noID = lazy.Regexp(`(^|_)u?ids?(_|$)`)

// checkWords returns an error if words of a label have no grade that is known. The hint gives each a grade, by its meaning or 0.
func (p *Plan) checkWords() error {
	for i := range p.docs {
		d := &p.docs[i]
		if len(d.unknown) == 0 {
			continue
		}
		var grades []string
		for _, word := range d.unknown {
			value := word
			if strings.Contains(word, ",") {
				value = `"` + word + `"`
			}
			grades = append(grades, fmt.Sprintf("%s=%d", value, likelyGrade(word, d.unknown)))
		}
		return errs.BadInput(p.file, 0, "paste --labels "+strconv.Quote(strings.Join(grades, ","))+", with the grades that they mean",
			"the labels in the column %s are words without a known grade", p.Names[d.label])
	}
	return nil
}

// goodWord matches the words of labels of documents that are relevant.
var goodWord = lazy.Regexp(`(?i)^(entail|support|yes|true|relevant|duplicate|pos|match|exact|good|correct|equivalent|` +
	`paraphras|same|similar|accept|high|strong)`)

// likelyGrade returns the grade that a word among others probably means.
func likelyGrade(word string, all []string) int {
	if !slices.ContainsFunc(all, func(word string) bool { _, ok := shopLetters.grade(word); return !ok }) {
		grade, _ := shopLetters.grade(word)
		return grade
	}
	for _, scale := range wordScales {
		if grade, ok := scale.grade(word); ok {
			return grade
		}
	}
	if goodWord().MatchString(word) || plainLabels[strings.ToLower(word)] == "1" {
		return 1
	}
	return 0
}

// isLabelWord reports whether a word is on a scale of relevance, or yes or no in some language.
func isLabelWord(word string) bool {
	isGrade := func(s wordScale) bool { _, ok := s.grade(word); return ok }
	return plainLabels[strings.ToLower(word)] != "" || slices.ContainsFunc(wordScales, isGrade)
}

// Rows and columns of a head that are looked at.
const (
	textsLooked = 100
	columnsRead = 64
)

// isOneWord reports whether a text of ASCII letters has no white space.
func isOneWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f || r == ' ' || r == '\t' || r == '\n' })
}

// tellInstructions finds out whether a query is a list of two texts in each row, the first of which repeats, or is one for the positive and
// another for the negative: an instruction and a text, as INSTRUCTOR and E5 were trained with. The second text is read, of documents too
// that are such lists.
func (l headLook) tellInstructions() error {
	p := l.plan
	if p.Query < 0 || !l.choice.IsOpen() || p.Form.columns != "" || p.Form.turns {
		return nil
	}
	rows, firsts, isOne := 0, map[string]bool{}, len(p.docs) > 1
	p.second = make([]bool, len(p.Names))
	for i := range p.second {
		p.second[i] = i == p.Query || slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text == i })
	}
	_ = l.rows(p.Names, func(values []Cells) error {
		rows++
		for i := range values {
			p.second[i] = p.second[i] && values[i].isPair()
		}
		if p.second[p.Query] {
			firsts[values[p.Query].Texts[0]] = true
		}
		for _, d := range p.docs {
			isOne = isOne && d.text >= 0 && p.second[d.text] && values[d.text].Texts[0] == values[p.docs[0].text].Texts[0]
		}
		return nil
	})
	if rows == 0 || !p.second[p.Query] || len(firsts) == rows && !isOne {
		p.second = nil
		return nil
	}
	for i := range p.Columns.read {
		r := &p.Columns.read[i]
		if place := slices.Index(p.Names, r.name); p.second[place] {
			r.remark += " (the second of two texts, behind an instruction)"
		}
	}
	return nil
}

// isPair reports whether the texts are a list of two, or lists of two in a list.
func (c *Cells) isPair() bool {
	for i, place := range c.Places {
		if len(place) != 2 || place[1] != i%2 {
			return false
		}
	}
	return c.Listed && len(c.Texts) == 2 || len(c.Places) > 0 && len(c.Places)%2 == 0
}

// takeSecond leaves of a list of two texts the second, and of each such list in a list.
func (c *Cells) takeSecond() {
	if !c.isPair() {
		return
	}
	texts := []string{}
	for i := 1; i < len(c.Texts); i += 2 {
		texts = append(texts, c.Texts[i])
	}
	*c = Cells{Texts: texts, Listed: c.Places != nil}
}

// Labels that are words: how many different ones of a column are looked at, and how long they may be.
const (
	mostWords   = 64
	longestWord = 40
)

// wordScale maps the words of a scale, as plainWord spells them, to grades.
type wordScale map[string]int

// notRelevant are the words of grade 0, and partly those of the lowest grade above it in a scale that has several.
var (
	notRelevant = []string{"not relevant", "irrelevant", "nonrelevant", "non relevant"}
	partly      = []string{"related", "partially relevant", "partly relevant", "somewhat relevant", "marginally relevant", "slightly relevant",
		"fairly relevant"}
	highly    = []string{"highly relevant", "very relevant"}
	perfectly = []string{"perfectly relevant"}
)

// wordScales are the scales of judges who write words, whether people or language models; a word's grade is its place. The first is that
// of TREC, the second that of the deep learning tracks, the third has a grade below relevant, and the next two are those of shopping
// queries. The last are those of GLUE and its kin, whose numbers do not grow with relevance.
var wordScales = []wordScale{
	newScale(notRelevant, []string{"relevant"}, highly, perfectly),
	newScale(notRelevant, []string{"related"}, highly, perfectly),
	newScale(notRelevant, partly, []string{"relevant"}, highly, perfectly),
	newScale([]string{"irrelevant"}, []string{"complement"}, []string{"substitute"}, []string{"exact"}),
	newScale([]string{"irrelevant"}, []string{"partial"}, []string{"exact"}),
	newScale([]string{"not entailment", "neutral", "contradiction"}, []string{"entailment"}),
	newScale([]string{"neutral", "contradicts"}, []string{"entails"}),
	newScale([]string{"refutes", "not enough info", "disputed"}, []string{"supports"}),
	newScale([]string{"refuted", "not supported", "not enough evidence"}, []string{"supported"}),
	newScale([]string{"not duplicate"}, []string{"duplicate"}),
	newScale([]string{"different"}, []string{"duplicate", "same"}),
	newScale([]string{"not equivalent"}, []string{"equivalent"}),
	newScale([]string{"not paraphrase"}, []string{"paraphrase"}),
	newScale([]string{"negative"}, []string{"positive"}),
	newScale([]string{"neg"}, []string{"pos"}),
}

func newScale(grades ...[]string) wordScale {
	s := wordScale{}
	for grade, words := range grades {
		for _, word := range words {
			s[word] = grade
		}
	}
	return s
}

// spaces replaces what joins the words of a label.
var spaces = strings.NewReplacer("-", " ", "_", " ")

// plainWord returns a label in the spelling of wordScales.
func plainWord(label string) string {
	return strings.Join(strings.Fields(spaces.Replace(strings.ToLower(label))), " ")
}

// grade returns the grade of a label.
func (s wordScale) grade(label string) (grade int, ok bool) {
	if s == nil {
		return 0, false
	}
	grade, ok = s[plainWord(label)]
	return grade, ok
}

// shopLetters are the grades of the letters in Amazon's esci_label: irrelevant, complement, substitute, exact.
var shopLetters = newScale([]string{"i"}, []string{"c"}, []string{"s"}, []string{"e"})

// scalesOf returns the scales that the words of a column may be in.
func scalesOf(column string) []wordScale {
	if plainColumn(column) == "esci_label" {
		return append(slices.Clip(wordScales), shopLetters)
	}
	return wordScales
}

// tellWords chooses the first scale that has all the words of a label that are in some scale, and shows their grades beside the column.
func (l headLook) tellWords(d *docColumns) {
	if d.label < 0 {
		return
	}
	words := map[string]bool{} // words that --labels does not map
	scales := scalesOf(l.plan.Names[d.label])
	isRelevance := func(label string) bool {
		return slices.ContainsFunc(scales, func(s wordScale) bool { _, ok := s.grade(label); return ok })
	}
	for _, word := range l.kinds[d.label].words {
		if _, mapped := d.labels.find(word); !mapped && isRelevance(word) {
			words[word] = true
		}
	}
	for _, scale := range scales {
		fits := len(words) > 0
		for word := range words {
			_, ok := scale.grade(word)
			fits = fits && ok
		}
		if fits {
			d.words = scale
			break
		}
	}
	d.unknown = l.unknownWords(d)
	if d.words == nil {
		return
	}
	grades := slices.SortedFunc(maps.Keys(words), func(a, b string) int {
		return cmp.Or(cmp.Compare(d.words[plainWord(a)], d.words[plainWord(b)]), strings.Compare(a, b))
	})
	for i, word := range grades {
		grades[i] = fmt.Sprintf("%s = %d", word, d.words[plainWord(word)])
	}
	l.plan.Columns.find(LabelRole, l.plan.Names[d.label]).remark = " (" + strings.Join(grades, ", ") + ")"
}

// mostUnknown is the number of different words that may be labels whose grades are asked for, where none is known and none is a number.
// Others are faults of single rows.
const mostUnknown = 20

// unknownWords returns the words of a label that --labels should give a grade, as some have none that is known; nil if all have one.
func (l headLook) unknownWords(d *docColumns) (words []string) {
	k, unknown := &l.kinds[d.label], 0
	for _, word := range k.words {
		if _, mapped := d.labels.find(word); mapped {
			continue
		}
		words = append(words, word)
		if _, v := d.reading(word); v == UnknownWord {
			unknown++
		}
	}
	isKind := d.words != nil || len(k.words) <= mostUnknown && k.numbers == 0
	if unknown == 0 || !isKind || d.cutoff != nil {
		return nil
	}
	slices.Sort(words)
	return words
}
