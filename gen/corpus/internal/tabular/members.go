package tabular

import (
	"slices"
	"strings"
)

// member finds a column in the same nested column as a text, -1 if there is none. A text inside a member called doc belongs to the object
// around it too: candidates.docid is the id of candidates.doc.text.
func (p *planner) member(role string, text int, names []string) int {
	var inside []string
	for dot := strings.LastIndexByte(p.Names[text], '.'); dot >= 0; {
		parent := p.Names[text][:dot]
		for _, name := range names {
			inside = append(inside, parent+"."+name)
		}
		outer := strings.LastIndexByte(parent, '.')
		if outer < 0 || parent[outer+1:] != "doc" {
			break
		}
		dot = outer
	}
	return p.findName(role, inside...)
}

// teacherScore finds the column of the scores that a teacher gave to positives or negatives, -1 if there is none: pos_scores beside pos.
func (p *planner) teacherScore(role string, text int) int {
	role += "_" + ScoreRole
	if score := p.member(role, text, memberScores); score >= 0 {
		return score
	}
	name := p.Names[text]
	singular := strings.TrimSuffix(name, "s")
	return p.findName(role, name+"_scores", name+"_score", singular+"_scores", singular+"_score")
}

// TeachesPairs reports whether all documents are positives and negatives with the scores of a teacher.
func (p *Plan) TeachesPairs() bool {
	return p.Asks() && len(p.docs) > 0 && !slices.ContainsFunc(p.docs, func(d docColumns) bool { return !d.judged || d.Score < 0 })
}
