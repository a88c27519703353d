package configs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"go.yaml.in/yaml/v3"
)

// publishedKey is the section of a file that lists published numbers of its experiment.
const publishedKey = "published"

// PublishedNumber is a number that a source reports for an experiment, to be shown beside ours. If Subject is empty, it is a remark,
// such as that a number is misprinted.
type PublishedNumber struct {
	Subject   string            // the system of the record, the axiom, or "rows of TASK"; "" for a remark
	Ours      string            // the name of our system to compare with; "" if it is Subject
	Measure   string            // the name of the measure
	Value     float64           // the published value
	HalfWidth *float64          // half the width of the source's 95 % interval; nil if it has none
	Table     string            // the source's own number of the table: 3.8, B.1
	Split     string            // the split of a count: test, or "train, dev and test" for a total; "" if it does not matter
	Where     map[string]string // the values of keys under which the number was measured; nil: it holds under any
	Source    string            // the publication with its table and split, as text for a reader
}

// publishedEntry is an entry of the section: one number, a table, or a remark.
type publishedEntry struct {
	Subject string            `yaml:"of"`
	Measure string            `yaml:"measure"`
	Value   *string           `yaml:"value"`
	Columns []string          `yaml:"columns"` // the measures of a table's columns
	Rows    yaml.Node         `yaml:"rows"`    // maps each subject of a table to a list of cells; ~ is a missing cell
	Ours    map[string]string `yaml:"ours"`    // maps subjects of a table to our systems
	Table   string            `yaml:"table"`
	Split   string            `yaml:"split"`
	Where   map[string]string `yaml:"where"`
	Source  string            `yaml:"source"`
}

// The YAML types of the parts of an entry, and of the values in those parts that are mappings.
var (
	publishedShapes = map[string]string{"of": single, "measure": single, "value": single, "columns": list, "rows": mapping, "ours": mapping,
		"table": single, "split": single, "where": mapping, "source": single}
	innerShapes = map[string]string{"rows": list, "ours": single, "where": single}
)

// readPublished reads the section: a list of numbers, tables and remarks with their sources.
func readPublished(file string, body *yaml.Node) (numbers []PublishedNumber, err error) {
	const hint = "write published: [{of: SYSTEM, measure: M, value: X, source: ..}]"
	if err := checkKind(file, publishedKey, body, list, hint); err != nil {
		return nil, err
	}
	for _, node := range body.Content {
		if err := checkKind(file, "an entry of published", node, mapping, hint); err != nil {
			return nil, err
		}
		if err := checkParts(file, publishedKey, node, publishedShapes); err != nil {
			return nil, err
		}
		for name, part := range entries(node) {
			want, has := innerShapes[name.Value]
			if !has {
				continue
			}
			for key, value := range entries(part) {
				if err := checkKind(file, publishedKey+"."+name.Value+"."+key.Value, value, want, "write "+key.Value+" as "+want); err != nil {
					return nil, err
				}
			}
		}
		var e publishedEntry
		if err := node.Decode(&e); err != nil {
			return nil, errs.BadUsage(hint, "%s:%d: published: %v", file, node.Line, err)
		}
		if numbers, err = e.appendNumbers(file, node.Line, numbers); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// appendNumbers appends the numbers of an entry, those of a table row by row.
func (e *publishedEntry) appendNumbers(file string, line int, numbers []PublishedNumber) ([]PublishedNumber, error) {
	wrong := func(hint, format string, args ...any) error {
		return errs.BadUsage(hint, "%s:%d: published: %s", file, line, fmt.Sprintf(format, args...))
	}
	isTable := e.Rows.Kind == yaml.MappingNode
	if (e.Subject == "") != (e.Value == nil) || (len(e.Columns) > 0) != isTable || isTable && e.Subject != "" || e.Source == "" {
		return nil, wrong("give a source, and a value with what it is of", "%q has no source, or no value", e.Subject)
	}
	for _, key := range slices.Sorted(maps.Keys(e.Where)) {
		if _, err := keyIn(file, line, key); err != nil {
			return nil, err
		}
	}
	add := func(p PublishedNumber, cell *string) error {
		if err := p.read(cell); err != nil {
			return wrong("write a number, or one with its 95 % interval: 0.25±0.02", "%q: %v", p.Subject, err)
		}
		numbers = append(numbers, p)
		return nil
	}
	p := PublishedNumber{Subject: e.Subject, Measure: e.Measure, Table: e.Table, Split: e.Split, Where: e.Where, Source: e.citation()}
	if !isTable {
		err := add(p, e.Value)
		return numbers, err
	}
	rows := map[string]bool{}
	for name, row := range entries(&e.Rows) {
		var cells []*string
		rows[name.Value] = true
		p.Subject, p.Ours = name.Value, e.Ours[name.Value]
		if err := row.Decode(&cells); err != nil || len(cells) != len(e.Columns) {
			return nil, wrong("give each row a cell for each column, ~ for none", "%q: %s for %s", p.Subject,
				terminal.Plural(len(cells), "cell", "cells"), terminal.Plural(len(e.Columns), "column", "columns"))
		}
		for i, cell := range cells {
			if cell == nil {
				continue
			}
			p.Measure = e.Columns[i]
			if err := add(p, cell); err != nil {
				return nil, err
			}
		}
	}
	for _, row := range slices.Sorted(maps.Keys(e.Ours)) {
		if !rows[row] {
			return nil, wrong("name a row of the table", "ours: there is no row %q", row)
		}
	}
	return numbers, nil
}

// read sets Value and HalfWidth from a cell, "0.25" or "0.25±0.02". cell is nil for a remark.
func (p *PublishedNumber) read(cell *string) (err error) {
	if cell == nil {
		return nil
	}
	value, tolerance, hasInterval := strings.Cut(*cell, "±")
	if p.Value, err = numeral.Parse(value); err == nil && hasInterval {
		p.HalfWidth = new(0.)
		*p.HalfWidth, err = numeral.Parse(tolerance)
	}
	return err
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

// countMeasure matches measures that are counts: instances, the rows of a class, the cells of tables of judged pairs.
var countMeasure = lazy.Regexp(`^(instances|ordered pairs|class |without precondition)|^[RN] over [RN]`)

// Counts reports whether the number is a count, which is comparable only on the same queries.
func (p *PublishedNumber) Counts() bool {
	return strings.HasPrefix(p.Subject, "rows of ") || countMeasure().MatchString(p.Measure)
}

// Applicable returns the numbers whose conditions (Where) a configuration meets.
func Applicable(list []PublishedNumber, c *Config) []PublishedNumber {
	return slices.DeleteFunc(slices.Clone(list), func(p PublishedNumber) bool {
		return slices.ContainsFunc(keys(), func(k Key) bool {
			want, ok := p.Where[k.Name]
			return ok && fmt.Sprint(k.Get(c)) != want
		})
	})
}
