package configs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Configurations that are none, with the exact message behind the file's name.
func TestMalformedYAML(t *testing.T) {
	const shape = "; hint: see axiomine configs show for the shape"
	for _, c := range [][2]string{
		{"- gen\n", ":1: the file is a list, not a mapping" + shape},
		{"gen\n", `:1: the file is the value "gen", not a mapping` + shape},
		{"# only this\n\n5\n", `:3: the file is the value "5", not a mapping` + shape},
		{"gne:\n  k1: 1\n", ":1: unknown section gne; hint: did you mean gen?"},
		{"gen:\n  k1: 1\nmine:\n  x: 1\n", ":3: unknown section mine; hint: did you mean gen?"},
		{"k1: 1\n", ":1: unknown section k1; hint: did you mean gen?"},
		{"gen: bm25\n", `:1: gen is the value "bm25", not a mapping; hint: write gen: {KEY: VALUE}`},
		{"gen: [k1]\n", ":1: gen is a list, not a mapping; hint: write gen: {KEY: VALUE}"},
		{"gen:\n  hist: 5\n", ":2: unknown key gen.hist; hint: did you mean gen.hits?"},
		{"gen:\n  batch_size: 5\n", ":2: unknown key gen.batch_size; hint: did you mean train.batch_size?"},
		{"gen:\n  k1: 1\n  b: 0.4\n  k1: 2\n", ":4: gen.k1 stands twice, first on line 2; hint: remove one of them"},
		{"gen:\n  k1: high\n", `:2: gen.k1: "high" is not a number` + shape},
		{"gen:\n  k1: .nan\n", `:2: gen.k1: ".nan" is not a number` + shape},
		{"gen:\n  k1: 1,5\n", `:2: gen.k1: "1,5" is not a number` + shape},
		{"gen:\n  hits: 10.5\n", `:2: gen.hits: "10.5" is not a whole number` + shape},
		{"gen:\n  hits:\n", `:2: gen.hits: "" is not a whole number` + shape},
		{"gen:\n  strict: maybe\n", `:2: gen.strict: "maybe" is not true or false` + shape},
		{"gen:\n  axioms: [tfc1, m-tdc]\n", ":2: gen.axioms is a list, not a single value; hint: lists are written with commas: tfc1, m-tdc"},
		{"gen:\n  axioms:\n    - tfc1\n", ":3: gen.axioms is a list, not a single value; hint: lists are written with commas: tfc1, m-tdc"},
		{"gen:\n  k1: {a: 1}\n", ":2: gen.k1 is a mapping, not a single value; hint: write k1: VALUE"},
		{"gen: {hits: 5}\n---\ngen: {hits: 7}\n", ":2: a second YAML document, and one is read; hint: write one file for each"},
		{"gen: {hits: 5}\ngen: {k1: 7}\n", ":2: gen stands twice, first on line 1; hint: remove one of them"},
		{"gen: {topics: ~}\n", ":1: gen.topics is the YAML word ~ for nothing, not a single value; hint: " +
			`write topics: "" for an empty value, or "~" in quotes for the word`},
		{"gen: &a {hits: 5}\ntrain: *a\n", ":2: train is the alias *a, not a mapping; hint: write train: {KEY: VALUE}"},
		{"extends: wikqa\n", `:1: no preset "wikqa"; hint: did you mean wikiqa?`},
		{"extends: wikiqa\ngen:\n\tk1: 1\n", ":3: found character that cannot start any token; hint: mend the YAML"},
		{"gen:\n  k1: 1\n b: 2\n", ":3: did not find expected key; hint: mend the YAML"},
		{"gen: {k1: 1\n", ":2: did not find expected ',' or '}'; hint: mend the YAML"},
		{"gen:\n  axioms: \"tfc1\n", ":2: found unexpected end of stream; hint: mend the YAML"},
		{"gen: *x\n", ":1: unknown anchor 'x' referenced; hint: mend the YAML"},
		{"gen:\n  k1: 1\n  \xff: 2\n", ":3: not UTF-8; hint: save it as UTF-8"},
	} {
		path := filepath.Join(t.TempDir(), "c.yaml")
		must.Do(t, os.WriteFile(path, []byte(c[0]), 0o600))
		_, err := Load(path, nil)
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Usage || err.Error() != path+c[1] {
			t.Errorf("%q\n got %v\nwant f%s", c[0], strings.ReplaceAll(err.Error(), path, "f"), c[1])
		}
	}
}
