package hubcard

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestCardClasses: the cards are in the form that the library datasets writes (push_to_hub), with a part of GLUE's configurations.
func TestCardClasses(t *testing.T) {
	const qnli = "  features:\n  - name: question\n    dtype: string\n  - name: label\n    dtype:\n      class_label:\n        names:\n" +
		"          '0': entailment\n          '1': not_entailment\n"
	const several = "dataset_info:\n- config_name: qnli\n  features:\n  - name: label\n    dtype:\n      class_label:\n        names:\n" +
		"          '0': entailment\n          '1': not_entailment\n- config_name: mrpc\n  features:\n  - name: label\n    dtype:\n" +
		"      class_label:\n        names:\n          '0': not_equivalent\n          '1': equivalent\n"
	entailed := map[string][]string{"label": {"entailment", "not_entailment"}}
	for _, c := range []struct {
		card, file    string
		want          map[string][]string
		column, doubt string
	}{
		{"dataset_info:\n" + qnli, "train.csv", entailed, "", ""},
		{"dataset_info:\n" + qnli, "data/qnli/train.csv", entailed, "", ""},
		{"dataset_info:\n" + qnli, "a/b/c/train.csv", nil, "", ""}, // too deep
		{several, "qnli/train.csv", entailed, "", ""},
		{several, "mrpc/train.csv", map[string][]string{"label": {"not_equivalent", "equivalent"}}, "", ""},
		{several, "train.csv", nil, "label", "configurations of README.md have other classes"}, // of either
		{several + "configs:\n- config_name: qnli\n  data_files: first-*.csv\n", "first-1.csv", entailed, "", ""},
		{"dataset_info:\n  features:\n  - name: passages\n    sequence:\n    - name: label\n      dtype:\n        class_label:\n" +
			"          names: [a, b]\n", "train.csv", map[string][]string{"passages.label": {"a", "b"}}, "", ""},
		{"dataset_info:\n  features:\n  - name: labels\n    list:\n      class_label:\n        names:\n          '0': no\n" +
			"          '1': yes\n", "train.csv", map[string][]string{"labels": {"no", "yes"}}, "", ""},
		{"dataset_info:\n  features:\n  - name: label\n    dtype:\n      class_label:\n        names:\n          '1': a\n", "train.csv", nil,
			"label", "in a form that is not read"},
		{"dataset_info: [\n  class_label\n", "train.csv", nil, "", "cannot be parsed"},
		{"dataset_info: 3\n", "train.csv", nil, "", ""},
		{"license: mit\n", "train.csv", nil, "", ""},
		{"dataset_info: [\n", "train.csv", nil, "", ""},
	} {
		dir := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(dir, "README.md"), []byte("---\n"+c.card+"---\n# Page\n"), 0o666))
		got, doubts := cardClasses(filepath.Join(dir, c.file))
		if len(got)+len(c.want) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s of the card\n%s: %v, want %v", c.file, c.card, got, c.want)
		}
		if !strings.Contains(doubts[c.column], c.doubt) || (len(doubts) > 0) != (c.doubt != "") {
			t.Errorf("%s of the card\n%s: doubts %v, want %q", c.file, c.card, doubts, c.doubt)
		}
	}
}

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
