package tabular

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// leftTexts returns the columns without a role whose texts have at least so many words. It leaves out columns whose names say that they are
// beside rows, unless all columns are; then areBeside is true.
func (p *Plan) leftTexts(least float64) (names []string, areBeside bool) {
	var beside []string
	for _, look := range p.lookAtTexts(p.Columns.unread) {
		switch plain := plainColumn(look.name); {
		case !look.isText(least) || isCalled("never-query", plain) || p.isRepeated(look.name):
		case isCalled("beside", plain):
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

// CheckRoles returns an error if a column of texts has no role in rows of queries and documents, and none is chosen: what is read as
// something else would be lost. The hint is the choice that gives each such column a role, or says that it has none.
func (p *Plan) CheckRoles() error {
	if p.Form.Inputs || p.rows == nil || p.isReward {
		return nil
	}
	if !p.choice.IsOpen() {
		return p.checkWords()
	}
	if len(p.withoutRole) > 0 {
		return errs.BadInput(p.file, 0, p.Hint(), "its columns are multiple choice, and %s holds texts and has no role", FormatList(p.withoutRole))
	}
	least := float64(manyWords)
	positive, negative := p.sides()
	isBare := !p.HasQuery() && positive >= 0 && negative >= 0
	if isBare {
		least = fewWords
	}
	left, areBeside := p.leftTexts(least)
	if other := p.otherDocument(); other != "" {
		doc := p.Columns.ofRole(DocRole).name
		hint := p.Hint()
		if query := p.Columns.ofRole(QueryRole); query != nil && !strings.HasPrefix(hint, "paste ") {
			hint = "paste --columns " + pasteable(choiceOf(QueryRole, query.name)+","+choiceOf(DocRole, doc)+","+choiceOf(UnusedRole, other))
		}
		return errs.BadInput(p.file, 0, hint+", or say "+other+" there in place of "+doc, "%s and %s may both be the document; read are %s", doc, other, p.Columns)
	}
	if !isBare {
		left = slices.DeleteFunc(left, func(name string) bool { return areBeside || isKnown(name) || p.isDerived(name) })
	}
	if len(left) > 0 {
		what := "the column " + left[0] + " holds texts and has no role"
		if len(left) > 1 {
			what = "the columns " + FormatList(left) + " hold texts and have no role"
		}
		hint := p.Hint()
		if p.Form.columns != "" || !strings.HasPrefix(hint, "paste ") { // whose columns have roles that no choice of theirs gives
			choices := lists.Map(left, func(name string) string { return choiceOf(UnusedRole, name) })
			hint = "paste --columns " + pasteable(strings.Join(choices, ","))
		}
		return errs.BadInput(p.file, 0, hint, "%s; read are %s", what, p.Columns)
	}
	if labels := p.unreadLabels(); len(labels) > 0 {
		return errs.BadInput(p.file, 0, p.Hint()+", or say unused="+labels[0]+" there in place of label", "%s may be labels, and none is read; read are %s",
			FormatList(labels), p.Columns)
	}
	return p.checkWords()
}

// otherDocument returns a column that may be the document in place of the one that is read, "" if none is. The document is not judged, and
// a column of texts has a document's name too; or it is labelled, and the label may be that of an answer beside it.
func (p *Plan) otherDocument() string {
	doc := p.Columns.ofRole(DocRole)
	if doc == nil || p.Query < 0 || len(p.docs) != 1 || p.docs[0].Score >= 0 || parentOf(doc.name) != "" || p.Form.best != "" {
		return ""
	}
	others := p.unreadThat(func(look *textLook) bool {
		if p.docs[0].label >= 0 {
			isAnswer := slices.Contains(pairedAnswers, plainColumn(look.name)) && look.isText(fewWords) && look.listed == 0
			return isAnswer || isCalled("document", look.name) && !isCalled("beside", look.name) && p.tellsLabelsApart(look)
		}
		return RoleOf(look.name) == DocRole && look.isText(manyWords) && look.rows > 0 && !p.isRepeated(look.name)
	})
	return strings.Join(others[:min(1, len(others))], "")
}

// isRepeated reports whether the texts of a column are, in nearly all rows, texts that are read, or parts of these, or hold a whole one of
// them. Nothing is lost if such a column is not read.
func (p *Plan) isRepeated(name string) bool {
	names := []string{name}
	for _, r := range p.Columns.read {
		if slices.Contains([]string{QueryRole, DocRole, PositiveRole, NegativeRole}, r.role) {
			names = append(names, r.name)
		}
	}
	return p.fitMost(func(values []Cells) bool {
		return !slices.ContainsFunc(values[0].Texts, func(text string) bool {
			return !slices.ContainsFunc(values[1:], func(read Cells) bool { return read.holds(strings.TrimSpace(text)) })
		})
	}, names...)
}

// fitMost reports whether nearly all rows of the head with a text in the first of some columns fit.
func (p *Plan) fitMost(fits func(values []Cells) bool, names ...string) bool {
	rows, fitting := 0, 0
	for values := range p.head(names...) {
		if values[0].IsEmpty() {
			continue
		}
		if rows++; fits(values) {
			fitting++
		}
	}
	return rows > 0 && 10*fitting >= 9*rows
}

// holds reports whether a text is part of one of the texts, or holds one of them that has manyWords or more.
func (c *Cells) holds(text string) bool {
	return slices.ContainsFunc(c.Texts, func(read string) bool {
		read = strings.TrimSpace(read)
		return strings.Contains(read, text) || len(read) > 0 && CountWords(read) >= manyWords && strings.Contains(text, read)
	})
}

// isDerived reports whether a column is named after one that is read, and no further text of a row: original_query, sentence1_parse.
func (p *Plan) isDerived(name string) bool {
	plain := plainColumn(name)
	if plain == "" {
		return false
	}
	if last := plain[len(plain)-1]; last >= '0' && last <= '9' || isCalled("negative", plain) || isCalled("positive", plain) {
		return false
	}
	return slices.ContainsFunc(p.Columns.read, func(r reading) bool {
		read := plainColumn(r.name)
		return strings.HasPrefix(plain, read+"_") || strings.HasSuffix(plain, "_"+read)
	})
}
