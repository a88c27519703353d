package main

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// axis is a kind of thing that can be added. Its places are the only files that one more of it touches.
type axis struct {
	kind   string // as in make new-KIND
	places []place
	next   string // what to do with what was written; {{.File}} and so on stand for the name
}

// place is a new file, or lines in a file that there is.
type place struct {
	path     string // from the module's root, with slashes; the name may stand in it
	about    string // what is to be written there
	template string // a file of templates
	// in is the line that opens a table: the template's lines become the table's last. Empty for a new file.
	in string
}

// axes lists what can be added.
var axes = []axis{
	{
		kind: "axiom",
		places: []place{
			{path: "axioms/{{.File}}.go", about: "the axiom: documentation, rule, conditions in words", template: "axiom.go.txt"},
			{path: "axioms/all.go", about: "its line in the catalogue", template: "axiom_line.txt", in: "var table = newTable("},
			{path: "internal/testkit/axiomtest/definitions.go", about: "its case: a plain definition, which the suite holds it to",
				template: "axiom_case.txt",
				in:       "var definitions = map[string]reading{"},
		},
		next: "go test ./axioms -run 'TestContract/{{.Name}}'",
	},
	{
		kind: "reader",
		places: []place{
			{path: "gen/corpus/{{.File}}.go", about: "the reader", template: "reader.go.txt"},
			{path: "gen/corpus/formats.go", about: "its line in the table of formats", template: "reader_line.txt", in: "var documentFormats = "},
			{path: "gen/corpus/contract_test.go", about: "its case: a small file, a malformed record", template: "reader_case.txt",
				in: "var cases = "},
		},
		next: "go test ./gen/corpus -run 'TestContract/{{.Name}}'",
	},
	{
		kind: "model",
		places: []place{
			{path: "gen/retrieve/{{.File}}.go", about: "the retrieval model: how it weighs a term in a document", template: "model.go.txt"},
			{path: "gen/retrieve/models.go", about: "its entry in the table of models", template: "model_line.txt", in: "var Models = "},
			{path: "gen/retrieve/contract_test.go", about: "its case: a plain formula, which the suite holds it to", template: "model_case.txt",
				in: "var definitions = "},
		},
		next: "go test ./gen/retrieve -run TestContract",
	},
	{
		kind: "check",
		places: []place{
			{path: "gen/audit/internal/check/{{.File}}.go", about: "the check of a training set: documentation, example, rule",
				template: "check.go.txt"},
			{path: "gen/audit/internal/check/all.go", about: "its line in the table of checks", template: "check_line.txt",
				in: "var all = []*Check{"},
		},
		next: "go test ./gen/audit -run 'TestContract/{{.Name}}'",
	},
	{
		kind: "measure",
		places: []place{
			{path: "train/eval/{{.File}}.go", about: "the measure of one query's ranking", template: "measure.go.txt"},
			{path: "train/eval/measure.go", about: "its line in the table of measures", template: "measure_line.txt", in: "var families = "},
			{path: "train/eval/contract_test.go", about: "its case: a plain formula, which the suite holds it to", template: "measure_case.txt",
				in: "var definitions = "},
		},
		next: "go test ./train/eval -run 'TestContract/{{.Name}}'",
	},
	{
		kind: "order",
		places: []place{
			{path: "gen/sample/draw.go", about: "the order of drawing: its sentence, its key, what it needs", template: "order_line.txt",
				in: "var drawOrders = "},
			{path: "gen/sample/draw_test.go", about: "its case: a plain definition, which the suite holds it to", template: "order_case.txt",
				in: "var definitions = "},
		},
		next: "go test ./gen/sample -run 'TestDrawOrders/{{.Name}}'",
	},
	{
		kind: "format",
		places: []place{
			{path: "tokenize/shard/internal/format/{{.File}}.go", about: "the output format: its lines, and what is wrong with one",
				template: "format.go.txt"},
			{path: "tokenize/shard/internal/format/all.go", about: "its line in the table", template: "format_line.txt", in: "var All = "},
			{path: "tokenize/shard/contract_cases_test.go", about: "its case: what its files say, and who reads them", template: "format_case.txt",
				in: "\treturn map[string]formatCase{"},
			{path: "tokenize/shard/contract_cases_test.go", about: "who reads them", template: "format_consumer.txt", in: "var consumers = "},
		},
		next: "go test ./tokenize/shard -run 'TestContract/{{.Name}}'",
	},
}

func kinds() []string {
	all := make([]string, len(axes))
	for i, a := range axes {
		all[i] = a.kind
	}
	return all
}

func find(kind string) (axis, error) {
	i := slices.IndexFunc(axes, func(a axis) bool { return a.kind == kind })
	if i < 0 {
		return axis{}, errs.BadUsage("it is one of "+strings.Join(kinds(), ", "), "nothing is called %q that could be added", kind)
	}
	return axes[i], nil
}
