package tabular

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
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

// plainScales returns all scales, and yes and no.
func plainScales() []wordScale { return append(slices.Clip(tables().scales), yesAndNo) }

// spaces replaces what joins the words of a label.
var spaces = strings.NewReplacer("-", " ", "_", " ")

// plainWord returns a label in the spelling of scales.
func plainWord(label string) string {
	return strings.Join(strings.Fields(spaces.Replace(strings.ToLower(label))), " ")
}

// grade returns the grade of a label.
func (s wordScale) grade(label string) (grade int, ok bool) {
	if s != nil {
		grade, ok = s[plainWord(label)]
	}
	return grade, ok
}

// hasAll reports whether words are all of the scale.
func (s wordScale) hasAll(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { _, ok := s.grade(word); return !ok })
}

// firstGrade returns the grade of a label in the first scale that has it.
func firstGrade(scales []wordScale, label string) (grade int, ok bool) {
	for _, scale := range scales {
		if grade, ok = scale.grade(label); ok {
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

// scalesOf returns the scales that the words of a column may be in.
func scalesOf(column string) []wordScale {
	if plainColumn(column) == "esci_label" {
		return append(slices.Clip(tables().scales), shopLetters)
	}
	return tables().scales
}

// tellWords chooses the first scale that has all the words of a label that are in some scale, and shows their grades beside the column.
func (p *Plan) tellWords(d *docColumns) {
	if d.label < 0 {
		return
	}
	isPlain := len(d.labels) == 0 && d.cutoff == nil
	d.isPlace = (d.isPlace || p.areClasses(d)) && p.kinds[d.label].numbers > 0 || isPlain && isNegated(p.Names[d.label])
	scales := scalesOf(p.Names[d.label])
	words := slices.DeleteFunc(slices.Clone(p.kinds[d.label].words), func(word string) bool {
		_, mapped := d.labels.find(word)
		_, isRelevance := firstGrade(scales, word)
		return mapped || !isRelevance
	})
	if i := slices.IndexFunc(scales, func(s wordScale) bool { return s.hasAll(words) }); i >= 0 && len(words) > 0 {
		d.words = scales[i]
	}
	if d.unknown = p.unknownWords(d); d.isPlace {
		met := p.lookAtTexts([]string{p.Names[d.label]})[0].distinct
		met["0"], met["1"] = true, true
		d.unknown = slices.Sorted(maps.Keys(met))
		d.unknown = d.unknown[:min(len(d.unknown), mostUnknown)]
	}
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

// unknownWords returns the words of a label that --labels should give a grade, as some have none that is known; nil if all have one.
func (p *Plan) unknownWords(d *docColumns) (words []string) {
	k, unknown := &p.kinds[d.label], 0
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
