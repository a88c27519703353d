package format

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// FuzzLines: lines as the formats write them have no fault, whatever the texts, and no line breaks the look at it.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\tb\tc"), "x", "y")
	f.Add([]byte(`{"task":1,"source":[]}`), "a,\"b", "")
	f.Add([]byte("\""), "\t\n\x00", "\u2028")
	budgettest.Fuzz(f, func(t *testing.T, line []byte, one, two string) {
		for _, format := range All {
			for _, folder := range format.allFolders() {
				if as, ok := folder.As.(encoding.LineFiles); ok {
					c := &encoding.Checking{Name: "folder/any." + as.Ending, Alike: map[string]string{}, Pair: func(encoding.Kind) {}}
					as.Wrong(line, "a,b,c", nil)
					if as.Object {
						as.Compare(line, c)
					}
				}
			}
		}
		if plan.Field(one) != "" && plan.Field(two) != "" && one != two { // no pair has other texts
			p := smallInput(t, false, "d3")
			p.Query = func(string) (string, bool) { return one, true }
			p.Doc = func(id string) (string, string, bool) { return "", two + id, true }
			for _, name := range []string{"triples", "matchzoo", "monot5", "flagembedding"} {
				f, _ := Find(name)
				for _, part := range f.Files(planned(t, f, p, nil)) {
					full, _ := written(t, t.TempDir(), part)
					c := &encoding.Checking{Name: part.Path, Alike: map[string]string{}, Pair: func(encoding.Kind) {},
						Differ: func(format string, args ...any) { t.Errorf("%q, %q: "+format, append([]any{one, two}, args...)...) }}
					if err := f.EncodingOf(part.Path).Check(full, c); err != nil {
						t.Error(err)
					}
				}
			}
		}
		for _, text := range []string{one, two} {
			raw := must.Get(json.Marshal(map[string]string{"task": text, "source": "judged"}))(t)
			want := strings.ToValidUTF8(text, "\ufffd")
			named := encoding.LineFiles{Members: func([]string) string { return "" }}
			c := &encoding.Checking{Name: "folder/ours.jsonl", Alike: map[string]string{}, Pair: func(k encoding.Kind) {
				if k.Source != "judged" || strings.ToValidUTF8(k.Task, "") != k.Task || len(want) > 0 && k.Task == "" {
					t.Errorf("%q is counted as %+v", text, k)
				}
			}}
			if what := named.Compare(raw, c); what != "" {
				t.Errorf("%q: %s", raw, what)
			}
		}
	})
}
