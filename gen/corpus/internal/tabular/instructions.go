package tabular

import "slices"

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
