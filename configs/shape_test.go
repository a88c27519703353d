package configs

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// part is a part of a file: the lines that lead to it, in which X stands for it on the last one, its name in errors, and the YAML type that
// is expected.
type part struct{ text, name, want string }

// partsOfFiles are all sections, keys, parts of sections, arms, axes and their values.
func partsOfFiles() []part {
	parts := []part{
		{"extends: X", "extends", single},
		{"sweep: X", "sweep", mapping},
		{"sweep:\n  per: X", "sweep.per", mapping},
		{"sweep:\n  over: X", "sweep.over", mapping},
		{"sweep:\n  arms: X", "sweep.arms", mapping},
		{"sweep:\n  arms:\n    a: X", "sweep.arms.a", mapping},
		{"sweep:\n  on: X", "sweep.on", mapping},
		{"sweep:\n  on:\n    wikiqa: X", "sweep.on.wikiqa", single},
		{"train:\n  choose:\n    judged: X", "train.choose.judged", mapping},
		{"train:\n  choose:\n    axioms: X", "train.choose.axioms", mapping},
		{"published: X", "published", list},
		{"published:\n  - X", "an entry of published", mapping},
		{"published:\n  - of: a\n    where:\n      gen.k1: X", "published.where.gen.k1", single},
		{"published:\n  - of: a\n    ours:\n      b: X", "published.ours.b", single},
		{"published:\n  - columns: [a]\n    rows:\n      b: X", "published.rows.b", list},
		{"original: X", "original", mapping},
	}
	for name, want := range publishedShapes {
		parts = append(parts, part{"published:\n  - " + name + ": X", "published." + name, want})
	}
	for _, name := range []string{"collection", "documents", "queries", "test_queries", "model"} {
		parts = append(parts, part{"original:\n  " + name + ": X", "original." + name, single})
	}
	sections := map[string]bool{}
	for _, k := range Keys() {
		if !sections[k.Noun()] {
			sections[k.Noun()] = true
			parts = append(parts, part{k.Noun() + ": X", k.Noun(), mapping})
		}
		parts = append(parts,
			part{"sweep:\n  over:\n    " + k.Name + ": X", k.Name, list},
			part{"sweep:\n  over:\n    " + k.Name + ":\n      - X", k.Name, single},
			part{"sweep:\n  per:\n    " + k.Name + ": X", k.Name, list},
			part{"sweep:\n  arms:\n    a:\n      " + k.Name + ": X", k.Name, single},
			part{"train:\n  choose:\n    " + k.Name + ": X", k.Name, list},
			part{"train:\n  choose:\n    judged:\n      " + k.Name + ": X", k.Name, list})
		if k.Name != chooseKey { // whose value may be a mapping
			parts = append(parts, part{k.Noun() + ":\n  " + k.Word() + ": X", k.Name, single})
		}
	}
	return parts
}

// TestEveryPartOfAnotherYAMLType: whatever part of a file has another YAML type than its own, the error names file, line, part, what is
// there and what is expected, and what to write.
func TestEveryPartOfAnotherYAMLType(t *testing.T) {
	forms := map[string]string{ // as it is written, and what it is
		"[5, 6]": list, "{x: 5}": mapping, "five": `the value "five"`, "~": "the YAML word ~ for nothing",
		"null": "the YAML word null for nothing", "!!binary aGk=": "a value of the YAML type !!binary"}
	path := filepath.Join(t.TempDir(), "c.yaml")
	for i, p := range partsOfFiles() {
		for j, text := range slices.Sorted(maps.Keys(forms)) {
			if strings.Count(p.text, "\n") > 1 && i%len(forms) != j { // the keys of axes and arms are many
				continue
			}
			words := forms[text]
			same := words == p.want || p.want == single && text == "five"
			emptySection := !strings.ContainsAny(p.text, "\n.") && p.want != single && strings.HasSuffix(words, "nothing")
			if same || emptySection { // sections may be empty
				continue
			}
			must.Do(t, os.WriteFile(path, []byte(strings.ReplaceAll(p.text, "X", text)), 0o600))
			line := fmt.Sprintf("%s:%d: %s is %s, not %s", path, 1+strings.Count(p.text, "\n"), p.name, words, p.want)
			_, err := Load(path, nil)
			e := new(errs.Error)
			if !errors.As(err, &e) || e.Kind != errs.Usage || e.Hint == "" || !strings.HasPrefix(err.Error(), line+"; hint: ") {
				t.Errorf("%q: %v, want %s", strings.ReplaceAll(p.text, "X", text), err, line)
			}
		}
	}
}

// TestQuotedWordsOfYAML: in quotes, or as a text by its tag, each of these stands for its letters.
func TestQuotedWordsOfYAML(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.yaml")
	for text, want := range map[string]string{`"~"`: "~", `"null"`: "null",
		"!!str null": "null", `""`: "", "": "", "yes": "yes", "2026-01-02": "2026-01-02"} {
		must.Do(t, os.WriteFile(path, []byte("gen:\n  topics: "+text+"\n"), 0o600))
		if l, err := Load(path, nil); err != nil || l.Gen.Topics != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
