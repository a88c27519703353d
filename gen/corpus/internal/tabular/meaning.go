package tabular

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
)

// readMeaning reads the columns that say what labels mean, and which documents answer their questions.
func (p *Plan) readMeaning() error {
	p.readLabelWords()
	p.findAnswers()
	return nil
}

// labelWords matches the names of columns that say in words what the numbers of a label mean.
var labelWords = lazy.Regexp(`label_?(texts?|txt|names?|str|strings?|words?|desc|description)$`)

// readLabelWords reads the words beside a label in place of its numbers, where the words do not have the grades that the numbers say.
func (p *Plan) readLabelWords() {
	for i := range p.docs {
		d := &p.docs[i]
		if d.label < 0 || d.classes != nil || d.cutoff != nil || len(d.labels) > 0 || !p.given.IsOpen() {
			continue
		}
		name := p.Names[d.label]
		for _, words := range p.Columns.unread {
			if !labelWords().MatchString(plainColumn(words)) || !p.meansOther(name, words) {
				continue
			}
			p.Columns.unread = append(slices.DeleteFunc(p.Columns.unread, func(have string) bool { return have == words }), name)
			p.Columns.find(LabelRole, name).name, p.Names[d.label], d.isPlace = words, words, false
			break
		}
	}
}

// meansOther reports whether each number in a column stands beside one word of another, and some word has another grade than its number, or
// none that is known.
func (p *Plan) meansOther(numbers, words string) bool {
	wordOf, numberOf := map[string]string{}, map[string]string{}
	isOther := false
	for values := range p.head(numbers, words) {
		number, word := strings.Join(values[0].Texts, "\n"), strings.Join(values[1].Texts, "\n")
		x, isNumber := ParseNumber(number, false)
		if word == "" || !isNumber || wordOf[number] != "" && wordOf[number] != word || numberOf[word] != "" && numberOf[word] != number {
			return false
		}
		wordOf[number], numberOf[word] = word, number
		grade, isKnown := firstGrade(plainScales(), word)
		isOther = isOther || !isKnown || (grade > 0) != (x > 0)
	}
	return isOther
}

// Names of columns that say of a question that nothing answers it: lists of answers that are empty, and flags.
var (
	answersName    = lazy.Regexp(`^(.*_qas_)?answers?(_texts?)?$`)
	impossibleName = lazy.Regexp(`(^|_)(is_impossible|impossible|no_answer|unanswerable)$`)
)

// findAnswers finds the column that says whether the document of a row, which no label judges and no name calls a positive, answers its
// question.
func (p *Plan) findAnswers() {
	if p.Query < 0 || len(p.docs) != 1 || p.docs[0].text < 0 || p.docs[0].label >= 0 || p.docs[0].Score >= 0 || p.best >= 0 ||
		RoleOf(p.Names[p.docs[0].text]) == PositiveRole || slices.Contains(tables().answers, plainColumn(p.Names[p.docs[0].text])) {
		return
	}
	for _, pattern := range []func(string) bool{impossibleName().MatchString, answersName().MatchString} {
		for _, name := range p.Columns.unread {
			if !pattern(plainColumn(name)) {
				continue
			}
			isFlag, answered, rows := impossibleName().MatchString(plainColumn(name)), 0, 0
			for values := range p.head(name) {
				rows++
				if !isUnanswered(&values[0], nil, isFlag) {
					answered++
				}
			}
			if answered == 0 {
				continue
			}
			p.answers, p.Names = len(p.Names), append(p.Names, name)
			if answered < rows {
				p.Columns.unread = slices.DeleteFunc(p.Columns.unread, func(have string) bool { return have == name })
				p.Columns.read = append(p.Columns.read, reading{role: "answers", name: name, remark: " (a question without one judges nothing)"})
			}
			return
		}
	}
}

// isUnanswered reports whether a column says of the question at a place that nothing answers it: by a flag, or without any answer.
func isUnanswered(c *Cells, place []int, isFlag bool) bool {
	first, end := c.rangeAt(place)
	for _, text := range c.Texts[first:end] {
		isTrue := slices.Contains([]string{"true", "1", "yes"}, strings.ToLower(text))
		if isFlag && isTrue || !isFlag && !isMissing(text) {
			return isFlag
		}
	}
	return !isFlag
}

// areClasses reports whether the numbers of a label are those of classes of two texts of one kind, whose order says nothing: those of a premise
// and a hypothesis, 0, 1 and 2, or 0 and 1 in the files of GLUE, which number their rows.
func (p *Plan) areClasses(d *docColumns) bool {
	if p.Query < 0 || d.text < 0 || d.classes != nil || d.cutoff != nil || len(d.labels) > 0 {
		return false
	}
	query, document := p.Names[p.Query], p.Names[d.text]
	if plainColumn(query) == "premise" {
		return true
	}
	isGLUE := plainColumn(query) == "question" && plainColumn(document) == "sentence"
	most := 0.0
	for _, number := range p.kinds[d.label].first {
		x, _ := ParseNumber(number, true)
		if most = max(most, x); x != 0 && x != 1 && x != 2 {
			return false
		}
	}
	isNumbered := slices.Contains(p.Header, "idx") && plainColumn(p.Names[d.label]) == "label"
	return (areSiblings(query, document) || isGLUE) && (most == 2 || isNumbered && (isGLUE || plainColumn(query) == "sentence1"))
}
