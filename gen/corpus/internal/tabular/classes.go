package tabular

import (
	"cmp"
	"strconv"
)

// NameClasses makes the labels that are places in a list of classes the names of these, by column. doubts says of a column that has
// classes why they are not known; "" stands for every column. Without labels it does not call read.
func (p *Plan) NameClasses(read func() (classes map[string][]string, doubts map[string]string)) {
	var classes map[string][]string
	var doubts map[string]string
	for i := range p.docs {
		if d := &p.docs[i]; d.label >= 0 && d.cutoff == nil {
			if classes == nil {
				classes, doubts = read()
			}
			d.classes = classes[p.Names[d.label]]
			if doubt := cmp.Or(doubts[p.Names[d.label]], doubts[""]); doubt != "" && d.classes == nil && len(d.labels) == 0 {
				p.Columns.find(LabelRole, p.Names[d.label]).remark = " (read as numbers: " + doubt + "; --labels says what they mean)"
			}
		}
	}
}

// noClass is the place of a label that is missing.
const noClass = -1

// className returns the name of the class whose place a label is, "" if it is missing. A label that --labels maps, or that is no place,
// stays.
func (d *docColumns) className(label string) string {
	if d.classes == nil {
		return label
	}
	place, err := strconv.Atoi(label)
	if _, mapped := d.labels.find(label); mapped || err != nil || place >= len(d.classes) || place < noClass {
		return label
	}
	if place == noClass {
		return ""
	}
	return d.classes[place]
}

// className returns a text of a column as it is read: by its class, if it is a label.
func (p *Plan) className(column int, text string) string {
	for i := range p.docs {
		if d := &p.docs[i]; d.label == column {
			return d.className(text)
		}
	}
	return text
}
