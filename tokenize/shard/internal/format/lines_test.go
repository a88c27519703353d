package format

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
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
			for _, folder := range format.Folders {
				if as, ok := folder.As.(encoding.LineFiles); ok {
					c := &encoding.Checking{Name: "folder/any." + as.Ending, Alike: map[string]string{}, Pair: func(encoding.Kind) {}}
					as.Wrong(line, matchzooHeader, nil)
					if as.Object {
						as.Compare(line, c)
					}
				}
			}
		}
		if one, two := plan.Field(one), plan.Field(two); one != "" && two != "" && one != two {
			if what := textTriples.Wrong([]byte(one+"\t"+two+"\t"+one), "", nil); what != "" {
				t.Errorf("%q, %q: %s", one, two, what)
			}
		}
		if plan.Field(one) != "" && plan.Field(two) != "" { // no pair has other texts
			var b bytes.Buffer
			out := csv.NewWriter(&b)
			out.Write([]string{"q/" + plan.Unbreak(one), csvText(one), "d/" + plan.Unbreak(two), csvText(two), "1"})
			out.Flush()
			if what := relations.Wrong(bytes.TrimSuffix(b.Bytes(), []byte("\n")), matchzooHeader, nil); what != "" {
				t.Errorf("%q: %s", b.String(), what)
			}
		}
		for _, text := range []string{one, two} {
			raw, err := json.Marshal(map[string]string{"task": text, "source": "judged"})
			if err != nil {
				t.Fatal(err)
			}
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
