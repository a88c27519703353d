package tabular

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Labels that are words: how many different ones of a column are looked at, and how long they may be.
const (
	mostWords   = 64
	longestWord = 40
)

// wordScale maps the words of a scale, as plainWord spells them, to grades.
type wordScale map[string]int

// yesAndNo are the words with one meaning in the languages that have them.
var yesAndNo = parseScale("no, nein, non, nee, nej, não, нет < yes, ja, oui, sí, sim, да")

func plainScales() []wordScale { return append(slices.Clip(tables().scales), yesAndNo) }

// spaces replaces what joins the words of a label.
var spaces = strings.NewReplacer("-", " ", "_", " ")

// plainWord returns a label in the spelling of scales.
func plainWord(label string) string {
	return strings.Join(strings.Fields(spaces.Replace(strings.ToLower(label))), " ")
}

func (s wordScale) grade(label string) (grade int, ok bool) {
	if s != nil {
		grade, ok = s[plainWord(label)]
	}
	return grade, ok
}

func (s wordScale) hasAll(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { _, ok := s.grade(word); return !ok })
}

func firstGrade(scales []wordScale, label string) (grade int, ok bool) {
	word := plainWord(label)
	for _, scale := range scales {
		if grade, ok = scale[word]; ok {
			break
		}
	}
	return grade, ok
}

// shopLetters are the grades of the letters in Amazon's esci_label: irrelevant, complement, substitute, exact. entailmentLetters are those of
// SNLI's annotators: neutral, contradiction, entailment.
var (
	shopLetters       = parseScale("i < c < s < e")
	entailmentLetters = parseScale("n, c < e")
)

// tellWords chooses the first scale that has all the words of a label that are in some scale, and shows their grades beside the column.
func (p *Plan) tellWords(d *docColumns) {
	if d.label < 0 {
		return
	}
	isPlain := len(d.labels) == 0 && d.cutoff == nil
	d.isPlace = (d.isPlace || p.areClasses(d)) && p.kinds[d.label].numbers > 0 || isPlain && isNegated(p.Names[d.label])
	scales := tables().scales
	if plainColumn(p.Names[d.label]) == "esci_label" {
		scales = append(slices.Clip(scales), shopLetters)
	}
	words := slices.DeleteFunc(slices.Clone(p.kinds[d.label].words), func(word string) bool {
		_, mapped := d.labels.find(word)
		_, isRelevance := firstGrade(scales, word)
		return mapped || !isRelevance
	})
	if i := slices.IndexFunc(scales, func(s wordScale) bool { return s.hasAll(words) }); i >= 0 && len(words) > 0 {
		d.words = scales[i]
	}
	k := &p.kinds[d.label]
	isUnknown := func(word string) bool { _, v := d.reading(word); return v == UnknownWord }
	isKind := d.cutoff == nil && (d.words != nil || 0 < len(k.words) && len(k.words) <= mostUnknown && k.numbers == 0)
	d.isAsked = d.isPlace || isKind && slices.ContainsFunc(k.words, isUnknown)
	d.areWords = isKind && (d.words != nil || !d.isAsked)
	if d.words == nil {
		return
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(d.words[plainWord(a)], d.words[plainWord(b)]), strings.Compare(a, b))
	})
	for i, word := range words {
		words[i] = fmt.Sprintf("%s = %d", word, d.words[plainWord(word)])
	}
	p.Columns.find(LabelRole, p.Names[d.label]).remark = " (" + strings.Join(words, ", ") + ")"
}

// mostUnknown is the number of different words that may be labels whose grades are asked for, where none is known and none is a number.
// Others are faults of single rows.
const mostUnknown = 20

// asked returns the first document of which some labels have no known grade, -1 if there is none.
func (p *Plan) asked() int {
	return slices.IndexFunc(p.docs, func(d docColumns) bool { return d.isAsked })
}

// checkWords returns an error if words of a label, or numbers, have no grade that is known. The hint asks for the grade of each.
func (p *Plan) checkWords() error {
	i := p.asked()
	if i < 0 {
		return nil
	}
	what := "words without a known grade"
	if p.docs[i].isPlace {
		what = "numbers of classes, of which 0 may be entailment, or have a name that says that 1 is not relevant"
	}
	return errs.BadInput(p.file, 0, "paste "+p.askedWords(""), "the labels in the column %s are %s", p.Names[p.docs[i].label], what)
}

// BadWord returns the error for a label on a line that is a word without a known grade.
func (p *Plan) BadWord(line int, label string) error {
	return errs.BadInput(p.file, line, "paste "+p.askedWords(label), "the label %q has no known grade beside the other words", label)
}

// askedWords returns --labels with what it says already and the words of the first label of which some have no grade that is known, with what
// to do with it; "" without one. late is such a word, "" if the head has one.
func (p *Plan) askedWords(late string) string {
	i := slices.IndexFunc(p.docs, func(d docColumns) bool { return d.isAsked || d.areWords && late != "" })
	if i < 0 {
		return ""
	}
	d := &p.docs[i]
	var grades []string
	add := func(value, grade string) { grades = append(grades, listItem(value)+"="+grade) }
	for _, given := range d.labels {
		if given.isMissing {
			add(given.value, "")
		} else {
			add(given.value, strconv.Itoa(given.grade))
		}
	}
	words := p.labelWords(d, late)
	for _, word := range words {
		grade := unknownGrade
		if g, ok := gradeOf(word, words); ok && isNegated(p.Names[d.label]) {
			grade = strconv.Itoa(max(0, 1-g))
		} else if ok && !d.isPlace {
			grade = strconv.Itoa(g)
		}
		add(word, grade)
	}
	list, how := strings.Join(grades, ","), "if that is what the words mean"
	if strings.Contains(list, "="+unknownGrade) {
		how = "with a grade in place of each " + unknownGrade
	}
	if len(words) >= mostWords {
		how += ", and so on, as there are more words"
	}
	return "--labels " + pasteable(list) + " " + how + ": 0 is not relevant, and NAME= without a number judges nothing"
}

// labelWords returns the different words of a label, or numbers of classes, in all rows of the file, in byte order and whatever their case;
// those without a meaning so far. They are mostWords and late at most, if that is not "".
func (p *Plan) labelWords(d *docColumns, late string) []string {
	met := map[string]string{} // by the word in lower case: the first spelling
	add := func(text string) {
		_, isNumber := ParseNumber(text, true)
		_, isMapped := d.labels.find(text)
		if !isMapped && !isMissing(text) && (d.isPlace || !isNumber) && len(text) <= longestWord && len(met) < mostWords {
			plain := strings.ToLower(text)
			met[plain] = min(text, cmp.Or(met[plain], text))
		}
	}
	if add(late); d.isPlace {
		add("0")
		add("1")
	}
	rows := p.rows
	if p.All != nil {
		rows = p.All
	}
	_ = rows(p.Names, func(values []Cells) error {
		p.parseLists(values)
		for _, text := range values[d.label].Texts {
			add(d.className(strings.TrimSpace(text)))
		}
		return nil
	})
	return slices.Sorted(maps.Values(met))
}

// gradeOf returns the grade of a word among the others of a column; ok is false if the word has none that is known.
func gradeOf(word string, all []string) (grade int, ok bool) {
	for _, letters := range []wordScale{shopLetters, entailmentLetters} {
		if letters.hasAll(all) {
			return letters.grade(word)
		}
	}
	if grade, ok := firstGrade(plainScales(), word); ok {
		return grade, true
	}
	grade, v := (&docColumns{}).reading(word)
	return grade, v == IsJudged
}
