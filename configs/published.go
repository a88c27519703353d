package configs

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"go.yaml.in/yaml/v3"
)

// publishedKey is the section of a file that lists what was published of the experiment it describes.
const publishedKey = "published"

// PublishedNumber is a number that a source reports of an experiment, to be shown beside ours, or, without Subject, a remark such as
// that a number is misprinted.
type PublishedNumber struct {
	Subject   string            // a system of the record, an axiom, or "rows of TASK"
	Ours      string            // the system of the record that plays its part, where that has another name
	Measure   string            // of it
	Value     float64           //
	HalfWidth *float64          // half the width of the 95 % interval that the source gives, which may be 0; nil where it gives none
	Table     string            // the source's own number of the table: 3.8, B.1
	Split     string            // the queries that it counts: test, or "train, dev and test" for totals over splits
	Where     map[string]string // values of the configuration under which it holds
	Source    string            // with the table and the split, as shown to a reader
}

// publishedEntry is how a file says it: one number; a table, with a row of cells for each of; or a remark.
type publishedEntry struct {
	Subject string            `yaml:"of"`
	Measure string            `yaml:"measure"`
	Value   *string           `yaml:"value"`
	Columns []string          `yaml:"columns"` // of a table: the measures
	Rows    yaml.Node         `yaml:"rows"`    // of a table: the cells by what they are of, ~ where there is none
	Ours    map[string]string `yaml:"ours"`    // of a table: our systems by its rows
	Table   string            `yaml:"table"`
	Split   string            `yaml:"split"`
	Where   map[string]string `yaml:"where"`
	Source  string            `yaml:"source"`
}

// readPublished reads a list of numbers, tables and remarks with their sources.
func readPublished(file string, body *yaml.Node) ([]PublishedNumber, error) {
	if err := checkEntries(file, body); err != nil {
		return nil, err
	}
	var raw []publishedEntry
	if err := body.Decode(&raw); err != nil {
		return nil, errs.BadUsage("write published: [{of: SYSTEM, measure: M, value: X, source: ..}]",
			"%s:%d: published: %v", file, body.Line, err)
	}
	var list []PublishedNumber
	for _, e := range raw {
		if (e.Subject == "") != (e.Value == nil) || (len(e.Columns) > 0) != e.table() || e.table() && e.Subject != "" || e.Source == "" {
			return nil, errs.BadUsage("give a source, and a value with what it is of",
				"%s:%d: published: %q has no source, or no value", file, body.Line, e.Subject)
		}
		for _, key := range slices.Sorted(maps.Keys(e.Where)) {
			if _, err := keyIn(file, body.Line, key); err != nil {
				return nil, err
			}
		}
		for _, row := range slices.Sorted(maps.Keys(e.Ours)) {
			if !e.has(row) {
				return nil, errs.BadUsage("name a row of the table", "%s:%d: published: ours: there is no row %q", file, body.Line, row)
			}
		}
		for p, err := range e.numbers() {
			if err != nil {
				return nil, errs.BadUsage("write a number, or one with its 95 % interval: 0.25±0.02",
					"%s:%d: published: %q: %v", file, body.Line, p.Subject, err)
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// publishedShapes are the parts of an entry by their YAML types.
var publishedShapes = map[string]string{"of": single, "measure": single, "value": single, "columns": list, "rows": mapping, "ours": mapping,
	"table": single, "split": single, "where": mapping, "source": single}

// checkEntries returns an error for an entry or a part of one that is unknown or has another YAML type.
func checkEntries(file string, body *yaml.Node) error {
	const hint = "write published: [{of: SYSTEM, measure: M, value: X, source: ..}]"
	if err := checkKind(file, publishedKey, body, list, hint); err != nil {
		return err
	}
	for _, entry := range body.Content {
		if err := checkKind(file, "an entry of published", entry, mapping, hint); err != nil {
			return err
		}
		if err := checkParts(file, publishedKey, entry, publishedShapes); err != nil {
			return err
		}
		for name, part := range entries(entry) {
			if part.Kind != yaml.MappingNode {
				continue
			}
			inner, want := publishedKey+"."+name.Value, single
			if name.Value == "rows" {
				want = list
			}
			for key, value := range entries(part) {
				if err := checkKind(file, inner+"."+key.Value, value, want, "write "+key.Value+" as "+want); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// numbers yields what an entry holds, a table by rows.
func (e *publishedEntry) numbers() iter.Seq2[PublishedNumber, error] {
	return func(yield func(PublishedNumber, error) bool) {
		p := PublishedNumber{Subject: e.Subject, Measure: e.Measure, Table: e.Table, Split: e.Split, Where: e.Where, Source: e.citation()}
		if !e.table() {
			yield(p.read(e.Value))
			return
		}
		for name, row := range entries(&e.Rows) {
			var cells []*string
			p.Subject, p.Ours = name.Value, e.Ours[name.Value]
			if err := row.Decode(&cells); err != nil || len(cells) != len(e.Columns) {
				yield(p, fmt.Errorf("%s for %s", terminal.Plural(len(cells), "cell", "cells"), terminal.Plural(len(e.Columns), "column", "columns")))
				return
			}
			for i, cell := range cells {
				if p.Measure = e.Columns[i]; cell != nil && !yield(p.read(cell)) {
					return
				}
			}
		}
	}
}

// has reports whether the entry is a table with this row.
func (e *publishedEntry) has(name string) bool {
	for row := range entries(&e.Rows) {
		if row.Value == name {
			return true
		}
	}
	return false
}

// table reports whether the entry is a table.
func (e *publishedEntry) table() bool { return e.Rows.Kind == yaml.MappingNode }

// read sets p to the value of a cell, "0.25" or "0.25±0.02"; a remark has none.
func (p PublishedNumber) read(cell *string) (PublishedNumber, error) {
	if cell == nil {
		return p, nil
	}
	value, tolerance, interval := strings.Cut(*cell, "±")
	var err, err2 error
	p.Value, err = numeral.Parse(value)
	if interval {
		var halfWidth float64
		halfWidth, err2 = numeral.Parse(tolerance)
		p.HalfWidth = &halfWidth
	}
	return p, errors.Join(err, err2)
}

// citation returns the source with the table and the split.
func (e *publishedEntry) citation() string {
	source := e.Source
	if e.Table != "" {
		source += ", table " + e.Table
	}
	if e.Split != "" {
		source += ", " + e.Split
	}
	return source
}

// counted are the measures that count: instances, the rows of a class, the cells of tables of judged pairs.
var counted = lazy.Regexp(`^(instances|ordered pairs|class |without precondition)|^[RN] over [RN]`)

// Counts reports whether the number counts something, so that it can be compared on the same queries only.
func (p *PublishedNumber) Counts() bool {
	return strings.HasPrefix(p.Subject, "rows of ") || counted().MatchString(p.Measure)
}

// Holding returns the numbers that were reported under the values that a configuration has.
func Holding(list []PublishedNumber, c *Config) []PublishedNumber {
	return slices.DeleteFunc(slices.Clone(list), func(p PublishedNumber) bool {
		return slices.ContainsFunc(keys(), func(k Key) bool {
			want, ok := p.Where[k.Name]
			return ok && fmt.Sprint(k.Get(c)) != want
		})
	})
}
