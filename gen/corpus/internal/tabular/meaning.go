package tabular

import (
	"math"
	"slices"
	"strings"
)

// readMeaning reads the columns that say what labels mean, and which documents answer their questions.
func (p *Plan) readMeaning() error {
	for i := range p.docs {
		if d := &p.docs[i]; d.label >= 0 && d.classes == nil && p.given.IsOpen() && len(d.labels) == 0 {
			name := p.Names[d.label]
			isWords := func(words string) bool {
				return isCalled("label-words", words) && p.meansOther(name, words)
			}
			if j := slices.IndexFunc(p.Columns.unread, isWords); j >= 0 {
				words := p.Columns.unread[j]
				p.Columns.find(LabelRole, name).name, p.Names[d.label], p.Columns.unread[j], d.isPlace = words, words, name, false
			}
		}
	}
	if p.isUnjudged() && p.best < 0 {
		p.findAnswers(slices.Contains(tables().answers, plainColumn(p.Names[p.docs[0].text])))
	}
	return nil
}

// meansOther reports whether each number in a column has one word in another column, and some word has no known grade or not the number's.
func (p *Plan) meansOther(numbers, words string) (isOther bool) {
	beside := map[string]string{}
	for values := range p.head(numbers, words) {
		number, word := strings.Join(values[0].Texts, "\n"), strings.Join(values[1].Texts, "\n")
		x, isNumber := ParseNumber(number, false)
		for a, b := range map[string]string{"number " + number: word, "word " + word: number} {
			if beside[a] != "" && beside[a] != b || !isNumber || word == "" {
				return false
			}
			beside[a] = b
		}
		grade, isKnown := firstGrade(plainScales(), word)
		isOther = isOther || !isKnown || (grade > 0) != (x > 0)
	}
	return isOther
}

// findAnswers finds the column that tells whether the document answers the question: a flag that it does not, or the answers in it. Answers
// do not count if the document is an answer itself.
func (p *Plan) findAnswers(isAnswer bool) {
	isFlag := func(name string) bool { return isCalled("impossible", name) }
	isList := func(name string) bool { return isCalled("answers", name) }
	i := slices.IndexFunc(p.Columns.unread, isFlag)
	if p.isFlag = i >= 0; !p.isFlag {
		if i = slices.IndexFunc(p.Columns.unread, isList); i < 0 || isAnswer {
			return
		}
	}
	name, rows, answered := p.Columns.unread[i], 0, 0
	for values := range p.head(name) {
		if rows++; !p.isUnanswered(&values[0], nil) {
			answered++
		}
	}
	if answered == 0 {
		return
	}
	p.answers, p.Names = len(p.Names), append(p.Names, name)
	if answered < rows {
		p.Columns.unread = slices.Delete(p.Columns.unread, i, i+1)
		p.Columns.read = append(p.Columns.read, reading{role: "answers", name: name, remark: " (a question without one judges nothing)"})
	}
}

// isUnanswered reports whether the column of answers has, for the question at a place, a flag that says so or no answer.
func (p *Plan) isUnanswered(c *Cells, place []int) bool {
	first, end := c.rangeAt(place)
	if p.isFlag {
		return slices.ContainsFunc(c.Texts[first:end], func(text string) bool { return strings.EqualFold(text, "true") || text == "1" })
	}
	return !slices.ContainsFunc(c.Texts[first:end], func(text string) bool { return !isMissing(text) })
}

// areClasses reports whether the numbers of a label are those of classes of two texts of one kind, whose order says nothing: of a premise
// and a hypothesis; 0, 1 and 2; some from 1 on; or 0 and 1 in the files of GLUE, which number their rows.
func (p *Plan) areClasses(d *docColumns) bool {
	if p.Query < 0 || d.text < 0 || d.classes != nil || d.cutoff != nil || len(d.labels) > 0 {
		return false
	}
	query, document, met, isGreater := p.Names[p.Query], p.Names[d.text], map[float64]bool{}, false
	if plainColumn(query) == "premise" {
		return true
	}
	for _, x := range p.kinds[d.label].values {
		met[x], isGreater = true, isGreater || x > 2
		if x != math.Trunc(x) || x < 0 {
			return false
		}
	}
	pair := plainColumn(query) + " " + plainColumn(document)
	isGLUE := slices.Contains([]string{"sentence1 sentence2", "question sentence"}, pair) && slices.Contains(p.Header, "idx") &&
		plainColumn(p.Names[d.label]) == "label"
	return isGLUE && !isGreater || (met[2] && !isGreater || !met[0] && len(met) > 1) && areSiblings(query, document)
}
