package tabular

import "strconv"

// NameClasses makes the labels that are places in a list of classes the names of these, by column. Without labels it does not call
// read.
func (p *Plan) NameClasses(read func() map[string][]string) {
	var classes map[string][]string
	for i := range p.docs {
		if d := &p.docs[i]; d.label >= 0 && d.cutoff == nil {
			if classes == nil {
				classes = read()
			}
			d.classes = classes[p.Names[d.label]]
		}
	}
}

// noClass is the place of a label that is missing.
const noClass = -1

// className returns the name of the class whose place a label is, "" if it is missing. A label that --labels maps, or that is no place,
// stays.
func (d *docColumns) className(label string) string {
	place, err := strconv.Atoi(label)
	if _, mapped := d.labels.find(label); mapped || err != nil || d.classes == nil || place >= len(d.classes) || place < noClass {
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
