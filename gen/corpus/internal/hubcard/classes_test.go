package hubcard

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestClassNames: the metadata are those that datasets 5.2.0 wrote to Parquet (to_parquet); the one with [ ] is of datasets 2.
func TestClassNames(t *testing.T) {
	for metadata, want := range map[string]map[string][]string{
		`{"info": {"features": {"question": {"dtype": "string", "_type": "Value"}, ` +
			`"label": {"names": ["entailment", "not_entailment"], "_type": "ClassLabel"}}}}`: {"label": {"entailment", "not_entailment"}},
		`{"info": {"features": {"labels": {"feature": {"names": ["no", "yes"], "_type": "ClassLabel"}, "_type": "List"}}}}`: {
			"labels": {"no", "yes"}},
		`{"info": {"features": {"passages": {"feature": {"text": {"dtype": "string", "_type": "Value"}, ` +
			`"label": {"names": ["a", "b"], "_type": "ClassLabel"}}, "_type": "Sequence"}}}}`: {"passages.label": {"a", "b"}},
		`{"info": {"features": {"passages": [{"label": {"names": ["a"], "_type": "ClassLabel"}}]}}}`:    {"passages.label": {"a"}},
		`{"info": {"features": {"x": {"feature": {"names": ["a"], "_type": "ClassLabel"}, "id": {}}}}}`: {"x.feature": {"a"}},
		`{"info": {"features": {"names": {"dtype": "string", "_type": "Value"}, "x": 7, "y": null}}}`:   {},
		`{"info": 3}`: nil,
		`no JSON`:     nil,
	} {
		if got := classNames(metadata); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", metadata, got, want)
		}
	}
}

// TestClassesOfCard: classes that only a card names are not known; the card is three folders up at most. A configuration of other files says
// nothing of a file.
func TestClassesOfCard(t *testing.T) {
	const features = "features:\n  - name: text\n    dtype: string\n  - name: label\n    dtype:\n      class_label:\n        names: [entailment, neutral]\n"
	for card, files := range map[string]map[string]string{
		"---\ndataset_info:\n  " + features + "---\n": {"train.csv": "[label]", "data/qnli/train.csv": "[label]", "a/b/c/train.csv": "[]"},
		"---\nconfigs:\n- config_name: one\n  data_files: one/*\n- config_name: two\n  data_files: two/*\ndataset_info:\n- config_name: one\n  " +
			features + "- config_name: two\n  features:\n  - name: label\n    dtype: int64\n---\n": {"one/train.csv": "[label]", "two/train.csv": "[]", "x.csv": "[]"},
	} {
		dir := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(dir, "README.md"), []byte(card), 0o666))
		for file, want := range files {
			if classes, unknown := Classes("", filepath.Join(dir, file)); len(classes) > 0 || fmt.Sprint(unknown) != want {
				t.Errorf("%s: %v, %q", file, classes, unknown)
			}
		}
	}
}
