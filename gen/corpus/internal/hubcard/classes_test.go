package hubcard

import (
	"reflect"
	"testing"
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
